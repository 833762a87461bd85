/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rows of samples.csv. */
#ifndef FOLIOLAB_SAMPLES_CSV_H
#define FOLIOLAB_SAMPLES_CSV_H

#include <stdio.h>

#include "engine/plan.h"
#include "engine/sample.h"

void samples_csv_header(FILE *out);
void samples_csv_rows(FILE *out, const struct bench_case *bench, enum cycle_source source,
		      const struct sample *samples, size_t nr);

#endif
