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

/* what a rung prefetches, in struct variant's words */
#define RUNG_PREFETCH(rung)      ((rung)&AHEAD_WRITE ? PREFETCHED_TO_WRITE("next") : NULL)
#define RUNG_WITHOUT(name, rung) ((rung)&AHEAD_WRITE ? #name "-noprefetch" : NULL)

/*
 * Rungs with another prefetch than theirs, or with none. Base with one is
 * what was posted in 2023, though that was on top of another batching.
 * X(id, name, rung, prefetch, without, what)
 */
#define FOR_EACH_AHEAD(X)                                                                                     \
	WITH_PREFETCH(X(base_write, "base-prefetchw-prev", RUNG_BASE | AHEAD_WRITE,                           \
			PREFETCHED_TO_WRITE("prev"), "base",                                                  \
			"base, the previous folio prefetched for writing (2023)"))                            \
	WITH_BOTH_PREFETCHES(X(base_read, "base-read-prev", RUNG_BASE | AHEAD_READ,                           \
			       PREFETCH_TO_READ_NAME " prev", "base",                                         \
			       "base, the previous folio prefetched for reading"))                            \
	X(base_nop, "base-nop-prev", RUNG_BASE | AHEAD_NOP, "nop prev", "base",                               \
	  "base, an idle instruction in the prefetch's place")                                                \
	X(p5_none, "p5-noprefetch", RUNG_P5_NOPREFETCH, NULL, NULL, "p5 without its prefetch")                \
	X(p6_none, "p6-noprefetch", RUNG_P6_NOPREFETCH, NULL, NULL, "p6 without its prefetch")                \
	WITH_PREFETCH(X(p6_next2, "p6-next2", RUNG_P6 | AHEAD_TWO, PREFETCHED_TO_WRITE("next2"),              \
			"p6-noprefetch", "p6, the folio after the next prefetched, by way of the next"))      \
	WITH_BOTH_PREFETCHES(X(p6_read, "p6-read", RUNG_P6_NOPREFETCH | AHEAD_READ,                           \
			       PREFETCH_TO_READ_NAME " next", "p6-noprefetch", "p6, prefetched for reading")) \
	X(p6_nop, "p6-nop", RUNG_P6_NOPREFETCH | AHEAD_NOP, "nop next", "p6-noprefetch",                      \
	  "p6, an idle instruction in the prefetch's place")                                                  \
	X(v3_none, "v3-noprefetch", RUNG_V3_NOPREFETCH, NULL, NULL, "v3 without its prefetch")

/* out of line, as the kernel's is: one call handles a batch */
#define DEFINE_STEP(name, rung, what)                                                    \
	static NOINLINE bool age_##name(struct lruvec *lruvec, int type, int swappiness) \
	{                                                                                \
		return age_oldest(lruvec, type, swappiness, rung);                       \
	}

#define DEFINE_AHEAD_STEP(id, name, rung, prefetch, without, what) DEFINE_STEP(id, rung, what)

#endif
