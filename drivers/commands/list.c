// SPDX-License-Identifier: GPL-2.0-or-later
/* foliolab list: which kernels there are, what each answers, its variants. */
#include <argp.h>
#include <errno.h>
#include <stdio.h>

#include "commands/commands.h"
#include "commands/options.h"
#include "kernel.h"
#include "output/say.h"

struct list_options {
	struct options shared;
	const char *kernel;
};

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct list_options *options = state->input;

	if (key != ARGP_KEY_ARG)
		return key == ARGP_KEY_NO_ARGS ? 0 : ARGP_ERR_UNKNOWN;
	if (options->kernel)
		return options_complain(&options->shared, "%s: name one kernel only", text);
	options->kernel = text;
	return 0;
}

static const struct argp argp = {
	.parser = parse,
	.args_doc = "[KERNEL]",
	.doc = "Lists the kernels, or the variants of one.",
};

static void list_kernel(const struct kernel *kernel)
{
	printf("%s: %s\n", kernel->name, kernel->question);
	printf("  per %s, by default %zu folios\n", kernel->item, kernel->defaults.folios);
	for (size_t i = 0; i < kernel->nr_variants; i++)
		printf("  %-20s%s\n", kernel->variants[i].name, kernel->variants[i].what);
}

int command_list(int argc, char **argv)
{
	struct list_options options = { 0 };
	const struct kernel *kernel = NULL;
	int status = options_parse(&argp, argc, argv, &options.shared, &options);

	if (status)
		return status;
	if (options.kernel) {
		kernel = kernel_find(&flavours[0], options.kernel);
		if (!kernel) {
			say_error("no kernel '%s': see foliolab list", options.kernel);
			return EXIT_USAGE;
		}
		list_kernel(kernel);
		return say_stdout_done();
	}
	for (const struct kernel *const *each = flavours[0].kernels; *each; each++)
		printf("%-13s%s\n", (*each)->name, (*each)->question);
	return say_stdout_done();
}
