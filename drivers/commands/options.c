// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/options.h"
#include "commands/parse.h"
#include "engine/measure.h"
#include "output/say.h"
#include "survey.h"

enum key {
	KEY_FOLIOS = 256,
	KEY_LAYOUT,
	KEY_PROMOTED,
	KEY_PATTERN,
	KEY_PAGE_TABLES,
	KEY_ORDER,
	KEY_ZONES,
	KEY_TYPE,
	KEY_YOUNG,
	KEY_REFS,
	KEY_BATCH,
	KEY_RECLAIM_ZONES,
	KEY_DISTANCE,
	KEY_WHEN,
	KEY_WORK_LOADS,
	KEY_WORK_LOCKED,
	KEY_WORK_STORES,
	KEY_CONTENTION,
	KEY_COMPANIONS,
	KEY_SEED,
	KEY_BUDGET,
	KEY_PRECISION,
	KEY_REPLICATES,
	KEY_ROUNDS,
	KEY_PASSES,
	KEY_CPU,
	KEY_FORMAT,
	KEY_OUT,
	KEY_ATOMICS,
	KEY_COUNTERS,
	KEY_PLACE,
	KEY_SMT,
	NR_KEYS,
};

enum { KEY_HELP = 'h' };

static const char *const patterns[] = { "random", "block", "alternating", NULL };
static const char *const types[] = { "anon", "file", NULL };
static const char *const moments[] = { "before", "after", NULL };
static const char *const contentions[] = { "none", "readers", "writers", NULL };
static const char *const places[] = { "near", "far", NULL };

static uint64_t bit_of(int key)
{
	return UINT64_C(1) << (key - KEY_FOLIOS);
}

void options_defaults(struct options *options)
{
	*options = (struct options){
		.effort = { .budget = 10, .precision = 0.005, .seed = 1 },
	};
}

error_t options_complain(struct options *options, const char *format, ...)
{
	char text[512];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	say_error("%s%s", options->origin ? options->origin : "", text);
	options->reported = true;
	return EINVAL;
}

/* whole numbers: their bounds and where they go */
struct count_option {
	int key;
	const char *name;
	uint64_t least, most;
	size_t offset, size;
};

#define COUNT_OPTION(key, name, least, most, member)                      \
	{                                                                 \
		key, name, least, most, offsetof(struct options, member), \
			sizeof(((struct options *)0)->member)             \
	}

static const struct count_option counts[] = {
	COUNT_OPTION(KEY_FOLIOS, "folios", 1, MAX_FOLIOS, load.folios),
	COUNT_OPTION(KEY_PROMOTED, "promoted", 0, 1000, load.promoted_permille),
	COUNT_OPTION(KEY_PAGE_TABLES, "page-tables", 0, MAX_PAGE_TABLES, load.page_tables),
	COUNT_OPTION(KEY_ORDER, "order", 0, MAX_FOLIO_ORDER, load.folio_order),
	COUNT_OPTION(KEY_ZONES, "zones", 1, MAX_NR_ZONES, load.zones),
	COUNT_OPTION(KEY_YOUNG, "young", 0, 1000, load.young_permille),
	COUNT_OPTION(KEY_REFS, "refs", 0, 4, load.refs),
	COUNT_OPTION(KEY_BATCH, "batch", 1, MAX_LRU_BATCH, load.batch_length),
	COUNT_OPTION(KEY_RECLAIM_ZONES, "reclaim-zones", 1, MAX_NR_ZONES, load.reclaim_zones),
	COUNT_OPTION(KEY_DISTANCE, "distance", 1, MAX_PREFETCH_DISTANCE, load.prefetch_distance),
	COUNT_OPTION(KEY_WORK_LOADS, "work-loads", 0, MAX_WORK, load.work_loads),
	COUNT_OPTION(KEY_WORK_LOCKED, "work-locked", 0, MAX_WORK, load.work_locked),
	COUNT_OPTION(KEY_WORK_STORES, "work-stores", 0, MAX_WORK, load.work_stores),
	COUNT_OPTION(KEY_COMPANIONS, "companions", 1, MAX_COMPANIONS, load.companions),
	COUNT_OPTION(KEY_SEED, "seed", 0, INT64_MAX, effort.seed),
	COUNT_OPTION(KEY_REPLICATES, "replicates", 1, 100000, effort.replicates),
	COUNT_OPTION(KEY_ROUNDS, "rounds", 1, 1000000, effort.rounds),
	COUNT_OPTION(KEY_PASSES, "passes", 1, MAX_PASSES, effort.passes),
};

static void set_count(struct options *options, const struct count_option *count, uint64_t value)
{
	char *field = (char *)options + count->offset;
	unsigned int narrow = (unsigned int)value;

	if (count->size == sizeof(value))
		memcpy(field, &value, sizeof(value));
	else
		memcpy(field, &narrow, sizeof(narrow));
}

static error_t parse_counts(struct options *options, int key, const char *text)
{
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		const struct count_option *count = &counts[i];
		uint64_t value;

		if (count->key != key)
			continue;
		if (!parse_count(text, count->least, count->most, &value))
			return options_complain(options, "--%s %s: give a whole number from %llu to %llu",
						count->name, text, (unsigned long long)count->least,
						(unsigned long long)count->most);
		set_count(options, count, value);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static error_t parse_words(struct options *options, const char *name, const char *text,
			   const char *const *words, unsigned int *value)
{
	int index = parse_word(text, words);

	if (index < 0)
		return options_complain(options, "--%s %s: choose %s, %s%s%s", name, text, words[0], words[1],
					words[2] ? " or " : "", words[2] ? words[2] : "");
	*value = (unsigned int)index;
	return 0;
}

error_t options_format(struct options *options, const char *text)
{
	static const char *const formats[] = { "text", "csv", "json", NULL };
	unsigned int word = options->format;
	error_t error = parse_words(options, "format", text, formats, &word);

	options->format = word;
	return error;
}

/* one companion unless told, and none without anything to do */
static error_t check_companions(struct options *options)
{
	struct workload *load = &options->load;

	if (!load->contention && options->given & bit_of(KEY_COMPANIONS))
		return options_complain(options, "--companions %u: say what they do with --contention",
					load->companions);
	if (load->contention && !load->companions)
		load->companions = 1;
	return 0;
}

error_t options_check(struct options *options)
{
	struct workload *load = &options->load;
	error_t error = check_companions(options);

	if (error)
		return error;
	if (!(options->given & bit_of(KEY_PATTERN)) || load->promoted_pattern != PROMOTED_ALTERNATING)
		return 0;
	if (options->given & bit_of(KEY_PROMOTED) && load->promoted_permille != 500)
		return options_complain(options, "--promoted %u: alternating promotes every second folio, %s",
					load->promoted_permille, "leave --promoted out");
	load->promoted_permille = 500;
	options->given |= bit_of(KEY_PROMOTED);
	return 0;
}

static error_t parse_workload(int key, char *text, struct argp_state *state)
{
	struct options *options = state->input;
	unsigned int word = 0;
	error_t error;

	if (key == ARGP_KEY_END)
		return options_check(options);
	/* argp's own keys are far above */
	if (key < KEY_FOLIOS || key > KEY_SEED)
		return ARGP_ERR_UNKNOWN;
	options->given |= bit_of(key);
	switch (key) {
	case KEY_LAYOUT:
		if (parse_layout(text, &options->load))
			return 0;
		return options_complain(options,
					"--layout %s: choose ascending, descending, shuffled or runs:R", text);
	case KEY_PATTERN:
		error = parse_words(options, "promoted-pattern", text, patterns, &word);
		options->load.promoted_pattern = word;
		return error;
	case KEY_TYPE:
		return parse_words(options, "type", text, types, &options->load.type);
	case KEY_WHEN:
		return parse_words(options, "when", text, moments, &options->load.prefetch_after);
	case KEY_CONTENTION:
		error = parse_words(options, "contention", text, contentions, &word);
		options->load.contention = word;
		return error;
	default:
		return parse_counts(options, key, text);
	}
}

/* "lse or llsc" */
static void kinds_of_atomics(char *text, size_t size)
{
	const char *last = "";
	size_t used = 0;

	for (size_t i = 0; i < nr_flavours && used < size; i++) {
		if (!strcmp(flavours[i].atomics, last))
			continue;
		last = flavours[i].atomics;
		used += (size_t)snprintf(text + used, size - used, "%s%s", used ? " or " : "", last);
	}
}

static error_t parse_atomics(struct options *options, const char *text)
{
	int found = flavour_find("plain", text);
	char kinds[64];

	if (!flavours[0].atomics[0])
		return options_complain(options, "--atomics %s: %s", text,
					"this architecture has one kind: leave it out");
	kinds_of_atomics(kinds, sizeof(kinds));
	if (found < 0)
		return options_complain(options, "--atomics %s: choose %s", text, kinds);
	if (!flavour_runs(&flavours[found]))
		return options_complain(options, "--atomics %s: %s", text,
					"this CPU has none of them: leave it out");
	options->atomics = text;
	return 0;
}

static error_t parse_measuring(int key, char *text, struct argp_state *state)
{
	struct options *options = state->input;
	char wrong[256];
	unsigned int word = 0;
	error_t error;

	if (key < KEY_FOLIOS || key > KEY_SMT)
		return ARGP_ERR_UNKNOWN;
	options->given |= bit_of(key);
	switch (key) {
	case KEY_BUDGET:
		if (parse_real(text, 0.1, 86400, &options->effort.budget))
			return 0;
		return options_complain(options, "--budget %s: give seconds from 0.1 to 86400", text);
	case KEY_PRECISION:
		if (parse_real(text, 0, 100, &options->effort.precision)) {
			options->effort.precision /= 100;
			return 0;
		}
		return options_complain(options, "--precision %s: give percent from 0 to 100", text);
	case KEY_CPU:
		options->cpu = text;
		return 0;
	case KEY_FORMAT:
		return options_format(options, text);
	case KEY_ATOMICS:
		return parse_atomics(options, text);
	case KEY_COUNTERS:
		if (!survey_check(text, wrong, sizeof(wrong)))
			return options_complain(options, "--counters: %s", wrong);
		options->counters = strcmp(text, "none") ? text : NULL;
		return 0;
	case KEY_PLACE:
		error = parse_words(options, "place", text, places, &word);
		options->place = word;
		return error;
	case KEY_SMT:
		options->smt = true;
		return 0;
	case KEY_OUT:
		if (!*text)
			return options_complain(options, "--out: give the name of a folder");
		options->out = text;
		return 0;
	default:
		return parse_counts(options, key, text);
	}
}

static const struct argp_option workload_options[] = {
	{ "folios", KEY_FOLIOS, "N", 0, "folios on the list (K, M and G multiply by 1024)", 1 },
	{ "layout", KEY_LAYOUT, "LAYOUT", 0,
	  "their order in memory from the back of the list on: ascending, descending, shuffled, or runs:R "
	  "(runs of R ascending folios, shuffled)",
	  1 },
	{ "promoted", KEY_PROMOTED, "PERMILLE", 0, "folios of a thousand already promoted", 1 },
	{ "promoted-pattern", KEY_PATTERN, "PATTERN", 0,
	  "random, block (the first of each thousand) or alternating", 1 },
	{ "page-tables", KEY_PAGE_TABLES, "N", 0, "processes that map every folio", 1 },
	{ "order", KEY_ORDER, "K", 0, "folios of 2^K pages", 1 },
	{ "zones", KEY_ZONES, "N", 0, "zones the folios are spread over", 1 },
	{ "type", KEY_TYPE, "TYPE", 0, "anon or file", 1 },
	{ "young", KEY_YOUNG, "PERMILLE", 0, "page-table entries of a thousand young before a walk", 1 },
	{ "refs", KEY_REFS, "N", 0, "refs of every folio before a pass, 0 to 4", 1 },
	{ "batch", KEY_BATCH, "N", 0, "folios per batch, 1 to 4096 (list_move, counters)", 1 },
	{ "reclaim-zones", KEY_RECLAIM_ZONES, "N", 0, "zones that scan may isolate from, the lowest N", 1 },
	{ "distance", KEY_DISTANCE, "N", 0, "folios ahead that prefetch's addr and known look, 1 to 64", 1 },
	{ "when", KEY_WHEN, "WHEN", 0, "prefetch before or after the locked operations", 1 },
	{ "work-loads", KEY_WORK_LOADS, "N", 0, "loads per folio in prefetch, up to 1000", 1 },
	{ "work-locked", KEY_WORK_LOCKED, "N", 0, "locked operations per folio in prefetch", 1 },
	{ "work-stores", KEY_WORK_STORES, "N", 0, "stores per folio in prefetch", 1 },
	{ "contention", KEY_CONTENTION, "WHAT", 0,
	  "what threads on other CPUs do to the same line meanwhile: none, readers or writers", 1 },
	{ "companions", KEY_COMPANIONS, "N", 0, "how many such threads, each on a CPU of its own (1)", 1 },
	{ "seed", KEY_SEED, "N", 0, "seed of all that is drawn by lot", 1 },
	{ 0 },
};

static const struct argp_option measuring_options[] = {
	{ "cpu", KEY_CPU, "WHERE", 0,
	  "CPU to measure on: an OS index, or an hwloc location such as core:0, numa:0, kind:0", 2 },
	{ "place", KEY_PLACE, "WHERE", 0, "CPUs for the threads beside: near that one first, or far", 2 },
	{ "smt", KEY_SMT, NULL, 0, "also use further hardware threads of one core for them", 2 },
	{ "budget", KEY_BUDGET, "SECONDS", 0, "time to measure for, per case (10)", 2 },
	{ "precision", KEY_PRECISION, "PERCENT", 0, "half width of the intervals to stop at (0.5)", 2 },
	{ "replicates", KEY_REPLICATES, "N", 0, "fresh processes, whatever the precision", 2 },
	{ "rounds", KEY_ROUNDS, "N", 0, "rounds in each process", 2 },
	{ "passes", KEY_PASSES, "N", 0, "timed passes in each sample", 2 },
	{ "atomics", KEY_ATOMICS, "KIND", 0,
	  "arm64: lse or llsc, compare-and-swap by one instruction or by a pair of exclusives (what the CPU has)",
	  2 },
	{ "counters", KEY_COUNTERS, "METRIC,...", 0,
	  "count these per item, too: see foliolab counters; native:NAME for any event, all, or none", 2 },
	{ "format", KEY_FORMAT, "FORMAT", 0, "text, csv or json", 2 },
	{ "out", KEY_OUT, "FOLDER", 0, "also write a results folder, which must be new", 2 },
	{ 0 },
};

const struct argp workload_argp = { .options = workload_options, .parser = parse_workload };
const struct argp measuring_argp = { .options = measuring_options, .parser = parse_measuring };

error_t options_set(struct options *options, const char *name, const char *value)
{
	struct argp_state state = { .input = options };
	char text[64];

	/* argp's parsers take what they may change */
	snprintf(text, sizeof(text), "%s", value);
	for (const struct argp_option *option = workload_options; option->name; option++)
		if (!strcmp(option->name, name) && strlen(value) < sizeof(text))
			return parse_workload(option->key, text, &state);
	return options_complain(options, "%s %s: no such option of a workload, see foliolab run --help", name,
				value);
}

/*
 * argp says more than one line about an option it does not know, and nothing at
 * all, not even its help, when told to keep quiet. So it is told to, and what
 * it would have said is said here.
 */
struct parsing {
	const struct argp *argp; /* the command's */
	struct options *options;
	void *input;       /* of the command's parser */
	const char *wrong; /* the argument that parsing ended at */
};

static error_t parse_command(int key, char *text, struct argp_state *state)
{
	struct parsing *parsing = state->input;

	(void)text;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = parsing->input;
		return 0;
	case KEY_HELP:
		argp_help(parsing->argp, stdout, ARGP_HELP_STD_HELP, state->argv[0]);
		exit(say_stdout_done());
	case ARGP_KEY_ERROR:
		parsing->wrong = state->next > 0 ? state->argv[state->next - 1] : "";
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

int options_parse(const struct argp *argp, int argc, char **argv, struct options *options, void *input)
{
	const struct argp_option help[] = { { "help", KEY_HELP, NULL, 0, "this text", -1 }, { 0 } };
	const struct argp_child children[] = { { argp, 0, NULL, 0 }, { 0 } };
	const struct argp whole = { .options = help, .parser = parse_command, .children = children };
	struct parsing parsing = { .argp = &whole, .options = options, .input = input, .wrong = "" };

	if (!argp_parse(&whole, argc, argv, ARGP_NO_ERRS | ARGP_NO_HELP, NULL, &parsing))
		return 0;
	if (!options->reported)
		say_error("%s: no such option or argument, or one without its value: see %s --help",
			  parsing.wrong, argv[0]);
	return EXIT_USAGE;
}

unsigned int options_flavour(const struct options *options, const char *config)
{
	return (unsigned int)flavour_find(config ? config : "plain", options->atomics);
}

struct workload options_workload(const struct options *options, const struct kernel *kernel)
{
	const struct workload *given = &options->load;
	struct workload load = kernel->defaults;

#define TAKE(key, field)                           \
	do {                                       \
		if (options->given & bit_of(key))  \
			load.field = given->field; \
	} while (0)
	TAKE(KEY_FOLIOS, folios);
	TAKE(KEY_LAYOUT, layout);
	TAKE(KEY_LAYOUT, run_length);
	TAKE(KEY_PROMOTED, promoted_permille);
	TAKE(KEY_PATTERN, promoted_pattern);
	TAKE(KEY_PAGE_TABLES, page_tables);
	TAKE(KEY_ORDER, folio_order);
	TAKE(KEY_ZONES, zones);
	TAKE(KEY_TYPE, type);
	TAKE(KEY_YOUNG, young_permille);
	TAKE(KEY_REFS, refs);
	TAKE(KEY_BATCH, batch_length);
	TAKE(KEY_RECLAIM_ZONES, reclaim_zones);
	TAKE(KEY_DISTANCE, prefetch_distance);
	TAKE(KEY_WHEN, prefetch_after);
	TAKE(KEY_WORK_LOADS, work_loads);
	TAKE(KEY_WORK_LOCKED, work_locked);
	TAKE(KEY_WORK_STORES, work_stores);
	TAKE(KEY_CONTENTION, contention);
	TAKE(KEY_CONTENTION, companions);
#undef TAKE
	return load;
}

int options_refused(const struct bench_case *bench)
{
	const char *refusal = workload_refusal(bench->kernel, &bench->load);

	if (refusal) {
		say_error("%s", refusal);
		return EXIT_USAGE;
	}
	if (bench->effort.passes % 2 && bench->kernel->steady(&bench->load)) {
		say_error("--passes %u: give an even number, odd and even passes are kept apart",
			  bench->effort.passes);
		return EXIT_USAGE;
	}
	return 0;
}
