// SPDX-License-Identifier: GPL-2.0-or-later
/* foliolab reproduce: measures what was published, and prints it beside what was published. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "commands/commands.h"
#include "commands/session.h"
#include "output/say.h"
#include "reproduce/report.h"

struct reproduce_options {
	struct options shared;
	const char *figure; /* NULL: all */
};

enum { KEY_FIGURE = 'f' };

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct reproduce_options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &options->shared;
		return 0;
	case KEY_FIGURE:
		if (!published_find(text))
			return options_complain(&options->shared,
						"no figure '%s': see foliolab reproduce --list", text);
		options->figure = text;
		return 0;
	case ARGP_KEY_END:
		if (!(options->shared.effort.passes % 2))
			return 0;
		return options_complain(&options->shared,
					"--passes %u: give an even number, odd and even passes are kept apart",
					options->shared.effort.passes);
	case ARGP_KEY_ARG:
		return options_complain(&options->shared, "%s: name a figure with --figure ID", text);
	case 'l':
		for (size_t i = 0; i < nr_published; i++)
			printf("%-31s%s\n", published[i].id, published[i].what);
		exit(say_stdout_done());
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option own_options[] = {
	{ "figure", KEY_FIGURE, "ID", 0, "only this figure", 0 },
	{ "list", 'l', NULL, 0, "the figures there are", 0 },
	{ 0 },
};

static const struct argp_child children[] = {
	{ &measuring_argp, 0, "Measuring and reporting:", 2 },
	{ 0 },
};

static const struct argp argp = {
	.options = own_options,
	.parser = parse,
	.doc = "Measures what the published figures are about, on one CPU, and says which are reproduced.\v"
	       "--budget is the time for all of it, 110 seconds unless given.",
	.children = children,
};

/* how each case is measured; shares of the whole budget */
struct recipe {
	const char *id, *kernel, *variants;
	double share;
	unsigned int rounds; /* 0: what fits */
	struct workload load;
};

#define RUNGS "base,p1,p2,p3,p4,p5,p6,v3"

/* clang-format off */
static const struct recipe recipes[NR_FIGURE_CASES] = {
	[CASE_AGETEST] = { "agetest", "agetest", RUNGS, 26, 0,
		{ .folios = 131072, .page_tables = 1, .young_permille = 1000 } },
	[CASE_AGETEST_LARGE] = { "agetest-2M", "agetest", RUNGS, 8, 0,
		{ .folios = 256, .folio_order = 9, .page_tables = 1, .young_permille = 1000 } },
	[CASE_ASCENDING] = { "ladder-ascending", "inc_min_seq", RUNGS, 16, 0, { .folios = 131072 } },
	[CASE_RUNS] = { "ladder-runs16", "inc_min_seq", RUNGS, 14, 0,
		{ .folios = 131072, .layout = LAYOUT_RUNS, .run_length = 16 } },
	[CASE_PROMOTED] = { "promoted", "inc_min_seq", "base,p6", 6, 0,
		{ .folios = 131072, .promoted_permille = 1000 } },
	[CASE_WALK_1] = { "walk-1", "walk", NULL, 6, 0,
		{ .folios = 524288, .type = 1, .page_tables = 1, .young_permille = 1000 } },
	[CASE_WALK_8] = { "walk-8", "walk", NULL, 7, 0,
		{ .folios = 524288, .type = 1, .page_tables = 8, .young_permille = 1000 } },
	/* passes of a second: one round in each process */
	[CASE_WALK_32] = { "walk-32", "walk", NULL, 10, 1,
		{ .folios = 524288, .type = 1, .page_tables = 32, .young_permille = 1000 } },
	[CASE_WALK_64] = { "walk-64", "walk", NULL, 20, 1,
		{ .folios = 524288, .type = 1, .page_tables = 64, .young_permille = 1000 } },
	[CASE_FLOOR] = { "floor", "cmpxchg", "lines", 2, 0, { .folios = 512 } },
	[CASE_EMPTY] = { "empty", "empty", NULL, 1, 0, { .folios = 1 } },
};
/* clang-format on */

enum { WHOLE = 110 }; /* sum of the shares that x86-64 runs, and seconds by default */

static bool wanted(const struct reproduce_options *options, enum figure_case where, const char *arch)
{
	if (!options->figure &&
	    (where == CASE_FLOOR || where == CASE_EMPTY || where == CASE_RUNS || where == CASE_ASCENDING))
		return true;
	for (size_t i = 0; i < nr_published; i++) {
		if (options->figure && strcmp(published[i].id, options->figure))
			continue;
		if (published[i].where == where && !figure_not_here(&published[i], arch))
			return true;
	}
	return false;
}

static size_t make_plan(const struct reproduce_options *options, const char *arch, struct bench_case *cases,
			enum figure_case *where)
{
	unsigned int flavour = options_flavour(&options->shared, NULL);
	double shares = 0;
	size_t nr = 0;

	for (int i = CASE_NONE + 1; i < NR_FIGURE_CASES; i++) {
		const struct recipe *recipe = &recipes[i];

		if (!wanted(options, (enum figure_case)i, arch))
			continue;
		cases[nr] = (struct bench_case){
			.id = recipe->id,
			.kernel = kernel_find(&flavours[flavour], recipe->kernel),
			.control = kernel_find(&flavours[flavour + 1], recipe->kernel),
			.flavour = flavour,
			.load = recipe->load,
			.effort = options->shared.effort,
		};
		cases[nr].load.zones = 1;
		cases[nr].effort.rounds = cases[nr].effort.rounds ? cases[nr].effort.rounds : recipe->rounds;
		cases[nr].effort.budget = recipe->share;
		shares += recipe->share;
		options_variants(recipe->variants, &cases[nr]);
		where[nr++] = (enum figure_case)i;
	}
	for (size_t i = 0; i < nr && shares > 0; i++)
		cases[i].effort.budget *= options->shared.effort.budget / (options->figure ? shares : WHOLE);
	return nr;
}

static void print_text(FILE *out, const struct reproduce_options *options, const struct session *session,
		       const struct measured_cases *measured)
{
	char name[MAX_WORDS];

	environment_cpu_name("", name, sizeof(name));
	fprintf(out, "%.50s, cpu %d; cycles: %s\n\n", name, session->cpu.os_index,
		cycle_source_name(engine_source(session->engine)));
	for (size_t i = 0; i < nr_published; i++)
		if (!options->figure || !strcmp(options->figure, published[i].id))
			report_figure(out, &published[i], measured);
	report_ladder(out, measured, CASE_ASCENDING);
	report_ladder(out, measured, CASE_RUNS);
	report_floors(out, measured);
}

static void print_csv(const struct session *session, const struct measured_cases *measured)
{
	estimates_csv_header(stdout, engine_counters(session->engine));
	for (int i = 0; i < NR_FIGURE_CASES; i++)
		if (measured->outcomes[i].bench)
			estimates_csv_rows(stdout, &session->cpu, &measured->outcomes[i]);
}

static void print_json(const struct reproduce_options *options, const struct session *session,
		       const struct measured_cases *measured)
{
	json_t *figures = json_array(), *estimates = json_array(), *all;

	for (size_t i = 0; i < nr_published; i++)
		if (!options->figure || !strcmp(options->figure, published[i].id))
			json_array_append_new(figures, report_json(&published[i], measured));
	for (int i = 0; i < NR_FIGURE_CASES; i++) {
		json_t *rows;

		if (!measured->outcomes[i].bench)
			continue;
		rows = estimates_json(&session->cpu, &measured->outcomes[i]);
		json_array_extend(estimates, rows);
		json_decref(rows);
	}
	all = json_pack("{s:o, s:o}", "figures", figures, "estimates", estimates);
	json_dumpf(all, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(all);
}

/* the report goes to the folder, too, whatever the format on the terminal */
static int print_all(const struct reproduce_options *options, const struct session *session,
		     const struct measured_cases *measured)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);
	int status = 0;

	if (!out)
		return EXIT_FAILED;
	print_text(out, options, session, measured);
	if (fclose(out))
		status = EXIT_FAILED;
	if (!status && session->results && results_text(session->results, "report.txt", text)) {
		say_error("report.txt cannot be written: %s", strerror(errno));
		status = EXIT_FAILED;
	}
	if (options->shared.format == FORMAT_TEXT && text)
		fputs(text, stdout);
	else if (options->shared.format == FORMAT_CSV)
		print_csv(session, measured);
	else if (options->shared.format == FORMAT_JSON)
		print_json(options, session, measured);
	free(text);
	return status ? status : say_stdout_done();
}

int command_reproduce(int argc, char **argv)
{
	struct reproduce_options options = { 0 };
	struct bench_case cases[NR_FIGURE_CASES];
	enum figure_case where[NR_FIGURE_CASES];
	struct measured_cases *measured = NULL;
	struct utsname machine;
	struct session session;
	bool complete = false;
	size_t nr;
	int status;

	options_defaults(&options.shared);
	options.shared.effort.budget = WHOLE;
	status = options_parse(&argp, argc, argv, &options.shared, &options);
	if (status)
		return status;
	measured = calloc(1, sizeof(*measured));
	if (!measured || uname(&machine)) {
		say_error("not enough memory: close other programs");
		free(measured);
		return EXIT_FAILED;
	}
	measured->arch = machine.machine;
	nr = make_plan(&options, machine.machine, cases, where);
	status = session_open(&session, &options.shared, argc, argv);
	if (!status)
		session_plan(&session, cases, nr);
	for (size_t i = 0; i < nr && !status && !engine_interrupted(); i++) {
		status = session_run(&session, &cases[i], &measured->outcomes[where[i]]);
		if (status)
			measured->outcomes[where[i]].bench = NULL;
	}
	if (!status) {
		complete = !engine_interrupted();
		status = print_all(&options, &session, measured);
		if (!complete)
			say_warning("interrupted: what was measured until then is partial");
	}
	for (int i = 0; i < NR_FIGURE_CASES; i++)
		outcome_free(&measured->outcomes[i]);
	free(measured);
	if (session_close(&session, complete) && !status)
		status = EXIT_FAILED;
	return status;
}
