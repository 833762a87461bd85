// SPDX-License-Identifier: GPL-2.0-or-later
/* Which variants a case has: options_variants(). */
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "commands/options.h"
#include "output/say.h"

/* whether a variant is measured where none are named */
static bool by_default(const struct bench_case *bench, const struct variant *variant)
{
	return bench->load.contention ? variant->contended : !variant->extra;
}

static bool chosen(const struct bench_case *bench, size_t variant)
{
	for (size_t i = 0; i < bench->nr_variants; i++)
		if (bench->variants[i] == variant)
			return true;
	return false;
}

/* all whose names match and are not chosen yet; returns whether there is one */
static bool choose_matching(struct bench_case *bench, const char *pattern)
{
	const struct kernel *kernel = bench->kernel;
	bool any = false;

	for (size_t i = 0; i < kernel->nr_variants && bench->nr_variants < MAX_VARIANTS; i++) {
		if (fnmatch(pattern, kernel->variants[i].name, 0))
			continue;
		any = true;
		if (!chosen(bench, i))
			bench->variants[bench->nr_variants++] = (unsigned int)i;
	}
	return any;
}

static int choose_named(struct bench_case *bench, const char *name)
{
	const struct kernel *kernel = bench->kernel;
	const struct variant *variant = kernel_variant(kernel, name);

	if (strpbrk(name, "*?[") ? !choose_matching(bench, name) : !variant) {
		say_error("%s has no variant '%s': see foliolab list %s", kernel->name, name, kernel->name);
		return EXIT_USAGE;
	}
	if (!variant)
		return 0;
	if (chosen(bench, (size_t)(variant - kernel->variants))) {
		say_error("variant %s: name it only once", name);
		return EXIT_USAGE;
	}
	bench->variants[bench->nr_variants++] = (unsigned int)(variant - kernel->variants);
	return 0;
}

/* what was named, and is nothing to have companions beside */
static int alone_among_companions(const struct bench_case *bench)
{
	for (size_t i = 0; bench->load.contention && i < bench->nr_variants; i++) {
		const struct variant *variant = &bench->kernel->variants[bench->variants[i]];

		if (variant->contended)
			continue;
		say_error("%s: %s is measured without --contention only: leave it out", bench->kernel->name,
			  variant->name);
		return EXIT_USAGE;
	}
	return 0;
}

int options_variants(const char *names, struct bench_case *bench)
{
	const struct kernel *kernel = bench->kernel;
	char name[64];
	int status = 0;

	bench->nr_variants = 0;
	for (size_t i = 0; !names && i < kernel->nr_variants; i++)
		if (by_default(bench, &kernel->variants[i]))
			bench->variants[bench->nr_variants++] = (unsigned int)i;
	while (names && !status) {
		size_t length = strcspn(names, ",");

		snprintf(name, sizeof(name), "%.*s", (int)(length < sizeof(name) ? length : sizeof(name) - 1),
			 names);
		status = choose_named(bench, name);
		names = names[length] ? names + length + 1 : NULL;
	}
	return status ? status : alone_among_companions(bench);
}
