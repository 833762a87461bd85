// SPDX-License-Identifier: GPL-2.0-or-later
/* The options of foliolab age. */
#include <stdio.h>
#include <unistd.h>

#include "commands/age_internal.h"
#include "commands/parse.h"

enum {
	KEY_MAP = 512,
	KEY_PROCESSES,
	KEY_THP,
	KEY_REREAD,
	KEY_PASSES,
	KEY_BYTES,
	KEY_REPEATS,
	KEY_MEMCACHED,
	KEY_SWAP,
	KEY_SET_UP,
	KEY_CPU,
	KEY_FORMAT,
	KEY_OUT,
};

enum { TRACE_PASSES = 101, REREAD_PASSES = 10, REPEATS = 10, MAX_REPEATS = 1000 };

static const uint64_t MAPPED_BYTES = UINT64_C(512) << 20, MEMCACHED_BYTES = UINT64_C(4) << 30;

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

	if (options->memcached && options->mapped)
		return options_complain(&options->shared,
					"--memcached maps its own memory: leave --map, --processes, "
					"--thp, --reread and --passes out");
	if (!plan->bytes)
		plan->bytes = options->memcached ? MEMCACHED_BYTES : MAPPED_BYTES;
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

	if (key == KEY_MAP || (key >= KEY_PROCESSES && key <= KEY_PASSES))
		options->mapped = true;
	switch (key) {
	case KEY_MEMCACHED:
		options->memcached = true;
		return 0;
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
	{ "bytes", KEY_BYTES, "N", 0, "how much of it (512M); of memcached, the limit (4G)", 1 },
	{ "processes", KEY_PROCESSES, "N", 0, "processes that map all of it (1)", 1 },
	{ "thp", KEY_THP, "off|on", 0, "in huge pages, or in none (off)", 1 },
	{ "reread", KEY_REREAD, "off|on", 0,
	  "whether each process reads every page before each write (off for anon, on for tmpfs)", 1 },
	{ "passes", KEY_PASSES, "N", 0, "writes of each repeat (101; 10 with reading between them)", 2 },
	{ "repeats", KEY_REPEATS, "N", 0, "repeats, each in fresh processes (10)", 2 },
	{ "memcached", KEY_MEMCACHED, NULL, 0,
	  "instead: memcached in a memcg with a limit, filled beyond it by memtier_benchmark", 2 },
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

int age_parse(struct age_options *options, int argc, char **argv)
{
	*options = (struct age_options){ .plan = { .processes = 1, .repeats = REPEATS } };
	options_defaults(&options->shared);
	options->shared.no_engine = true;
	return options_parse(&argp, argc, argv, &options->shared, options);
}
