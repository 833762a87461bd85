/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What was counted: columns of the files, a table for people, and why the rest is not there. */
#ifndef FOLIOLAB_COUNTS_H
#define FOLIOLAB_COUNTS_H

#include <jansson.h>
#include <stdio.h>

#include "counters.h"
#include "engine/estimate.h"
#include "output/columns.h"

/* a counted column's name is its metric's, METRIC_rounds beside it says how many rounds it had */
struct count_columns {
	size_t nr;
	struct column columns[2 * MAX_COUNTERS];
	char rounds[MAX_COUNTERS][MAX_METRIC + 8];
};

enum { NO_ROUNDS = -1 };

/**
 * count_columns_of - the columns of a plan, none where that is NULL
 * @figures: offset of an array of doubles in the row
 * @rounds: of an array of int64_t, or NO_ROUNDS
 */
void count_columns_of(struct count_columns *counts, const struct counter_plan *plan, size_t figures,
		      long rounds);

/**
 * counts_table - counts per item, variants in rows, below a table of cycles
 */
void counts_table(FILE *out, const struct outcome *outcome);

/* metric by metric: event, path, state, reason; for environment.json */
json_t *counts_json(const struct counter_plan *plan);

#endif
