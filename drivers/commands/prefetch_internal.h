/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What prefetch.c and prefetch_report.c share; for nobody else. */
#ifndef FOLIOLAB_PREFETCH_INTERNAL_H
#define FOLIOLAB_PREFETCH_INTERNAL_H

#include "commands/session.h"
#include "host/hwprefetch.h"
#include "prefetch/plan.h"

struct prefetch_options {
	struct options shared;
	struct map_request request;
};

/* what the command holds from start to end */
struct prefetch_lab {
	struct prefetch_options options;
	struct session session;
	struct map_plan plan;
	struct outcome *outcomes; /* by case */
	char *rows;               /* of estimates.csv, as cases are finished */
	size_t rows_bytes;
	FILE *rows_out;
	struct hw_prefetch *hw_off;
	double end_s;
	size_t out_of_time;
};

/**
 * prefetch_report - the report in the format asked for, and files for the folder
 *
 * Returns 0, or EXIT_FAILED after one line on stderr.
 */
int prefetch_report(struct prefetch_lab *lab);

#endif
