/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The eviction scan (spec section 2d): folios of the oldest generation are
 * sorted - the promoted go where their label says, the protected and those of
 * zones that reclaim may not take from one generation on - and the rest are
 * isolated, 64 pages a call. Up to four locked operations fall on one line,
 * each behind loads of the word that the one before has locked.
 */
#ifndef FOLIOLAB_SCAN_H
#define FOLIOLAB_SCAN_H

#include "loops/aging.h"

/* one call: what it is told and what it did, in pages */
struct scan {
	int type;
	int reclaim_idx;         /* highest zone to isolate from */
	int tier_idx;            /* folios of higher tiers are protected */
	size_t remaining;        /* folios to look at, at most MAX_LRU_BATCH */
	struct list_head *taken; /* the isolated, newest first */
	long sorted, isolated, skipped;
};

/* the mapping's own word and one bit; the world's folios all can be evicted */
static ALWAYS_INLINE bool folio_evictable(const struct folio *folio)
{
	return !((uintptr_t)READ_ONCE(folio->mapping) & FLAG(MAPPING_UNEVICTABLE)) &&
	       !(READ_ONCE(folio->flags) & FLAG(PG_MLOCKED));
}

static ALWAYS_INLINE void count_sorted(struct lruvec *lruvec, int type, int tier, long pages)
{
	uint64_t *protected = lruvec->lrugen.protected[hist_of(lruvec->lrugen.min_seq[type])][type];

	WRITE_ONCE(protected[tier], protected[tier] + (uint64_t)pages);
}

/* true where the folio has been moved, false where it is to be isolated */
static ALWAYS_INLINE bool sort_folio(struct lruvec *lruvec, struct folio *folio, const struct scan *scan)
{
	int gen = flags_gen(READ_ONCE(folio->flags));
	int type = folio_type(folio), zone = folio_zone(folio);
	long pages = folio_nr_pages(folio);
	int refs = folio_refs(folio);
	bool workingset = folio_workingset(folio), increased;
	int tier = tier_of(refs, workingset);
	struct lru_gen *lrugen = &lruvec->lrugen;

	if (!folio_evictable(folio))
		return false;
	if (gen != gen_of(lrugen->min_seq[type])) {
		list_move_front(&folio->lru, &lrugen->folios[gen][type][zone]);
		return true;
	}
	if (tier > scan->tier_idx || lazily_promoted(refs, workingset)) {
		gen = increase_gen(lruvec, folio, &increased);
		list_move_front(&folio->lru, &lrugen->folios[gen][type][zone]);
		if (!lazily_promoted(refs, workingset))
			count_sorted(lruvec, type, tier, pages);
		return true;
	}
	if (zone > scan->reclaim_idx) {
		gen = increase_gen(lruvec, folio, &increased);
		list_move_back(&folio->lru, &lrugen->folios[gen][type][zone]);
		return true;
	}
	return false;
}

/* always a locked operation, also where nothing changes; returns what was there before */
static ALWAYS_INLINE uint64_t clear_flags(struct folio *folio, uint64_t mask)
{
	uint64_t old = READ_ONCE(folio->flags);

	while (!arch_try_cmpxchg(&folio->flags, &old, old & ~mask))
		;
	return old;
}

/* off its generation: the label goes, the counters follow, and the links with it */
static ALWAYS_INLINE void delete_folio(struct lruvec *lruvec, struct folio *folio)
{
	int gen = flags_gen(READ_ONCE(folio->flags)), type, zone;
	long pages;

	if (gen < 0)
		return;
	gen = flags_gen(clear_flags(folio, LRU_GEN_MASK));
	type = folio_type(folio);
	zone = folio_zone(folio);
	pages = folio_nr_pages(folio);
	if (gen >= 0)
		add_pages(&lruvec->lrugen.nr_pages[gen][type][zone], -pages);
	update_lru_size(lruvec, type, gen_is_active(lruvec, gen), zone, -pages);
	list_unlink(&folio->lru);
}

/* false where somebody else is about to free the folio, or has isolated it */
static ALWAYS_INLINE bool isolate_folio(struct lruvec *lruvec, struct folio *folio)
{
	if (!arch_try_get(&folio->refcount))
		return false;
	if (!arch_clear_young(&folio->flags, PG_LRU)) {
		arch_put(&folio->refcount);
		return false;
	}
	if (!(READ_ONCE(folio->flags) & FLAG(PG_REFERENCED)))
		clear_flags(folio, LRU_REFS_MASK);
	delete_folio(lruvec, folio);
	return true;
}

/* one zone; what could not be isolated goes to the other end of the list */
static ALWAYS_INLINE void scan_zone(struct lruvec *lruvec, struct scan *scan, struct list_head *head,
				    const unsigned int rung)
{
	struct list_head passed;
	long skipped = 0;

	list_init(&passed);
	while (!list_empty(head)) {
		struct folio *folio = folio_of(rung & FROM_FRONT ? head->next : head->prev);
		long pages = folio_nr_pages(folio);

		prefetch_ahead(folio, head, rung);
		if (sort_folio(lruvec, folio, scan)) {
			scan->sorted += pages;
		} else if (isolate_folio(lruvec, folio)) {
			list_add_front(&folio->lru, scan->taken);
			scan->isolated += pages;
		} else {
			list_move_front(&folio->lru, &passed);
			skipped += pages;
		}
		if (!--scan->remaining || scan->isolated >= MIN_LRU_BATCH || skipped >= MIN_LRU_BATCH)
			break;
	}
	if (!skipped)
		return;
	list_splice_back(&passed, rung & FROM_FRONT ? head : head->next);
	scan->skipped += skipped;
}

/**
 * scan_oldest - one hold of the lock: the zones that may be taken from, highest first, then the others
 */
static ALWAYS_INLINE void scan_oldest(struct lruvec *lruvec, struct scan *scan, const unsigned int rung)
{
	struct lru_gen *lrugen = &lruvec->lrugen;
	int oldest;

	if (lrugen->max_seq - lrugen->min_seq[scan->type] + 1 == MIN_NR_GENS)
		return;
	oldest = gen_of(lrugen->min_seq[scan->type]);
	for (int i = MAX_NR_ZONES; i > 0; i--) {
		int zone = (scan->reclaim_idx + i) % MAX_NR_ZONES;

		scan_zone(lruvec, scan, &lrugen->folios[oldest][scan->type][zone], rung);
		if (!scan->remaining || scan->isolated >= MIN_LRU_BATCH)
			break;
	}
}

/* X(id, name, rung, prefetch, without, extra, what) */
#define FOR_EACH_SCAN(X)                                                                                       \
	X(base, "base", 0, NULL, NULL, false, "from the back, as the kernel does")                             \
	WITH_PREFETCH(X(base_write, "prefetchw-prev", AHEAD_WRITE, PREFETCHED_TO_WRITE("prev"), "base",        \
			false, "base, the previous folio prefetched for writing (2023)"))                      \
	X(front, "front", FROM_FRONT, NULL, NULL, false, "from the front")                                     \
	WITH_PREFETCH(X(front_write, "prefetchw-next", FROM_FRONT | AHEAD_WRITE, PREFETCHED_TO_WRITE("next"),  \
			"front", false, "front, the next folio prefetched for writing"))                       \
	WITH_PREFETCH(X(base_write2, "prefetchw-prev2", AHEAD_WRITE | AHEAD_TWO, PREFETCHED_TO_WRITE("prev2"), \
			"base", true, "base, the one before the previous prefetched, by way of it"))           \
	WITH_BOTH_PREFETCHES(X(base_read, "read-prev", AHEAD_READ, PREFETCH_TO_READ_NAME " prev", "base",      \
			       true, "base, prefetched for reading"))                                          \
	X(base_nop, "nop-prev", AHEAD_NOP, "nop prev", "base", true,                                           \
	  "base, an idle instruction in the prefetch's place")                                                 \
	WITH_BOTH_PREFETCHES(X(front_read, "read-next", FROM_FRONT | AHEAD_READ,                               \
			       PREFETCH_TO_READ_NAME " next", "front", true, "front, prefetched for reading")) \
	X(front_nop, "nop-next", FROM_FRONT | AHEAD_NOP, "nop next", "front", true,                            \
	  "front, an idle instruction in the prefetch's place")

/* out of line, as the kernel's is */
#define DEFINE_SCAN(id, name, rung, prefetch, without, extra, what)              \
	static NOINLINE void scan_##id(struct lruvec *lruvec, struct scan *scan) \
	{                                                                        \
		scan_oldest(lruvec, scan, rung);                                 \
	}

#endif
