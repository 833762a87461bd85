/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Results of one or several folders as plain tables: ASCII, at most 72 columns. */
#ifndef FOLIOLAB_TABULATE_H
#define FOLIOLAB_TABULATE_H

#include <stdio.h>

#include "compare/collection.h"

/**
 * tabulate - cycles (else ns) per item, a table for each kernel and part
 *
 * A row for each workload; what all of them share stands above. Columns are
 * the variants where all was measured on one CPU, else the CPUs, machines and
 * architectures beside each other, with a row for each variant.
 *
 * Returns 0, or -1 where memory ran out.
 */
int tabulate(FILE *out, const struct collection *collection);

#endif
