// SPDX-License-Identifier: GPL-2.0-or-later
#include "prefetch/loops.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

enum { NAME = 96 };

/* the kernels whose prefetches are the question */
static const char *const kernels[] = { "inc_min_seq", "scan", "prefetch" };

/* left to the thorough map: they prefetch as p6 does, in a loop that differs little */
static const char *const slow[] = { "inc_min_seq/p5-noprefetch", "inc_min_seq/v3-noprefetch" };

bool list_next(const char **list, char *name, size_t size)
{
	const char *from = *list;
	size_t length;

	if (!from)
		return false;
	length = strcspn(from, ",");
	*list = from[length] ? from + length + 1 : NULL;
	snprintf(name, size, "%.*s", (int)(length < size ? length : size - 1), from);
	return true;
}

void loop_name(const struct kernel *kernel, unsigned int without, char *text, size_t size)
{
	snprintf(text, size, "%s/%s", kernel->name, kernel->variants[without].name);
}

bool prefetch_is(const struct variant *variant, const char *instruction)
{
	size_t length = strlen(instruction);

	return variant->prefetch && !strncmp(variant->prefetch, instruction, length) &&
	       variant->prefetch[length] == ' ';
}

bool prefetch_of(const struct variant *variant, const char *target)
{
	const char *last = variant->prefetch ? strrchr(variant->prefetch, ' ') : NULL;

	return last && !strcmp(last + 1, target);
}

bool prefetch_has_distance(const struct variant *variant)
{
	return prefetch_of(variant, "addr") || prefetch_of(variant, "known");
}

static bool matches(const char *list, const char *name, const char *also)
{
	char pattern[NAME];

	while (list_next(&list, pattern, sizeof(pattern)))
		if (!fnmatch(pattern, name, 0) || (also && !fnmatch(pattern, also, 0)))
			return true;
	return false;
}

/*
 * Where a loop has every instruction at every distance, a quick map takes the
 * first instruction, the kernel's own prefetchw(), at all of them, the others
 * of the next folio, and the idle one where an address known early is to show.
 */
static bool quick(const struct loop *loop, const struct variant *variant)
{
	const struct variant *first = &loop->kernel->variants[loop->with[0]];
	char own[NAME];

	if (strcmp(loop->kernel->name, "prefetch") != 0 || !loop->nr)
		return true;
	snprintf(own, sizeof(own), "%.*s", (int)strcspn(first->prefetch, " "), first->prefetch);
	return prefetch_is(variant, own) || prefetch_of(variant, "next") ||
	       (prefetch_is(variant, "nop") && prefetch_of(variant, "known"));
}

static bool wants_loop(const struct loop *loop, const char *loops, bool thorough)
{
	char name[NAME];

	loop_name(loop->kernel, loop->without, name, sizeof(name));
	if (loops)
		return matches(loops, name, loop->kernel->name);
	for (size_t i = 0; !thorough && i < sizeof(slow) / sizeof(slow[0]); i++)
		if (!strcmp(slow[i], name))
			return false;
	return true;
}

static void find_flavours(struct loop *loop, const char *variants, bool thorough)
{
	const struct kernel *kernel = loop->kernel;
	const char *without = kernel->variants[loop->without].name;

	for (unsigned int i = 0; i < kernel->nr_variants && loop->nr + 1 < MAX_VARIANTS; i++) {
		const struct variant *variant = &kernel->variants[i];

		if (!variant->without || !variant->prefetch || strcmp(variant->without, without) != 0)
			continue;
		if (variants ? matches(variants, variant->name, NULL) : thorough || quick(loop, variant))
			loop->with[loop->nr++] = i;
	}
}

/* every name must be of something */
static int check_names(const char *list, bool of_loops, char *error, size_t size)
{
	char name[NAME];

	while (list_next(&list, name, sizeof(name))) {
		struct loop found[MAX_LOOPS];

		if (loops_find(found, of_loops ? name : NULL, of_loops ? NULL : name, true, NULL, 0) > 0)
			continue;
		snprintf(error, size, "--%s: there is no %s '%s' with a prefetch: see foliolab list",
			 of_loops ? "loops" : "flavours", of_loops ? "loop" : "variant", name);
		return -1;
	}
	return 0;
}

int loops_find(struct loop *found, const char *loops, const char *variants, bool thorough, char *error,
	       size_t size)
{
	int nr = 0;

	if (error && (check_names(loops, true, error, size) || check_names(variants, false, error, size)))
		return -1;
	for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++) {
		const struct kernel *kernel = kernel_find(&flavours[0], kernels[i]);

		for (unsigned int k = 0; kernel && k < kernel->nr_variants && nr < MAX_LOOPS; k++) {
			found[nr] = (struct loop){ .kernel = kernel, .without = k };
			find_flavours(&found[nr], variants, thorough);
			nr += found[nr].nr && wants_loop(&found[nr], loops, thorough);
		}
	}
	if (!nr && error)
		snprintf(error, size, "no loop has such a prefetch: give other --loops or --flavours");
	return nr || !error ? nr : -1;
}
