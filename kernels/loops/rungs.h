/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What each patch of the inc_min_seq series changes (spec section 2a). A rung
 * is a set of these, known when the loop is compiled, so that each variant is
 * a loop of its own with no test of the rung left in it.
 */
#ifndef FOLIOLAB_RUNGS_H
#define FOLIOLAB_RUNGS_H

enum rung {
	/* patch 1: label and page counts apart; the counts are added up and written once a zone */
	NR_PAGES_BATCHED = 1 << 0,
	/* patch 2: `protected` is added up on the stack, too */
	PROTECTED_BATCHED = 1 << 1,
	/* patch 3: promoted folios go to the front of their list, not to the back */
	PROMOTED_TO_FRONT = 1 << 2,
	/* patch 4: promoted folios do not count as protected */
	PROMOTED_UNCOUNTED = 1 << 3,
	/* patch 5: from the front to the back, the next one read before the move */
	FROM_FRONT = 1 << 4,
	/* patch 6: runs of increased folios are cut and spliced at once */
	SPLICED = 1 << 5,

	/* before its work, the folio that comes after this one is prefetched: of these at most one */
	AHEAD_WRITE = 1 << 8,
	AHEAD_READ = 1 << 9,
	AHEAD_NOP = 1 << 10,
	/* the one after that instead, which its neighbour has to be loaded for */
	AHEAD_TWO = 1 << 11,

	RUNG_BASE = 0,
	RUNG_P1 = NR_PAGES_BATCHED,
	RUNG_P2 = RUNG_P1 | PROTECTED_BATCHED,
	RUNG_P3 = RUNG_P2 | PROMOTED_TO_FRONT,
	RUNG_P4 = RUNG_P3 | PROMOTED_UNCOUNTED,
	RUNG_P5 = RUNG_P4 | FROM_FRONT | AHEAD_WRITE,
	RUNG_P6 = RUNG_P5 | SPLICED,
	/* the later revision of the series leaves patch 2 out */
	RUNG_V3 = RUNG_P6 & ~PROTECTED_BATCHED,

	RUNG_P5_NOPREFETCH = RUNG_P5 & ~AHEAD_WRITE,
	RUNG_P6_NOPREFETCH = RUNG_P6 & ~AHEAD_WRITE,
	RUNG_V3_NOPREFETCH = RUNG_V3 & ~AHEAD_WRITE,
};

#endif
