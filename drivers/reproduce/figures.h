/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the outcomes of reproduce's cases to what was measured of each published figure. */
#ifndef FOLIOLAB_FIGURES_H
#define FOLIOLAB_FIGURES_H

#include "engine/estimate.h"
#include "reproduce/published.h"
#include "reproduce/verdict.h"

/* what reproduce measured; a case that was not run has no bench */
struct measured_cases {
	struct outcome outcomes[NR_FIGURE_CASES];
	const char *arch; /* of this machine, as uname says it */
};

struct measured_figure {
	struct interval base_ns, patched_ns; /* per item */
	struct interval base_cycles, patched_cycles;
	struct interval ratio; /* patched to base */
	enum verdict verdict;
	double factor;   /* measured log ratio over published */
	const char *why; /* for VERDICT_ELSEWHERE */
};

/**
 * figure_measurable - whether this machine's kind can measure it, else why not
 */
const char *figure_not_here(const struct published *figure, const char *arch);

/**
 * figure_measure - what was measured of a figure, and the verdict
 */
struct measured_figure figure_measure(const struct published *figure, const struct measured_cases *measured);

/**
 * figures_entry - the entry of a variant in a case, or the number of entries where it has none
 */
size_t figures_entry(const struct bench_case *bench, const char *variant);

#endif
