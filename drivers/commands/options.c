// SPDX-License-Identifier: GPL-2.0-or-later
/* What the options of the command line have in common. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/options_internal.h"
#include "commands/parse.h"
#include "engine/measure.h"
#include "output/say.h"

enum { KEY_HELP = 'h' };

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

error_t options_count(struct options *options, int key, const char *text)
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

error_t options_word(struct options *options, const char *name, const char *text, const char *const *words,
		     unsigned int *value)
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
	error_t error = options_word(options, "format", text, formats, &word);

	options->format = word;
	return error;
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
