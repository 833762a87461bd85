/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One step of aging: the oldest generation's folios move to the second oldest
 * (or, where a walk promoted them meanwhile, to the list of their label).
 *
 * Read this next to docs/kernels.md. The order of the loads is the loop: the
 * base derives type, zone and size again from the word it has just locked, and
 * its page counts are indexed with them.
 */
#ifndef FOLIOLAB_AGING_H
#define FOLIOLAB_AGING_H

#include "arch/arch.h"
#include "loops/rungs.h"
#include "model/lruvec.h"

enum { SWAPPINESS_ANON_ONLY = 201, SWAPPINESS_DEFAULT = 60 };

/*
 * Out of line and never taken while the oldest generation ages: from oldest to
 * second oldest, with four generations, both are inactive. The tests that lead
 * here are part of the base's cost.
 */
static NOINLINE __attribute__((unused)) void update_lru_size(struct lruvec *lruvec, int type, bool active,
							     int zone, long pages)
{
	long *size = &lruvec->lru_size[type][active][zone];

	WRITE_ONCE(*size, *size + pages);
}

/*
 * Gives the folio the generation after @oldest, unless a walk has promoted it:
 * then its own label is returned and nothing is written.
 */
static ALWAYS_INLINE int increase_label(struct folio *folio, int oldest, bool *increased)
{
	uint64_t old = READ_ONCE(folio->flags), new;
	int gen;

	do {
		gen = flags_gen(old);
		if (gen >= 0 && gen != oldest) {
			*increased = false;
			return gen;
		}
		gen = (oldest + 1) % MAX_NR_GENS;
		new = flags_with_gen(old, gen);
	} while (!arch_try_cmpxchg(&folio->flags, &old, new));
	*increased = true;
	return gen;
}

static ALWAYS_INLINE void add_pages(long *counter, long pages)
{
	WRITE_ONCE(*counter, *counter + pages);
}

/* per folio and behind the locked operation: type, zone and size are read from the flags again */
static ALWAYS_INLINE void update_size(struct lruvec *lruvec, struct folio *folio, int old_gen, int new_gen)
{
	struct lru_gen *lrugen = &lruvec->lrugen;
	int type = folio_type(folio);
	int zone = folio_zone(folio);
	long pages = folio_nr_pages(folio);

	add_pages(&lrugen->nr_pages[old_gen][type][zone], -pages);
	add_pages(&lrugen->nr_pages[new_gen][type][zone], pages);
	/* only ever from inactive to active: the other way needs isolation */
	if (gen_is_active(lruvec, old_gen) || !gen_is_active(lruvec, new_gen))
		return;
	update_lru_size(lruvec, type, false, zone, -pages);
	update_lru_size(lruvec, type, true, zone, pages);
}

/* the base's label and page counts in one; the generation is looked up for each folio */
static ALWAYS_INLINE int increase_gen(struct lruvec *lruvec, struct folio *folio, bool *increased)
{
	int type = folio_type(folio);
	int oldest = gen_of(lruvec->lrugen.min_seq[type]);
	int gen = increase_label(folio, oldest, increased);

	if (*increased)
		update_size(lruvec, folio, oldest, gen);
	return gen;
}

/* one zone of the oldest generation while it is worked on */
struct zone_pass {
	struct list_head *head;    /* the oldest generation's list */
	struct list_head *target;  /* the second oldest one's */
	struct list_head *run_end; /* last of the open run of increased folios, or NULL */
	long moved;                /* pages, not yet in nr_pages */
	uint64_t *protected;       /* pages by tier, not yet in lrugen->protected */
};

/* everything from the front of the list up to run_end goes to the back of the target */
static ALWAYS_INLINE void splice_run(struct zone_pass *zp)
{
	struct list_head run;

	if (!zp->run_end)
		return;
	list_cut_front(&run, zp->head, zp->run_end);
	list_splice_back(&run, zp->target);
	zp->run_end = NULL;
}

static ALWAYS_INLINE const struct list_head *after(const struct list_head *entry, const unsigned int rung)
{
	return rung & FROM_FRONT ? entry->next : entry->prev;
}

/* never of the list's head: behind the last folio there is none */
static ALWAYS_INLINE void prefetch_ahead(const struct folio *folio, const struct list_head *head,
					 const unsigned int rung)
{
	const struct list_head *ahead;

	if (!(rung & (AHEAD_WRITE | AHEAD_READ | AHEAD_NOP)))
		return;
	ahead = after(&folio->lru, rung);
	if (rung & AHEAD_TWO && ahead != head)
		ahead = after(ahead, rung);
	if (ahead == head)
		return;
	arch_prefetch(&container_of(ahead, const struct folio, lru)->flags,
		      rung & AHEAD_WRITE ? PREFETCH_TO_WRITE :
		      rung & AHEAD_READ  ? PREFETCH_TO_READ :
					   PREFETCH_nop);
}

static ALWAYS_INLINE void place_folio(struct zone_pass *zp, struct folio *folio, struct list_head *list,
				      bool increased, const unsigned int rung)
{
	if (rung & SPLICED && increased) {
		zp->run_end = &folio->lru;
		return;
	}
	if (increased || !(rung & PROMOTED_TO_FRONT)) {
		list_move_back(&folio->lru, list);
		return;
	}
	if (rung & SPLICED)
		splice_run(zp);
	list_move_front(&folio->lru, list);
}

static ALWAYS_INLINE void count_protected(struct zone_pass *zp, uint64_t *protected, struct folio *folio,
					  long pages, int refs, bool workingset, const unsigned int rung)
{
	int tier;

	if (lazily_promoted(refs, workingset))
		return;
	tier = tier_of(refs, workingset);
	if (!(rung & NR_PAGES_BATCHED))
		pages = folio_nr_pages(folio);
	if (rung & PROTECTED_BATCHED)
		zp->protected[tier] += (uint64_t)pages;
	else
		WRITE_ONCE(protected[tier], protected[tier] + (uint64_t)pages);
}

/**
 * age_zone - moves up to @remaining folios of one zone, returns what is left of it
 */
static ALWAYS_INLINE int age_zone(struct lruvec *lruvec, struct zone_pass *zp, int type, int zone,
				  int remaining, const unsigned int rung)
{
	struct lru_gen *lrugen = &lruvec->lrugen;
	uint64_t *protected = lrugen->protected[hist_of(lrugen->min_seq[type])][type];
	int oldest = gen_of(lrugen->min_seq[type]);
	struct list_head *cursor = zp->head->next;

	while (rung & FROM_FRONT ? cursor != zp->head : !list_empty(zp->head)) {
		struct folio *folio = folio_of(rung & FROM_FRONT ? cursor : zp->head->prev);
		long pages = rung & NR_PAGES_BATCHED ? folio_nr_pages(folio) : 0;
		int refs = folio_refs(folio);
		bool workingset = folio_workingset(folio);
		bool increased;
		int gen;

		prefetch_ahead(folio, zp->head, rung);
		if (rung & FROM_FRONT)
			cursor = cursor->next;
		if (rung & NR_PAGES_BATCHED)
			gen = increase_label(folio, oldest, &increased);
		else
			gen = increase_gen(lruvec, folio, &increased);
		if (rung & NR_PAGES_BATCHED && increased)
			zp->moved += pages;
		place_folio(zp, folio, &lrugen->folios[gen][type][zone], increased, rung);
		if (increased || !(rung & PROMOTED_UNCOUNTED))
			count_protected(zp, protected, folio, pages, refs, workingset, rung);
		if (!--remaining)
			break;
	}
	return remaining;
}

/* what was added up for the zone goes to the lruvec, also where that is nothing */
static ALWAYS_INLINE void close_zone(struct lruvec *lruvec, struct zone_pass *zp, int type, int zone,
				     const unsigned int rung)
{
	struct lru_gen *lrugen = &lruvec->lrugen;
	uint64_t *protected = lrugen->protected[hist_of(lrugen->min_seq[type])][type];
	int oldest = gen_of(lrugen->min_seq[type]);
	int target = (oldest + 1) % MAX_NR_GENS;

	if (rung & SPLICED)
		splice_run(zp);
	if (rung & NR_PAGES_BATCHED) {
		add_pages(&lrugen->nr_pages[oldest][type][zone], -zp->moved);
		add_pages(&lrugen->nr_pages[target][type][zone], zp->moved);
	}
	if (!(rung & PROTECTED_BATCHED))
		return;
	for (int tier = 0; tier < MAX_NR_TIERS; tier++)
		WRITE_ONCE(protected[tier], protected[tier] + zp->protected[tier]);
}

/**
 * age_oldest - moves up to MAX_LRU_BATCH folios of the oldest generation on
 *
 * Returns true when the generation is empty and min_seq has advanced; false
 * when the batch is used up and the caller should let go of the lock before
 * it calls again, even if the last list has just become empty.
 */
static ALWAYS_INLINE bool age_oldest(struct lruvec *lruvec, int type, int swappiness, const unsigned int rung)
{
	struct lru_gen *lrugen = &lruvec->lrugen;
	int oldest = gen_of(lrugen->min_seq[type]);
	int target = (oldest + 1) % MAX_NR_GENS;
	int remaining = MAX_LRU_BATCH;

	if (type ? swappiness == SWAPPINESS_ANON_ONLY : !swappiness)
		goto done;

	for (int zone = 0; zone < MAX_NR_ZONES; zone++) {
		uint64_t protected[MAX_NR_TIERS] = { 0 };
		struct zone_pass zp = {
			.protected = protected,
			.head = &lrugen->folios[oldest][type][zone],
			.target = &lrugen->folios[target][type][zone],
		};

		remaining = age_zone(lruvec, &zp, type, zone, remaining, rung);
		close_zone(lruvec, &zp, type, zone, rung);
		if (!remaining)
			return false;
	}
done:
	WRITE_ONCE(lrugen->min_seq[type], lrugen->min_seq[type] + 1);
	return true;
}

/**
 * age_type - age_oldest() until it is done, with the lock held for a batch at a time
 */
static ALWAYS_INLINE void age_type(struct lruvec *lruvec, int type,
				   bool (*step)(struct lruvec *lruvec, int type, int swappiness))
{
	bool done;

	do {
		arch_lock(&lruvec->lock);
		done = step(lruvec, type, SWAPPINESS_DEFAULT);
		arch_unlock(&lruvec->lock);
	} while (!done);
}

#endif
