/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rows of samples.csv. */
#ifndef FOLIOLAB_SAMPLES_CSV_H
#define FOLIOLAB_SAMPLES_CSV_H

#include <stdio.h>

#include "engine/plan.h"
#include "engine/sample.h"

/* @plan: what is counted, NULL: nothing */
void samples_csv_header(FILE *out, const struct counter_plan *plan);
void samples_csv_rows(FILE *out, const struct bench_case *bench, enum cycle_source source,
		      const struct counter_plan *plan, const struct sample *samples, size_t nr);

#endif
