// SPDX-License-Identifier: GPL-2.0-or-later
/* foliolab kernel-counts: exact instruction counts of the real kernel, per patch of a series. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "build_info.h"
#include "commands/commands.h"
#include "commands/options.h"
#include "commands/parse.h"
#include "kernelcounts/kernel_counts.h"
#include "output/counted.h"
#include "output/results.h"
#include "output/say.h"

enum { MAX_REPEATS = 99, MAX_JOBS = 1024 };

struct counts_options {
	struct options shared; /* first: input of the shared parsers, too */
	struct count_request request;
	const char *arch; /* NULL: every one there is */
};

enum {
	KEY_TREE = 't',
	KEY_SERIES = 's',
	KEY_ARCH = 'a',
	KEY_CONFIG = 'c',
	KEY_REPEATS = 'r',
	KEY_JOBS = 'j',
	KEY_WORK = 'w',
	KEY_KEEP = 'k',
	KEY_FORM = 'f',
	KEY_FOLDER = 'o'
};

static volatile sig_atomic_t stop;

static void on_stop(int signal)
{
	(void)signal;
	stop = 1;
}

static error_t parse_number(struct counts_options *options, const char *name, const char *text, uint64_t most,
			    unsigned int *to)
{
	uint64_t number;

	if (!parse_count(text, 1, most, &number))
		return options_complain(&options->shared, "--%s %s: give a number from 1 to %d", name, text,
					(int)most);
	*to = (unsigned int)number;
	return 0;
}

static error_t check_end(struct counts_options *options)
{
	const struct count_request *request = &options->request;

	if (!request->tree || !*request->tree)
		return options_complain(&options->shared, "count what: give a kernel tree with --tree DIR");
	if (request->work && !*request->work)
		return options_complain(&options->shared, "--work: give the name of a folder");
	if (options->shared.out && !*options->shared.out)
		return options_complain(&options->shared, "--out: give the name of a folder");
	return 0;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct counts_options *options = state->input;
	struct count_request *request = &options->request;

	switch (key) {
	case KEY_TREE:
		request->tree = text;
		return 0;
	case KEY_SERIES:
		request->series = text;
		return 0;
	case KEY_ARCH:
		options->arch = text;
		if (guest_arch_find(text))
			return 0;
		return options_complain(&options->shared, "--arch %s: choose %s or %s", text,
					guest_archs[0].name, guest_archs[1].name);
	case KEY_CONFIG:
		if (request->nr_fragments == MAX_FRAGMENTS)
			return options_complain(&options->shared, "--config %s: give at most %d", text,
						MAX_FRAGMENTS);
		request->fragment[request->nr_fragments++] = text;
		return 0;
	case KEY_REPEATS:
		return parse_number(options, "repeats", text, MAX_REPEATS, &request->repeats);
	case KEY_JOBS:
		return parse_number(options, "jobs", text, MAX_JOBS, &request->jobs);
	case KEY_WORK:
		request->work = text;
		return 0;
	case KEY_KEEP:
		request->keep = true;
		return 0;
	case KEY_FORM:
		return options_format(&options->shared, text);
	case KEY_FOLDER:
		options->shared.out = text;
		return 0;
	case ARGP_KEY_ARG:
		return options_complain(&options->shared, "%s: give the tree with --tree DIR", text);
	case ARGP_KEY_END:
		return check_end(options);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option own_options[] = {
	{ "tree", KEY_TREE, "DIR", 0, "kernel tree (6.12 or newer), which is not written to", 0 },
	{ "series", KEY_SERIES, "MBOX", 0, "patches, as b4 am or git format-patch writes them", 0 },
	{ "arch", KEY_ARCH, "ARCH", 0, "arm64 or x86_64 (one after the other)", 0 },
	{ "config", KEY_CONFIG, "FRAGMENT", 0,
	  "options on top of the small configuration; may be given again", 0 },
	{ "repeats", KEY_REPEATS, "N", 0, "boots of each size, which must count alike (2)", 0 },
	{ "jobs", KEY_JOBS, "N", 0, "compilers at once (as many as CPUs)", 0 },
	{ "work", KEY_WORK, "DIR", 0, "where to build and keep ($XDG_CACHE_HOME/foliolab)", 0 },
	{ "keep", KEY_KEEP, NULL, 0, "say where that is, and keep logs, consoles and counts per instruction",
	  0 },
	{ "format", KEY_FORM, "FORMAT", 0, "text, csv or json", 0 },
	{ "out", KEY_FOLDER, "FOLDER", 0, "also write a results folder, which must be new", 0 },
	{ 0 },
};

static const struct argp argp = {
	.options = own_options,
	.parser = parse,
	.doc = "Builds a kernel tree as it is and after each patch of a series, boots each in an emulated machine "
	       "with a fixed instruction count, and tells instructions per folio of the walk and of inc_min_seq.\v"
	       "make runs what the tree holds, with your rights: count only what you would also build. See "
	       "docs/kernel-counts.md.",
};

static void say_progress(const char *what)
{
	fprintf(stderr, "%s\n", what);
}

static int open_results(struct results **results, const char *folder, json_t *environment)
{
	char error[1024];

	if (!folder)
		return 0;
	*results = results_open(folder, environment, error, sizeof(error));
	if (*results)
		return 0;
	say_error("%s", error);
	return EXIT_FAILED;
}

static json_t *describe(int argc, char **argv)
{
	json_t *environment = json_object(), *line = json_array();
	time_t now = time(NULL);
	char date[64];

	for (int i = 0; i < argc; i++)
		json_array_append_new(line, json_string(argv[i]) ?: json_string("?"));
	strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
	json_object_set_new(environment, "foliolab", json_string(FOLIOLAB_VERSION));
	json_object_set_new(environment, "command_line", line);
	json_object_set_new(environment, "date", json_string(date));
	return environment;
}

/* where what was counted goes */
struct sink {
	enum format format;
	json_t *list;    /* of all rows */
	FILE *rows;      /* of CSV, in memory */
	char *rows_text; /* filled when rows is closed */
	size_t rows_size;
	bool any;
};

static int sink_open(struct sink *sink, enum format format)
{
	*sink = (struct sink){ .format = format, .list = json_array() };
	sink->rows = open_memstream(&sink->rows_text, &sink->rows_size);
	if (!sink->list || !sink->rows) {
		say_error("not enough memory: close something");
		return EXIT_FAILED;
	}
	counted_csv_header(sink->rows);
	return 0;
}

static void sink_add(struct sink *sink, const struct kernel_counts *counts)
{
	json_t *list = counted_json(counts);

	counted_csv_rows(sink->rows, counts);
	json_array_extend(sink->list, list);
	json_decref(list);
	if (sink->format == FORMAT_TEXT) {
		if (sink->any)
			putchar('\n');
		counted_text(stdout, counts);
		fflush(stdout);
	}
	sink->any = true;
}

/* the rest of standard output, and the file of the results folder */
static int sink_close(struct sink *sink, struct results *results)
{
	int status = 0;

	if (sink->rows)
		fclose(sink->rows);
	if (sink->any && sink->format == FORMAT_CSV)
		fputs(sink->rows_text, stdout);
	if (sink->any && sink->format == FORMAT_JSON) {
		json_dumpf(sink->list, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
		putchar('\n');
	}
	if (results && sink->any && results_text(results, "counted.csv", sink->rows_text)) {
		say_error("counted.csv cannot be written (%s): make room and run again", strerror(errno));
		status = EXIT_FAILED;
	}
	free(sink->rows_text);
	json_decref(sink->list);
	return status;
}

/* one architecture; 0, or EXIT_FAILED after one line */
static int count_arch(const struct counts_options *options, const struct guest_arch *arch, struct sink *sink,
		      struct kernel_counts *counts)
{
	struct count_request request = options->request;
	char error[COUNT_WORDS];
	int status;

	request.arch = arch;
	status = kernel_counts(counts, &request, say_progress, error, sizeof(error));
	for (size_t i = 0; i < counts->nr_notes; i++)
		say_warning("%s", counts->note[i]);
	if (options->request.keep && counts->folder[0])
		fprintf(stderr, "kernels and logs are in %s\n", counts->folder);
	if (counts->nr)
		sink_add(sink, counts);
	if (counts->stopped)
		say_error("interrupted: run it again, what was built is kept");
	else if (status)
		say_error("%s", error);
	else if (counts->failure[0])
		say_error("%s: the stages before it were counted", counts->failure);
	return status || counts->stopped || counts->failure[0] ? EXIT_FAILED : 0;
}

static int count_all(const struct counts_options *options, struct sink *sink)
{
	struct kernel_counts *counts = malloc(sizeof(*counts));
	int status = counts ? 0 : EXIT_FAILED;

	for (size_t i = 0; i < NR_GUEST_ARCHS && !status; i++)
		if (!options->arch || !strcmp(options->arch, guest_archs[i].name))
			status = count_arch(options, &guest_archs[i], sink, counts);
	if (!counts)
		say_error("not enough memory: close something");
	free(counts);
	return status;
}

static void heed_signals(void)
{
	struct sigaction action = { .sa_handler = on_stop };

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
}

int command_kernel_counts(int argc, char **argv)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	struct counts_options options = {
		.request = { .repeats = 2, .jobs = cpus > 0 ? (unsigned int)cpus : 1, .stop = &stop },
	};
	struct results *results = NULL;
	struct sink sink = { 0 };
	char error[1024];
	json_t *environment;
	int status = options_parse(&argp, argc, argv, &options.shared, &options);

	if (status)
		return status;
	heed_signals();
	environment = describe(argc, argv);
	status = open_results(&results, options.shared.out, environment);
	if (!status)
		status = sink_open(&sink, options.shared.format);
	if (!status)
		status = count_all(&options, &sink);
	if (sink_close(&sink, results) && !status)
		status = EXIT_FAILED;
	if (results && results_close(results, !status, error, sizeof(error))) {
		say_error("%s", error);
		status = EXIT_FAILED;
	}
	json_decref(environment);
	return say_stdout_done() || status ? EXIT_FAILED : 0;
}
