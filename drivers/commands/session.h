/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What every measuring command does around its plan: CPU, engine, results folder, warnings, progress. */
#ifndef FOLIOLAB_SESSION_H
#define FOLIOLAB_SESSION_H

#include <stdbool.h>

#include "commands/options.h"
#include "engine/engine.h"
#include "host/environment.h"
#include "output/results.h"

struct session {
	const struct options *options;
	struct topology *topology;
	struct cpu cpu;
	uint32_t companion_cpus[MAX_COMPANIONS]; /* those that companions may have, the first ones first */
	size_t nr_companions;
	struct engine *engine;
	struct engine *first;    /* of another CPU before: what is counted is told by it */
	struct results *results; /* NULL where no folder was asked for */
	json_t *environment;
	struct cpu_times before;
	size_t case_index, nr_cases;
	double left_after_s; /* budgets of the cases still to come */
};

/**
 * session_open - chooses the CPU, prepares the engine and the results folder
 *
 * Says on stderr which CPU and why, and what disturbs figures there. Returns
 * 0, or EXIT_FAILED or EXIT_USAGE after one line on stderr; session_close()
 * either way.
 */
int session_open(struct session *session, const struct options *options, int argc, char **argv);

/**
 * session_start - session_open() without the results folder, for a plan that depends on the CPU
 *
 * Where options->resume is set and no --cpu was given, the CPU is the folder's.
 */
int session_start(struct session *session, const struct options *options, int argc, char **argv);

/**
 * session_describe - environment.json as it is before the first case
 */
json_t *session_describe(const struct session *session, int argc, char **argv);

/**
 * session_resumable - opens the folder of options->out, if any, for a run that can be taken up again
 * @plan: in words, all that makes its cases what they are; environment.json's "plan"
 *
 * Returns 0, or EXIT_FAILED after one line on stderr.
 */
int session_resumable(struct session *session, const char *plan);

/**
 * session_rows - the rows of a case that the folder has already, then session_run() is not needed
 *
 * To be freed. NULL where the case is still to be measured.
 */
char *session_rows(struct session *session, const struct bench_case *bench);

/**
 * session_move - goes on on another CPU
 *
 * Says on stderr which and what disturbs figures there. Returns 0, or
 * EXIT_FAILED after one line on stderr.
 */
int session_move(struct session *session, const struct cpu *cpu);

/**
 * session_plan - tells what is to come: with which atomic operations, and for the time left how much
 */
void session_plan(struct session *session, const struct bench_case *cases, size_t nr);

/**
 * session_run - measures one case; samples and estimates go to the folder
 *
 * Returns 0, or EXIT_FAILED after one line on stderr.
 */
int session_run(struct session *session, const struct bench_case *bench, struct outcome *outcome);

/**
 * session_close - says what disturbed the run, finishes the folder
 * @complete: whether all that was planned was measured
 *
 * Returns 0, or EXIT_FAILED after one line on stderr.
 */
int session_close(struct session *session, bool complete);

#endif
