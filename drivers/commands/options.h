/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options that every measuring command shares, so that they behave alike everywhere. */
#ifndef FOLIOLAB_OPTIONS_H
#define FOLIOLAB_OPTIONS_H

#include <argp.h>
#include <stdbool.h>

#include "engine/plan.h"
#include "host/topology.h"

enum format { FORMAT_TEXT, FORMAT_CSV, FORMAT_JSON };

struct options {
	struct workload load; /* only what is in given */
	uint64_t given;       /* bit per option key, see options_given() */
	const char *variants; /* names with commas between them, NULL: all */
	const char *cpu;      /* NULL: the one least likely to be disturbed */
	const char *out;      /* results folder, NULL: none */
	bool resume;          /* take up what is in it */
	const char *atomics;  /* kind of atomic operations, NULL: the best this CPU has */
	enum place place;     /* where companions go */
	bool smt;             /* also on hardware threads of a core that has one of them already */
	const char *counters; /* metrics with commas between them, "all", or NULL */
	enum format format;
	struct effort effort;
	bool no_engine;     /* no loop of the lab is measured, so no CPU is calibrated or counted on */
	const char *origin; /* that errors name first, "plan.txt line 3: "; NULL: the command line */
	bool reported;      /* an error was already said */
};

/* children of a command's own parser: what to run it on, and how to measure and report */
extern const struct argp workload_argp, measuring_argp;

/**
 * options_defaults - what holds where nothing is given
 */
void options_defaults(struct options *options);

/**
 * options_parse - parses @argv with @argp, whose input is @options (or begins with it)
 *
 * Returns 0, or EXIT_USAGE after one line on stderr.
 */
int options_parse(const struct argp *argp, int argc, char **argv, struct options *options, void *input);

/**
 * options_format - the argument of --format, for parsers; EINVAL after one line on stderr
 */
error_t options_format(struct options *options, const char *text);

/**
 * options_complain - one line on stderr, returned from an argp parser
 */
error_t options_complain(struct options *options, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * options_set - sets one option of the workload by its name, as --NAME VALUE does
 *
 * Returns 0, or an error after one line on stderr.
 */
error_t options_set(struct options *options, const char *name, const char *value);

/**
 * options_check - after the last option of a workload: whether they go together
 *
 * Returns 0, or an error after one line on stderr.
 */
error_t options_check(struct options *options);

/**
 * options_flavour - index of the flavour with the atomic operations asked for
 * @config: of lists, one that flavour_find() knows; NULL: plain
 */
unsigned int options_flavour(const struct options *options, const char *config);

/**
 * options_workload - a kernel's default workload with what was given in its place
 */
struct workload options_workload(const struct options *options, const struct kernel *kernel);

/**
 * options_refused - whether a case cannot be measured as it was asked for
 *
 * Returns 0, or EXIT_USAGE after one line on stderr.
 */
int options_refused(const struct bench_case *bench);

/**
 * options_variants - fills a case with the variants asked for, or all
 *
 * The first one named is the baseline. Returns 0, or EXIT_USAGE after one line
 * on stderr.
 */
int options_variants(const char *names, struct bench_case *bench);

#endif
