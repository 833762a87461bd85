/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From cells of the map to findings, and from findings to words. Pure: nothing is measured or printed here. */
#ifndef FOLIOLAB_PREFETCH_VERDICT_H
#define FOLIOLAB_PREFETCH_VERDICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "engine/estimate.h"

/* one prefetch in one loop, on one order of memory and one working set */
struct cell {
	const char *loop;           /* "inc_min_seq/p6-noprefetch" */
	char flavour[48];           /* "prefetchw next", "prefetchw known 4" */
	char layout[24];            /* "runs:8" */
	const char *level;          /* "L2" */
	size_t bytes;               /* of the working set */
	bool idle;                  /* the instruction does nothing */
	bool hw_off;                /* hardware prefetchers were off */
	struct interval ratio;      /* to the loop without it; intervals of all cells hold together */
	struct interval control;    /* of the loop without it, built twice */
	struct interval nop;        /* of an idle instruction in the same place; NAN: none measured */
	double without_ns, with_ns; /* per item */
	double most_ns;             /* of without_ns that a prefetch could save at most; NAN: not known */
};

/* what a cell shows */
enum finding {
	FINDING_UNKNOWN, /* too few processes for an interval */
	FINDING_NONE,
	FINDING_HELPS,
	FINDING_HURTS,
};

/* a difference smaller than this is nobody's finding: stack and code placement make as much */
extern const double finding_floor;

/**
 * cell_finding - what may be claimed of a cell
 *
 * A finding's whole interval lies beyond finding_floor, beyond the control's
 * interval and, where an idle instruction was measured in the same place,
 * beyond that one's.
 */
enum finding cell_finding(const struct cell *cell);

/* what a verdict says beside its findings */
struct verdict_about {
	const char *cpu, *compiler, *source; /* of cycles */
	size_t page_size;
};

/**
 * verdict_print - where each prefetch helps, hurts, or shows nothing, and what to do with it
 *
 * Plain text of at most 72 columns. Says nothing that is not a finding.
 */
void verdict_print(FILE *out, const struct cell *cells, size_t nr, const struct verdict_about *about);

/* what to do with a loop's prefetches */
enum advice {
	ADVICE_NOTHING_SAID, /* half the cells or more have no interval */
	ADVICE_UNDECIDED,    /* no help seen, but not all cells have an interval */
	ADVICE_NO_EFFECT,
	ADVICE_KEEP,
	ADVICE_DROP,
	ADVICE_GATE,
};

/**
 * verdict_advice - about one flavour in one loop, idle ones left aside
 * @flavour: NULL for all of the loop's together: the best of them, which is put into *@best
 */
enum advice verdict_advice(const struct cell *cells, size_t nr, const char *loop, bool hw_off,
			   const char *flavour, const char **best);

#endif
