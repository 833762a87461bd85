// SPDX-License-Identifier: GPL-2.0-or-later
/* foliolab run: one kernel, its variants against each other on one workload. */
#include <string.h>

#include "commands/commands.h"
#include "commands/session.h"
#include "output/say.h"
#include "output/table.h"

struct run_options {
	struct options shared; /* first: input of the shared parsers, too */
	const char *kernel;
	const char *variants;
	const char *config;
};

enum { KEY_VARIANTS = 'v', KEY_CONFIG = 'c' };

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct run_options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = state->child_inputs[1] = &options->shared;
		return 0;
	case KEY_VARIANTS:
		options->variants = text;
		return 0;
	case KEY_CONFIG:
		if (flavour_find(text, NULL) < 0)
			return options_complain(&options->shared,
						"--config %s: choose plain, list-hardened or debug-list",
						text);
		options->config = text;
		return 0;
	case ARGP_KEY_ARG:
		if (options->kernel)
			return options_complain(&options->shared, "%s: name one kernel only", text);
		options->kernel = text;
		return 0;
	case ARGP_KEY_NO_ARGS:
		return options_complain(&options->shared, "run what: name a kernel, see foliolab list");
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option own_options[] = {
	{ "variants", KEY_VARIANTS, "A,B...", 0,
	  "variants to measure, names or patterns, the first is the baseline (default: all but extra ones)",
	  0 },
	{ "config", KEY_CONFIG, "CONFIG", 0, "list checks compiled in: plain, list-hardened or debug-list", 0 },
	{ 0 },
};

static const struct argp_child children[] = {
	{ &workload_argp, 0, "The world:", 1 },
	{ &measuring_argp, 0, "Measuring and reporting:", 2 },
	{ 0 },
};

static const struct argp argp = {
	.options = own_options,
	.parser = parse,
	.args_doc = "KERNEL",
	.doc = "Measures the variants of one kernel against each other.\v"
	       "Variants are measured in turn, paired per round, in several fresh processes; intervals are over "
	       "processes. The control is the baseline built a second time: what it shows is the noise floor.",
	.children = children,
};

static int make_case(const struct run_options *options, struct bench_case *bench)
{
	unsigned int flavour = options_flavour(&options->shared, options->config);
	const struct kernel *kernel = kernel_find(&flavours[flavour], options->kernel);

	if (!kernel) {
		say_error("no kernel '%s': see foliolab list", options->kernel);
		return EXIT_USAGE;
	}
	*bench = (struct bench_case){
		.id = kernel->name,
		.kernel = kernel,
		.control = kernel_find(&flavours[flavour + 1], options->kernel),
		.flavour = flavour,
		.load = options_workload(&options->shared, kernel),
		.effort = options->shared.effort,
	};
	if (options_refused(bench))
		return EXIT_USAGE;
	return options_variants(options->variants, bench);
}

static void print_in_format(const struct session *session, const struct outcome *outcome)
{
	json_t *rows;

	switch (session->options->format) {
	case FORMAT_TEXT:
		table_outcome(stdout, &session->cpu, outcome);
		break;
	case FORMAT_CSV:
		estimates_csv_header(stdout, engine_counters(session->engine));
		estimates_csv_rows(stdout, &session->cpu, outcome);
		break;
	case FORMAT_JSON:
		rows = estimates_json(&session->cpu, outcome);
		json_dumpf(rows, stdout, JSON_INDENT(2));
		putchar('\n');
		json_decref(rows);
		break;
	}
}

int print_outcome(const struct session *session, const struct outcome *outcome)
{
	print_in_format(session, outcome);
	if (!strcmp(outcome->stopped, "interrupted"))
		say_warning("interrupted: what was measured until then is partial");
	return say_stdout_done();
}

int command_run(int argc, char **argv)
{
	struct run_options options = { 0 };
	struct bench_case bench;
	struct outcome outcome = { 0 };
	struct session session;
	bool complete = false;
	int status;

	options_defaults(&options.shared);
	status = options_parse(&argp, argc, argv, &options.shared, &options);
	if (!status)
		status = make_case(&options, &bench);
	if (status)
		return status;
	status = session_open(&session, &options.shared, argc, argv);
	if (!status) {
		session_plan(&session, &bench, 1);
		status = session_run(&session, &bench, &outcome);
	}
	if (!status) {
		complete = strcmp(outcome.stopped, "interrupted");
		status = print_outcome(&session, &outcome);
	}
	outcome_free(&outcome);
	return session_close(&session, complete) || status ? (status ? status : EXIT_FAILED) : 0;
}
