/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Plain tables for a terminal or a mail: ASCII, at most 72 columns. */
#ifndef FOLIOLAB_TABLE_H
#define FOLIOLAB_TABLE_H

#include <stdio.h>

#include "engine/estimate.h"
#include "host/topology.h"

/**
 * table_outcome - one case as a table
 *
 * A head line (kernel, workload in words, CPU), one row per variant: cycles
 * per item with interval, ns, ratio to the baseline with interval, odd and
 * even passes where they differ by more than 3%; under it the control's
 * interval as the noise floor, the source of cycles, processes, rounds, what
 * stopped the run, share of time lost and of samples left out, page size, the
 * share of wall time inside timed passes. A ratio whose interval lies inside
 * the control's is marked "none": no difference shown.
 */
void table_outcome(FILE *out, const struct cpu *cpu, const struct outcome *outcome);

/* the workload in words, e.g. "131072 folios, runs:16, 10% promoted (block)" */
void table_workload(char *text, size_t size, const struct bench_case *bench);

#endif
