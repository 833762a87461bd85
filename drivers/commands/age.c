// SPDX-License-Identifier: GPL-2.0-or-later
/* foliolab age: the published benchmarks on the running kernel. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "age/needs.h"
#include "age/report.h"
#include "age/settings.h"
#include "age/swap.h"
#include "commands/commands.h"
#include "commands/parse.h"
#include "commands/session.h"
#include "host/sysfile.h"
#include "output/progress.h"
#include "output/say.h"

enum {
	KEY_MAP = 512,
	KEY_BYTES,
	KEY_PROCESSES,
	KEY_THP,
	KEY_REREAD,
	KEY_PASSES,
	KEY_REPEATS,
	KEY_SWAP,
	KEY_SET_UP,
	KEY_CPU,
	KEY_FORMAT,
	KEY_OUT
};

enum { TRACE_PASSES = 101, REREAD_PASSES = 10, REPEATS = 6, MAX_REPEATS = 1000 };

struct age_options {
	struct options shared;
	struct age_plan plan;
	const char *swap; /* folder, or NULL */
	bool reread_given, set_up;
};

/* a whole number within bounds, else a complaint that names the option */
static error_t parse_number(struct age_options *options, const char *name, const char *text, uint64_t least,
			    uint64_t most, uint64_t *value)
{
	if (parse_count(text, least, most, value))
		return 0;
	return options_complain(&options->shared, "--%s %s: give a whole number from %llu to %llu", name,
				text, (unsigned long long)least, (unsigned long long)most);
}

static error_t parse_word_of(struct age_options *options, const char *name, const char *text,
			     const char *const *words, const char *choice, int *word)
{
	*word = parse_word(text, words);
	if (*word >= 0)
		return 0;
	return options_complain(&options->shared, "--%s %s: choose %s", name, text, choice);
}

static error_t parse_words(struct age_options *options, int key, const char *text)
{
	static const char *const maps[] = { "anon", "tmpfs", NULL };
	static const char *const switches[] = { "off", "on", NULL };
	static const char *const formats[] = { "text", "csv", "json", NULL };
	struct age_plan *plan = &options->plan;
	error_t error;
	int word;

	switch (key) {
	case KEY_MAP:
		error = parse_word_of(options, "map", text, maps, "anon or tmpfs", &word);
		plan->map = word == 1 ? MAP_OF_TMPFS : MAP_OF_ANON;
		return error;
	case KEY_THP:
		error = parse_word_of(options, "thp", text, switches, "off or on", &word);
		plan->huge = word == 1;
		return error;
	case KEY_REREAD:
		error = parse_word_of(options, "reread", text, switches, "off or on", &word);
		plan->reread = word == 1;
		options->reread_given = true;
		return error;
	case KEY_FORMAT:
		error = parse_word_of(options, "format", text, formats, "text, csv or json", &word);
		options->shared.format = word < 0 ? FORMAT_TEXT : (enum format)word;
		return error;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_numbers(struct age_options *options, int key, const char *text)
{
	struct age_plan *plan = &options->plan;
	uint64_t value = 0;
	error_t error;

	switch (key) {
	case KEY_BYTES:
		return parse_number(options, "bytes", text, 1 << 20, UINT64_C(1) << 44, &plan->bytes);
	case KEY_PROCESSES:
		error = parse_number(options, "processes", text, 1, MAX_WORKERS, &value);
		plan->processes = (unsigned int)value;
		return error;
	case KEY_PASSES:
		error = parse_number(options, "passes", text, 1, MAX_AGE_PASSES, &value);
		plan->passes = (unsigned int)value;
		return error;
	case KEY_REPEATS:
		error = parse_number(options, "repeats", text, 1, MAX_REPEATS, &value);
		plan->repeats = (unsigned int)value;
		return error;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* what holds where nothing was given, and what does not go together */
static error_t complete(struct age_options *options)
{
	struct age_plan *plan = &options->plan;
	uint64_t unit = plan->huge ? 2 << 20 : (uint64_t)sysconf(_SC_PAGESIZE);

	if (!options->reread_given)
		plan->reread = plan->map == MAP_OF_TMPFS;
	if (!plan->passes)
		plan->passes = plan->reread ? REREAD_PASSES : TRACE_PASSES;
	if (!plan->reread && plan->passes <= FIRST_WRITES)
		return options_complain(&options->shared,
					"--passes %u: give 4 or more, the first three are not steady",
					plan->passes);
	if (plan->bytes % unit)
		return options_complain(&options->shared,
					"--bytes %llu: give a multiple of %llu, the size of a page",
					(unsigned long long)plan->bytes, (unsigned long long)unit);
	plan->folio_bytes = unit;
	return 0;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct age_options *options = state->input;
	error_t error;

	switch (key) {
	case KEY_SWAP:
		options->swap = text;
		return 0;
	case KEY_SET_UP:
		options->set_up = true;
		return 0;
	case KEY_CPU:
		options->shared.cpu = text;
		return 0;
	case KEY_OUT:
		if (!*text)
			return options_complain(&options->shared, "--out: give the name of a folder");
		options->shared.out = text;
		return 0;
	case ARGP_KEY_ARG:
		return options_complain(&options->shared, "%s: age takes options only, see --help", text);
	case ARGP_KEY_END:
		return complete(options);
	default:
		error = parse_words(options, key, text);
		return error == ARGP_ERR_UNKNOWN ? parse_numbers(options, key, text) : error;
	}
}

static const struct argp_option own_options[] = {
	{ "map", KEY_MAP, "KIND", 0, "memory to age: anon (default) or tmpfs", 1 },
	{ "bytes", KEY_BYTES, "N", 0, "how much of it (512M)", 1 },
	{ "processes", KEY_PROCESSES, "N", 0, "processes that map all of it (1)", 1 },
	{ "thp", KEY_THP, "off|on", 0, "in huge pages, or in none (off)", 1 },
	{ "reread", KEY_REREAD, "off|on", 0,
	  "whether each process reads every page before each write (off for anon, on for tmpfs)", 1 },
	{ "passes", KEY_PASSES, "N", 0, "writes of each repeat (101; 10 with reading between them)", 2 },
	{ "repeats", KEY_REPEATS, "N", 0, "repeats, each in fresh processes (6)", 2 },
	{ "cpu", KEY_CPU, "WHERE", 0,
	  "CPU to age on: an OS index, or an hwloc location such as core:0, numa:0", 2 },
	{ "swapfile", KEY_SWAP, "FOLDER", 0, "have a swap file there for as long as it takes", 3 },
	{ "set-up", KEY_SET_UP, NULL, 0,
	  "change the settings that are not as they must be, for as long as it takes", 3 },
	{ "format", KEY_FORMAT, "FORMAT", 0, "text, csv or json", 4 },
	{ "out", KEY_OUT, "FOLDER", 0, "also write a results folder, which must be new", 4 },
	{ 0 },
};

static const struct argp argp = {
	.options = own_options,
	.parser = parse,
	.doc = "Ages memory in a memcg of its own through debugfs, and times each write.\v"
	       "Needs root, the multi-gen LRU, debugfs, the memory controller of cgroup version 2 and free swap; says "
	       "what is missing. What it makes and changes is taken back at its end; after a sudden end, by the "
	       "next run.",
};

static volatile sig_atomic_t stop;

static void on_signal(int signal)
{
	(void)signal;
	stop = 1;
}

static bool interrupted(void)
{
	return stop;
}

/* a second signal changes nothing: what was made is taken back first */
static void heed_signals(void)
{
	struct sigaction action = { .sa_handler = on_signal };

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
}

static int say_missing(const struct needs *needs)
{
	struct need missing[MAX_NEEDS];
	size_t nr = needs_missing(needs, missing);

	for (size_t i = 0; i < nr; i++)
		say_error("%s: %s", missing[i].what, missing[i].remedy);
	return nr ? EXIT_FAILED : 0;
}

/* what is there from before is taken back, what is missing set up where that was asked for */
static int prepare(const struct age_options *options, struct age *age)
{
	struct needs needs = {
		.sysroot = "",
		.root = !geteuid(),
		.map = options->plan.map,
		.huge = options->plan.huge,
		.swap = options->swap,
		.bytes = options->plan.bytes,
	};
	char error[1024] = "";
	int leftovers = 0;

	if (needs.root)
		leftovers = undo_leftovers("", error, sizeof(error));
	if (leftovers > 0)
		say_warning("what %d earlier runs left behind was removed", leftovers);
	if (leftovers < 0 || (options->set_up && needs_set_up(&needs, &age->undo, error, sizeof(error)))) {
		say_error("%s", error);
		return EXIT_FAILED;
	}
	if (say_missing(&needs))
		return EXIT_FAILED;
	if ((options->swap && swap_make(&age->undo, options->swap, SWAP_BYTES, error, sizeof(error))) ||
	    age_open(age, error, sizeof(error))) {
		say_error("%s", error);
		return EXIT_FAILED;
	}
	return 0;
}

static int run_repeats(const struct age_options *options, struct age *age, struct age_repeat *repeats,
		       size_t *nr)
{
	const struct age_plan *plan = &options->plan;
	char error[1024];

	for (*nr = 0; *nr < plan->repeats && !stop; ++*nr) {
		struct age_repeat *repeat = &repeats[*nr];
		int status = age_repeat(age, plan, interrupted, repeat, error, sizeof(error));

		if (status) {
			age_repeat_free(repeat);
			say_error("%s", error);
			return EXIT_FAILED;
		}
		if (repeat->nr < plan->passes) {
			age_repeat_free(repeat);
			break;
		}
	}
	return 0;
}

static void print_outcomes(const struct session *session, const struct age_figures *figures)
{
	json_t *all = json_array();

	if (session->options->format == FORMAT_CSV)
		estimates_csv_header(stdout, NULL);
	for (size_t i = 0; i < figures->nr; i++) {
		json_t *rows;

		if (session->options->format == FORMAT_CSV) {
			estimates_csv_rows(stdout, &session->cpu, &figures->outcomes[i]);
			continue;
		}
		rows = estimates_json(&session->cpu, &figures->outcomes[i]);
		json_array_extend(all, rows);
		json_decref(rows);
	}
	if (session->options->format == FORMAT_JSON) {
		json_dumpf(all, stdout, JSON_INDENT(2));
		putchar('\n');
	}
	json_decref(all);
}

static void print_text(const struct age_plan *plan, const struct age_repeat *repeats,
		       const struct age_figures *figures)
{
	struct utsname machine;

	if (uname(&machine))
		return;
	printf("%s, %lluM, %u process%s, huge pages %s; Linux %.30s, %.16s\n", plan->map ? "tmpfs" : "anon",
	       (unsigned long long)(plan->bytes >> 20), plan->processes, plan->processes > 1 ? "es" : "",
	       plan->huge ? "on" : "off", machine.release, machine.machine);
	age_report_trace(stdout, plan, &repeats[0]);
	age_report_summary(stdout, plan, figures, machine.machine);
}

/* samples, estimates and the trace */
static int write_folder(struct session *session, const struct age_plan *plan,
			const struct age_repeat *repeats, size_t nr, const struct age_figures *figures)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);
	int status = 0;

	for (size_t i = 0; i < figures->nr; i++) {
		const struct outcome *outcome = &figures->outcomes[i];

		results_samples(session->results, outcome->bench, outcome->source, outcome->samples,
				outcome->nr_samples);
		results_outcome(session->results, &session->cpu, outcome);
	}
	if (out) {
		age_report_csv(out, plan, repeats, nr);
		status = fclose(out);
	}
	if (!out || status || results_text(session->results, "trace.csv", text)) {
		say_error("trace.csv cannot be written (%s): make room", strerror(errno));
		status = EXIT_FAILED;
	}
	free(text);
	return status;
}

static int report(struct session *session, const struct age_plan *plan, const struct age_repeat *repeats,
		  size_t nr)
{
	struct age_figures figures;
	int status = 0;

	if (age_figures_of(&figures, plan, repeats, nr)) {
		say_error("out of memory: close other programs");
		age_figures_free(&figures);
		return EXIT_FAILED;
	}
	if (session->results)
		status = write_folder(session, plan, repeats, nr, &figures);
	if (session->options->format == FORMAT_TEXT)
		print_text(plan, repeats, &figures);
	else
		print_outcomes(session, &figures);
	age_figures_free(&figures);
	if (nr < plan->repeats)
		say_warning("interrupted: what was measured until then is partial");
	return status ? status : say_stdout_done();
}

static void describe(const struct session *session)
{
	char enabled[32];

	sysfile_text("", enabled, sizeof(enabled), "%s", LRU_GEN_ENABLED);
	json_object_set_new(session->environment, "lru_gen_enabled", json_string(enabled));
}

static int measure(struct age_options *options, struct age *age, int argc, char **argv)
{
	struct age_repeat *repeats = calloc(options->plan.repeats, sizeof(*repeats));
	struct session session;
	char error[1024];
	size_t nr = 0;
	int status;

	if (!repeats) {
		say_error("out of memory: close other programs");
		return EXIT_FAILED;
	}
	status = session_open(&session, &options->shared, argc, argv);
	if (!status && topology_bind(session.topology, &session.cpu, error, sizeof(error))) {
		say_error("%s", error);
		status = EXIT_FAILED;
	}
	if (!status) {
		describe(&session);
		heed_signals();
		options->plan.node = session.cpu.numa_node > 0 ? session.cpu.numa_node : 0;
		status = run_repeats(options, age, repeats, &nr);
	}
	if (!status && nr)
		status = report(&session, &options->plan, repeats, nr);
	else if (!status)
		say_warning("interrupted: no repeat was whole");
	if (session_close(&session, nr == options->plan.repeats) && !status)
		status = EXIT_FAILED;
	for (size_t i = 0; i < nr; i++)
		age_repeat_free(&repeats[i]);
	free(repeats);
	return status;
}

int command_age(int argc, char **argv)
{
	struct age_options options = { 0 };
	struct age age = { .fd = -1 };
	char error[1024];
	int status;

	options_defaults(&options.shared);
	options.shared.no_engine = true;
	options.plan = (struct age_plan){ .bytes = 512 << 20, .processes = 1, .repeats = REPEATS };
	status = options_parse(&argp, argc, argv, &options.shared, &options);
	if (status)
		return status;
	if (undo_open(&age.undo, "", getpid())) {
		say_error("/proc does not know this process: mount -t proc proc /proc");
		return EXIT_FAILED;
	}
	heed_signals();
	status = prepare(&options, &age);
	if (!status)
		status = measure(&options, &age, argc, argv);
	age_close(&age);
	if (!geteuid() && undo_all(&age.undo, error, sizeof(error))) {
		say_error("%s", error);
		status = EXIT_FAILED;
	}
	return status;
}
