// SPDX-License-Identifier: GPL-2.0-or-later
/* The world that a kernel runs on, as options. */
#include <stdio.h>
#include <string.h>

#include "commands/options_internal.h"
#include "commands/parse.h"
#include "output/say.h"

static const char *const patterns[] = { "random", "block", "alternating", NULL };
static const char *const types[] = { "anon", "file", NULL };
static const char *const moments[] = { "before", "after", NULL };
static const char *const contentions[] = { "none", "readers", "writers", NULL };

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
		error = options_word(options, "promoted-pattern", text, patterns, &word);
		options->load.promoted_pattern = word;
		return error;
	case KEY_TYPE:
		return options_word(options, "type", text, types, &options->load.type);
	case KEY_WHEN:
		return options_word(options, "when", text, moments, &options->load.prefetch_after);
	case KEY_CONTENTION:
		error = options_word(options, "contention", text, contentions, &word);
		options->load.contention = word;
		return error;
	default:
		return options_count(options, key, text);
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

const struct argp workload_argp = { .options = workload_options, .parser = parse_workload };

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
