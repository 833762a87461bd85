/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rungs by name, for every kernel that has one variant for each of them. */
#ifndef FOLIOLAB_STEPS_H
#define FOLIOLAB_STEPS_H

#include "loops/aging.h"

/* X(name, rung, what) */
#define FOR_EACH_RUNG(X)                                                            \
	X(base, RUNG_BASE, "one folio at a time from the back, counters per folio") \
	X(p1, RUNG_P1, "patch 1: nr_pages added up and written once a batch")       \
	X(p2, RUNG_P2, "patches 1-2: protected added up, too")                      \
	X(p3, RUNG_P3, "patches 1-3: promoted folios to the front of their list")   \
	X(p4, RUNG_P4, "patches 1-4: promoted folios not counted as protected")     \
	X(p5, RUNG_P5, "patches 1-5: from the front, next folio prefetched")        \
	X(p6, RUNG_P6, "patches 1-6: runs of folios cut and spliced at once")       \
	X(v3, RUNG_V3, "later revision: patches 1-6 without patch 2")

/* out of line, as the kernel's is: one call handles a batch */
#define DEFINE_STEP(name, rung, what)                                                    \
	static NOINLINE bool age_##name(struct lruvec *lruvec, int type, int swappiness) \
	{                                                                                \
		return age_oldest(lruvec, type, swappiness, rung);                       \
	}

#endif
