// SPDX-License-Identifier: GPL-2.0-or-later
/* foliolab sweep: a matrix of kernels, sizes and layouts on one, some or all CPUs. */
#define _GNU_SOURCE
#include "commands/collect.h"
#include "commands/commands.h"
#include "commands/sweep_run.h"
#include "output/say.h"
#include "sweep/plan_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	KEY_CPUS = 'c',
	KEY_KERNELS = 'k',
	KEY_VARIANTS = 'v',
	KEY_FOLIOS = 'f',
	KEY_LAYOUTS = 'l',
	KEY_PLAN = 'p',
	KEY_RESUME = 'r',
	KEY_TOGETHER = 't',
};

struct sweep_options {
	struct options shared;
	const char *cpus, *kernels, *variants, *plan;
	bool by_hand; /* something that a plan file says as well was given */
	bool together;
	struct block block; /* what holds for all kernels */
};

/* where nothing else is said: the working set from within L1 to 64 MB of folios */
static const char DEFAULT_KERNELS[] = "inc_min_seq", DEFAULT_FOLIOS[] = "256..1M",
		  DEFAULT_LAYOUTS[] = "ascending,shuffled";
static const double SECONDS_PER_CPU = 180;

static error_t parse_dimension(struct sweep_options *options, const char *name, const char *values)
{
	options->by_hand = true;
	return dimension_set(&options->block, name, values, &options->shared);
}

static error_t check(struct sweep_options *options)
{
	if (options->shared.cpu)
		return options_complain(&options->shared, "--cpu %s: a sweep takes --cpus",
					options->shared.cpu);
	if (!options->shared.out)
		return options_complain(&options->shared, "sweep into what: give a results folder with --out");
	if (options->plan && options->by_hand)
		return options_complain(&options->shared,
					"--plan %.80s: leave --kernels, --variants, --folios "
					"and --layouts out, or the plan",
					options->plan);
	return 0;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct sweep_options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &options->shared;
		return 0;
	case KEY_CPUS:
		options->cpus = text;
		return 0;
	case KEY_KERNELS:
		options->kernels = text;
		options->by_hand = true;
		return 0;
	case KEY_VARIANTS:
		if (strlen(text) >= sizeof(options->block.variants))
			return options_complain(&options->shared, "--variants %.40s: too many, use patterns",
						text);
		snprintf(options->block.variants, sizeof(options->block.variants), "%s", text);
		options->by_hand = true;
		return 0;
	case KEY_FOLIOS:
		return parse_dimension(options, "folios", text);
	case KEY_LAYOUTS:
		return parse_dimension(options, "layout", text);
	case KEY_PLAN:
		options->plan = text;
		return 0;
	case KEY_RESUME:
		options->shared.resume = true;
		return 0;
	case KEY_TOGETHER:
		options->together = true;
		return 0;
	case ARGP_KEY_ARG:
		return options_complain(&options->shared, "%s: name kernels with --kernels", text);
	case ARGP_KEY_END:
		return check(options);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option own_options[] = {
	{ "cpus", KEY_CPUS, "WHICH", 0,
	  "kinds (one CPU of each core kind, the default), all, or a list: 0,2-5,core:8", 0 },
	{ "kernels", KEY_KERNELS, "A,B...", 0, "kernels to measure (inc_min_seq)", 0 },
	{ "variants", KEY_VARIANTS, "A,B...", 0,
	  "variants of each, names or patterns, the first is the baseline (default: all but extra ones)", 0 },
	{ "folios", KEY_FOLIOS, "FROM..TO", 0,
	  "folios on the list, doubling, or values with commas (256..1M)", 0 },
	{ "layouts", KEY_LAYOUTS, "A,B...", 0, "layouts, as --layout of run has them (ascending,shuffled)", 0 },
	{ "plan", KEY_PLAN, "FILE", 0, "the matrix from a file instead: see docs/sweeps.md", 0 },
	{ "resume", KEY_RESUME, NULL, 0, "take up an earlier sweep in that folder where it ended", 0 },
	{ "together", KEY_TOGETHER, NULL, 0,
	  "all CPUs at once, which disturbs them: each a folder cpuN below that of the sweep", 0 },
	{ 0 },
};

static const struct argp_child children[] = {
	{ &measuring_argp, 0, "Measuring and reporting:", 2 },
	{ 0 },
};

static const struct argp argp = {
	.options = own_options,
	.parser = parse,
	.doc = "Measures a matrix of kernels, sizes and layouts on one CPU after the other, into one results "
	       "folder.\v"
	       "--budget is the time for all of it, 180 seconds for each CPU unless given.",
	.children = children,
};

/* a block for each kernel named; sizes and layouts where none were given */
static error_t matrix_by_hand(struct sweep_options *options, struct matrix *matrix)
{
	const char *kernels = options->kernels ? options->kernels : DEFAULT_KERNELS;
	bool sizes = false, layouts = false;
	error_t error = 0;

	for (size_t i = 0; i < options->block.nr; i++) {
		sizes = sizes || !strcmp(options->block.dimensions[i].name, "folios");
		layouts = layouts || !strcmp(options->block.dimensions[i].name, "layout");
	}
	if (!sizes)
		error = dimension_set(&options->block, "folios", DEFAULT_FOLIOS, &options->shared);
	if (!error && !layouts)
		error = dimension_set(&options->block, "layout", DEFAULT_LAYOUTS, &options->shared);
	while (!error) {
		size_t length = strcspn(kernels, ",");
		char name[64];

		snprintf(name, sizeof(name), "%.*s", (int)(length < sizeof(name) ? length : sizeof(name) - 1),
			 kernels);
		if (!matrix_add(matrix, &options->block, name, &options->shared))
			return EXIT_USAGE;
		if (!kernels[length])
			break;
		kernels += length + 1;
	}
	return error;
}

static int choose_cpus(const char *list, struct cpus *cpus)
{
	struct topology *topology;
	char error[1024];
	int status = 0;

	if (topology_open(&topology, "", error, sizeof(error))) {
		say_error("%s", error);
		return EXIT_FAILED;
	}
	if (cpus_choose(cpus, topology, list, error, sizeof(error))) {
		say_error("%s", error);
		status = EXIT_USAGE;
	}
	topology_close(topology);
	return status;
}

static int read_back(struct collection *collection, const char *folder)
{
	char error[1024];

	if (!collection_add(collection, folder, error, sizeof(error)))
		return 0;
	say_error("%s", error);
	return EXIT_FAILED;
}

/* reads back what was written, so that what people see is what tables and plots will be made from */
static int report(const struct sweep *sweep, bool together, bool complete)
{
	const char *out = sweep->options->out;
	struct collection collection = { 0 };
	size_t nr = together ? sweep->cpus.nr : 1;
	int status = 0;

	for (size_t i = 0; i < nr && !status; i++) {
		struct collection own = { 0 };
		char *folder = NULL;
		const char *name;

		if (together && asprintf(&folder, "%s/cpu%d", out, sweep->cpus.list[i].os_index) < 0)
			return EXIT_FAILED;
		name = together ? folder : out;
		status = read_back(&own, name);
		if (!status)
			status = collection_write_cpus(&own, name);
		if (!status)
			status = read_back(&collection, name);
		collection_free(&own);
		free(folder);
	}
	if (!status)
		status = collection_print(&collection, sweep->options->format);
	collection_free(&collection);
	if (!status && !complete)
		say_warning("interrupted: go on with the same command and --resume");
	return status;
}

int command_sweep(int argc, char **argv)
{
	static struct sweep_options options; /* too large for a stack */
	struct sweep sweep = { .options = &options.shared, .argc = argc, .argv = argv };
	bool complete = false, budget;
	int status;

	options_defaults(&options.shared);
	options.shared.effort.budget = 0;
	status = options_parse(&argp, argc, argv, &options.shared, &options);
	if (status)
		return status;
	budget = options.shared.effort.budget > 0;
	if (options.plan ? plan_read(&sweep.matrix, options.plan, &options.shared) :
			   matrix_by_hand(&options, &sweep.matrix))
		status = EXIT_USAGE;
	if (!status)
		status = choose_cpus(options.cpus ? options.cpus : "kinds", &sweep.cpus);
	if (!status) {
		size_t in_turn = options.together ? 1 : sweep.cpus.nr;

		if (!budget)
			options.shared.effort.budget = SECONDS_PER_CPU * (double)in_turn;
		status = options.together ? sweep_together(&sweep, &complete) : sweep_run(&sweep, &complete);
	}
	if (!status)
		status = report(&sweep, options.together, complete);
	cpus_free(&sweep.cpus);
	matrix_free(&sweep.matrix);
	return status;
}
