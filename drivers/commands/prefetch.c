// SPDX-License-Identifier: GPL-2.0-or-later
/* foliolab prefetch: does this prefetch help on this CPU, and where? A map, bounds and a verdict. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/commands.h"
#include "commands/prefetch_internal.h"
#include "host/hwprefetch.h"
#include "host/now.h"
#include "output/say.h"

enum { KEY_LOOPS = 'l', KEY_LAYOUTS = 'o', KEY_SIZES = 's', KEY_FLAVOURS = 'f', KEY_THOROUGH = 't' };
enum { KEY_RESUME = 'r', KEY_HW = 'w' };

/* seconds of a map that was not told: the quick one ends within 150 s with all around it */
static const double quick_s = 120, thorough_s = 7200;
static const double OVERRUN = 3, SHORTEST_S = 0.1;

static error_t check(struct prefetch_options *options)
{
	struct options *shared = &options->shared;

	if (shared->resume && !shared->out)
		return options_complain(shared, "--resume: give --out FOLDER, the one to take up");
	if (shared->effort.passes)
		return options_complain(shared, "--passes: leave it out, a map chooses by working set");
	if (shared->counters)
		return options_complain(shared, "--counters: leave it out, use foliolab run with --counters");
	return 0;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct prefetch_options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &options->shared;
		return 0;
	case KEY_LOOPS:
		options->request.loops = text;
		return 0;
	case KEY_LAYOUTS:
		options->request.layouts = text;
		return 0;
	case KEY_SIZES:
		options->request.sizes = text;
		return 0;
	case KEY_FLAVOURS:
		options->request.flavours = text;
		return 0;
	case KEY_THOROUGH:
		options->request.thorough = true;
		return 0;
	case KEY_RESUME:
		options->shared.resume = true;
		return 0;
	case KEY_HW:
		if (strcmp(text, "off") != 0)
			return options_complain(&options->shared, "--hw-prefetch %s: choose off", text);
		options->request.both = true;
		return 0;
	case ARGP_KEY_ARG:
		return options_complain(&options->shared, "%s: name loops with --loops", text);
	case ARGP_KEY_END:
		return check(options);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option own_options[] = {
	{ "loops", KEY_LOOPS, "A,B...", 0, "KERNEL or KERNEL/VARIANT without prefetch, names or patterns", 0 },
	{ "flavours", KEY_FLAVOURS, "A,B...", 0, "variants with a prefetch, names or patterns", 0 },
	{ "layouts", KEY_LAYOUTS, "A,B...", 0, "ascending, descending, shuffled, runs:R", 0 },
	{ "sizes", KEY_SIZES, "A,B...", 0, "working sets: L1, L2, LLC, beyond, or bytes (512K)", 0 },
	{ "thorough", KEY_THOROUGH, NULL, 0, "every loop, prefetch, distance and working set (two hours)", 0 },
	{ "resume", KEY_RESUME, NULL, 0, "take up the map in --out FOLDER that was not finished", 0 },
	{ "hw-prefetch", KEY_HW, "off", 0,
	  "map once more with the CPU's own prefetchers off (x86, root); they are put back", 0 },
	{ 0 },
};

static const struct argp_child children[] = {
	{ &measuring_argp, 0, "Measuring and reporting:", 2 },
	{ 0 },
};

static const struct argp argp = {
	.options = own_options,
	.parser = parse,
	.doc = "Measures loops with each of their prefetches against the same loop without, over orders of "
	       "memory and working sets, and says what can be said of them.\v"
	       "--budget is the time for all of it, 120 seconds unless given. The intervals of all cells hold "
	       "together at 95%; a cell without a finding is left blank.",
	.children = children,
};

static void find_caches(const struct session *session, struct caches *caches)
{
	long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);

	*caches = (struct caches){
		.l1 = topology_cache(session->topology, &session->cpu, 1),
		.l2 = topology_cache(session->topology, &session->cpu, 2),
		.memory = pages > 0 && page > 0 ? (size_t)pages * (size_t)page : 0,
	};
	for (unsigned int level = 3; level < 6; level++) {
		size_t bytes = topology_cache(session->topology, &session->cpu, level);

		caches->llc = bytes ? bytes : caches->llc;
	}
}

static int make_plan(struct prefetch_lab *lab)
{
	struct caches caches;
	char error[512], words[128];

	find_caches(&lab->session, &caches);
	lab->options.request.cpu = lab->session.cpu.os_index;
	lab->options.request.flavour = options_flavour(&lab->options.shared, NULL);
	lab->options.request.seed = lab->options.shared.effort.seed;
	lab->options.request.runs = lab->options.shared.effort.replicates;
	lab->options.request.rounds = lab->options.shared.effort.rounds;
	if (plan_map(&lab->plan, &lab->options.request, &caches, error, sizeof(error))) {
		say_error("%s", error);
		return EXIT_USAGE;
	}
	lab->outcomes = calloc(lab->plan.nr_cases, sizeof(*lab->outcomes));
	lab->rows_out = open_memstream(&lab->rows, &lab->rows_bytes);
	if (!lab->outcomes || !lab->rows_out) {
		say_error("not enough memory: name fewer --loops, --layouts or --sizes");
		return EXIT_FAILED;
	}
	estimates_csv_header(lab->rows_out, NULL);
	plan_words(&lab->plan, words, sizeof(words));
	return session_resumable(&lab->session, words);
}

/* what a process costs beside its rounds: its start, its world, first passes */
static double case_cost(const struct map_case *one)
{
	return one->bench.effort.replicates * (0.02 + 3.5 * one->round_s);
}

/* each case its share of the time that is left, by what it may cost */
static void share_time(struct prefetch_lab *lab, size_t from)
{
	double left = lab->end_s - now_s(), whole = 0, mine;
	struct map_case *one = &lab->plan.cases[from];

	for (size_t i = from; i < lab->plan.nr_cases; i++)
		if (!lab->outcomes[i].bench)
			whole += case_cost(&lab->plan.cases[i]);
	mine = left > 0 ? left * case_cost(one) / whole : 0;
	one->bench.effort.budget = mine;
	/* on a machine that is busy with other things a case may take longer, but not all of the rest */
	one->bench.effort.limit = left > 0 ? fmin(left, OVERRUN * mine) : SHORTEST_S;
	lab->session.left_after_s = left;
}

/* hardware prefetchers as the case wants them */
static int switch_hw(struct prefetch_lab *lab, const struct map_case *one)
{
	char error[512];

	if (!one->hw_off || lab->hw_off)
		return 0;
	lab->hw_off = hw_prefetch_off("", lab->session.cpu.os_index, error, sizeof(error));
	if (lab->hw_off)
		return 0;
	say_error("%s", error);
	return EXIT_FAILED;
}

static int run_case(struct prefetch_lab *lab, size_t index)
{
	const struct map_case *one = &lab->plan.cases[index];
	struct outcome *outcome = &lab->outcomes[index];
	int status = switch_hw(lab, one);

	if (status)
		return status;
	share_time(lab, index);
	status = session_run(&lab->session, &one->bench, outcome);
	if (status || engine_interrupted())
		outcome->bench = NULL;
	else
		estimates_csv_rows(lab->rows_out, &lab->session.cpu, outcome);
	outcome_free(outcome);
	return status;
}

/* cases that the folder has are taken from there */
static int take_up(struct prefetch_lab *lab)
{
	for (size_t i = 0; i < lab->plan.nr_cases; i++) {
		const struct bench_case *bench = &lab->plan.cases[i].bench;
		char *rows = session_rows(&lab->session, bench);
		bool whole;

		if (!rows)
			continue;
		whole = estimates_restore(rows, NULL, bench, &lab->outcomes[i]);
		fputs(rows, lab->rows_out);
		free(rows);
		if (whole)
			continue;
		say_error("%s: its rows in estimates.csv are not what was measured: choose a new folder",
			  bench->id);
		return EXIT_FAILED;
	}
	return 0;
}

static int run_all(struct prefetch_lab *lab)
{
	int status = take_up(lab);

	lab->session.nr_cases = lab->plan.nr_cases;
	for (size_t i = 0; i < lab->plan.nr_cases && !status && !engine_interrupted(); i++) {
		if (lab->outcomes[i].bench)
			continue;
		if (now_s() > lab->end_s) {
			lab->out_of_time++;
			continue;
		}
		status = run_case(lab, i);
	}
	return status;
}

static int restore_hw(struct prefetch_lab *lab)
{
	char error[512];

	if (!lab->hw_off || !hw_prefetch_restore(lab->hw_off, error, sizeof(error)))
		return 0;
	say_error("%s", error);
	return EXIT_FAILED;
}

static int measure(struct prefetch_lab *lab, int argc, char **argv)
{
	const struct options *options = &lab->options.shared;
	char error[512];
	int status;

	status = session_start(&lab->session, options, argc, argv);
	if (!status && lab->options.request.both &&
	    hw_prefetch_check("", lab->session.cpu.os_index, error, sizeof(error))) {
		say_error("%s", error);
		status = EXIT_FAILED;
	}
	if (!status)
		status = make_plan(lab);
	lab->end_s = now_s() + options->effort.budget;
	if (!status)
		status = run_all(lab);
	if (restore_hw(lab))
		status = EXIT_FAILED;
	if (!status)
		status = prefetch_report(lab);
	return status;
}

int command_prefetch(int argc, char **argv)
{
	struct prefetch_lab lab = { 0 };
	bool complete;
	int status;

	options_defaults(&lab.options.shared);
	lab.options.shared.effort.budget = 0;
	status = options_parse(&argp, argc, argv, &lab.options.shared, &lab.options);
	if (status)
		return status;
	if (!(lab.options.shared.effort.budget > 0))
		lab.options.shared.effort.budget = (lab.options.request.thorough ? thorough_s : quick_s) *
						   (lab.options.request.both ? 2 : 1);
	status = measure(&lab, argc, argv);
	complete = !status && !engine_interrupted() && !lab.out_of_time;
	if (!status && engine_interrupted())
		say_warning("interrupted: what was measured until then is partial");
	if (!status && lab.out_of_time)
		say_warning("%zu cases were not measured for want of time: %s", lab.out_of_time,
			    lab.options.shared.out ? "run again with --resume" : "give a larger --budget");
	if (session_close(&lab.session, complete) && !status)
		status = EXIT_FAILED;
	if (lab.rows_out)
		fclose(lab.rows_out);
	free(lab.rows);
	free(lab.outcomes);
	plan_free(&lab.plan);
	return status;
}
