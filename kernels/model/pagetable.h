/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Page tables of N processes that map the same folios, as the page-table walk
 * sees them (spec section 2c): arrays of 8-byte entries in tables of 512, each
 * table with its own lock. Entry i of every process maps the folio that is i-th from the
 * back of the LRU list, as it is where the file or the anonymous memory was
 * touched in address order. One entry per folio: a large folio is mapped by
 * one PMD.
 */
#ifndef FOLIOLAB_MODEL_PAGETABLE_H
#define FOLIOLAB_MODEL_PAGETABLE_H

#include "model/folio.h"

enum { PTRS_PER_TABLE = 512 };

/* bits of an entry; the page frame number, an index into the folio array, starts at PTE_PFN_SHIFT */
enum { PTE_PRESENT = 0, PTE_YOUNG = 5, PTE_DIRTY = 6, PTE_SPECIAL = 9, PTE_PFN_SHIFT = 12 };

struct mm_tables {
	uint64_t *entries; /* mm by mm, per_mm entries each */
	int *locks;        /* one for each 512 entries, mm by mm */
	size_t per_mm;
	size_t mms;
};

/* what one walk gathers before it takes the lruvec lock: pages moved per generation */
struct walk_batch {
	int nr_pages[MAX_NR_GENS][ANON_AND_FILE][MAX_NR_ZONES];
	int batched;
	size_t total, young;
};

#endif
