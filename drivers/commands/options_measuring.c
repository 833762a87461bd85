// SPDX-License-Identifier: GPL-2.0-or-later
/* How it is measured and reported, as options. */
#include <stdio.h>
#include <string.h>

#include "commands/options_internal.h"
#include "commands/parse.h"
#include "survey.h"

static const char *const places[] = { "near", "far", NULL };

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
		error = options_word(options, "place", text, places, &word);
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
		return options_count(options, key, text);
	}
}

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

const struct argp measuring_argp = { .options = measuring_options, .parser = parse_measuring };

unsigned int options_flavour(const struct options *options, const char *config)
{
	return (unsigned int)flavour_find(config ? config : "plain", options->atomics);
}
