/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Instruction counts of the real kernel as text that goes into a mail, CSV or JSON. */
#ifndef FOLIOLAB_COUNTED_H
#define FOLIOLAB_COUNTED_H

#include <jansson.h>
#include <stdio.h>

#include "kernelcounts/kernel_counts.h"

void counted_text(FILE *out, const struct kernel_counts *counts);

/**
 * counted_csv_header, counted_csv_rows - a row per stage
 *
 * Columns: arch,stage,what,walk,relabel,increment,promoted; then for walk_,
 * increment_ and promoted_ each flags_loads, loads, stores, stack, locked,
 * prefetches; functions (of the increment path), boots, alike (0 or 1). All
 * figures are per 4 KB folio.
 */
void counted_csv_header(FILE *out);
void counted_csv_rows(FILE *out, const struct kernel_counts *counts);

/* the same rows as an array of objects */
json_t *counted_json(const struct kernel_counts *counts);

#endif
