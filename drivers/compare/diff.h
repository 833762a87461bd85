/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two collections against each other: which rows are the same thing, and whether it got slower. */
#ifndef FOLIOLAB_COMPARE_DIFF_H
#define FOLIOLAB_COMPARE_DIFF_H

#include "compare/collection.h"

enum verdict { SLOWER, FASTER, NO_DIFFERENCE, CANNOT_TELL };

/* one thing measured in both */
struct comparison {
	const struct result *old, *new;
	bool cycles;             /* what own is of: cycles, else ns */
	struct interval own;     /* NEW / OLD of its own figure */
	struct interval by_base; /* NEW / OLD of its ratio to its case's baseline; NAN where it is that */
	bool paired;             /* the verdict is by_base's */
	enum verdict verdict;
	bool regression; /* slower by more than the threshold, interval and all */
};

struct comparisons {
	struct comparison *list;
	size_t nr;
	size_t only_old, only_new; /* rows without a partner */
	bool same_machine;         /* model, arch and core kinds of all that was compared */
	bool same_build;           /* compiler, flags of the loops and version of the lab as well */
};

/**
 * interval_quotient - the interval of one figure over another that was measured apart from it
 *
 * On a logarithmic scale the distances of the ends from the middle are added
 * as independent ones are (Zou and Donner 2008, method of variance estimates
 * recovery), so that two 95% intervals make one of 95%. NAN ends where either
 * has none.
 */
struct interval interval_quotient(struct interval over, struct interval under);

/**
 * compare - matches rows and judges each
 * @threshold: as a fraction
 *
 * A row is judged by its ratio to its case's baseline where that baseline is
 * the same code on the same machine, so that what moved both is no
 * difference; else by its own figure. "No difference" is claimed where the
 * interval lies within the threshold on both sides, or within what the
 * control showed. Returns 0, or -1 where memory ran out.
 */
int compare(struct comparisons *comparisons, const struct collection *old, const struct collection *new,
	    double threshold);

#endif
