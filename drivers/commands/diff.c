// SPDX-License-Identifier: GPL-2.0-or-later
/* foliolab diff: two results folders against each other, with a verdict and an exit status to act on. */
#include <stdlib.h>
#include <string.h>

#include "commands/collect.h"
#include "commands/commands.h"
#include "commands/parse.h"
#include "compare/diff_report.h"
#include "output/say.h"

enum { KEY_FORM = 256, KEY_THRESHOLD, EXIT_REGRESSION = 3 };

struct diff_options {
	struct options shared;
	const char *folders[2];
	size_t nr;
	double threshold;
};

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct diff_options *options = state->input;

	switch (key) {
	case KEY_FORM:
		return options_format(&options->shared, text);
	case KEY_THRESHOLD:
		if (!parse_real(text, 0, 1000, &options->threshold))
			return options_complain(&options->shared,
						"--threshold %s: give percent from 0 to 1000", text);
		options->threshold /= 100;
		return 0;
	case ARGP_KEY_ARG:
		if (options->nr == 2)
			return options_complain(&options->shared, "%s: give two folders, OLD and NEW", text);
		options->folders[options->nr++] = text;
		return 0;
	case ARGP_KEY_END:
		if (options->nr != 2)
			return options_complain(&options->shared,
						"diff of what: name two folders, OLD and NEW");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option own_options[] = {
	{ "threshold", KEY_THRESHOLD, "PERCENT", 0, "slower by no more is no regression (5)", 0 },
	{ "format", KEY_FORM, "FORMAT", 0, "text, csv or json", 0 },
	{ 0 },
};

static const struct argp argp = {
	.options = own_options,
	.parser = parse,
	.args_doc = "OLD NEW",
	.doc = "Compares two results folders row by row: the same kernel, variant, workload and core kind.\v"
	       "A row is judged by its ratio to the baseline where both folders have the same one, built alike "
	       "and on the same CPU model, else by its own cycles or ns. Exit status 3: something got slower "
	       "by more than the threshold, the whole interval above it.",
};

static void print(const struct comparisons *comparisons, const struct collection *old,
		  const struct collection *new, const struct diff_options *options)
{
	json_t *rows;

	switch (options->shared.format) {
	case FORMAT_TEXT:
		diff_text(stdout, comparisons, old, new, options->threshold);
		break;
	case FORMAT_CSV:
		diff_csv(stdout, comparisons);
		break;
	case FORMAT_JSON:
		rows = diff_json(comparisons);
		json_dumpf(rows, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
		putchar('\n');
		json_decref(rows);
		break;
	}
}

static int report(const struct comparisons *comparisons, const struct collection *old,
		  const struct collection *new, const struct diff_options *options)
{
	int status = 0;

	if (!comparisons->nr) {
		say_error("%s and %s have nothing in common: measure the same kernels on the same workloads",
			  options->folders[0], options->folders[1]);
		return EXIT_FAILED;
	}
	if (!comparisons->same_machine)
		say_warning("the machines differ: verdicts are about machines, not about a change");
	print(comparisons, old, new, options);
	status = say_stdout_done();
	for (size_t i = 0; !status && i < comparisons->nr; i++)
		if (comparisons->list[i].regression)
			status = EXIT_REGRESSION;
	return status;
}

int command_diff(int argc, char **argv)
{
	struct diff_options options = { .threshold = 0.05 };
	struct collection old = { 0 }, new = { 0 };
	struct comparisons comparisons = { 0 };
	int status = options_parse(&argp, argc, argv, &options.shared, &options);

	if (status)
		return status;
	status = collection_read(&old, &options.folders[0], 1);
	if (!status)
		status = collection_read(&new, &options.folders[1], 1);
	if (!status && compare(&comparisons, &old, &new, options.threshold)) {
		say_error("not enough memory to compare: close other programs");
		status = EXIT_FAILED;
	}
	if (!status)
		status = report(&comparisons, &old, &new, &options);
	free(comparisons.list);
	collection_free(&old);
	collection_free(&new);
	return status;
}
