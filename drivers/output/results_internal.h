/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What results.c and results_resumable.c share; for nobody else. */
#ifndef FOLIOLAB_RESULTS_INTERNAL_H
#define FOLIOLAB_RESULTS_INTERNAL_H

#include <sys/types.h>

#include "output/journal.h"
#include "output/results.h"

struct results {
	char *folder; /* as it was given, for messages */
	int dir;
	int samples;
	off_t samples_bytes; /* whole rows in samples.csv */
	int samples_errno;   /* of the first failure */
	json_t *environment;
	const struct counter_plan *counters; /* NULL: nothing is counted */
	FILE *estimates;                     /* rows so far, in memory; NULL where results are resumable */
	char *estimates_text;
	size_t estimates_bytes;
	/* of resumable ones, else -1 */
	struct journal journal;
	int rows;          /* estimates.csv, which grows case by case */
	off_t rows_bytes;  /* of it whole cases */
	off_t rows_header; /* bytes before the first case */
	int rows_errno;
};

/* an empty one, or NULL with one line in @error */
struct results *results_new(json_t *environment, char *error, size_t size);
void results_free(struct results *results);

/* writes environment.json; 0, or -1 with errno set */
int results_environment(struct results *results, bool complete);

/* results_outcome() of resumable ones */
int results_commit(struct results *results, const struct cpu *cpu, const struct outcome *outcome);

#endif
