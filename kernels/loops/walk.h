/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The page-table walk of aging (spec sections 2b and 2c): every present, young
 * entry leads to its folio, which is relabelled to the youngest generation.
 * Lists are left alone; page counts are gathered and applied under the lock
 * at the end.
 */
#ifndef FOLIOLAB_WALK_H
#define FOLIOLAB_WALK_H

#include "arch/arch.h"
#include "model/world.h"

/* first sign of use of a folio that was neither referenced nor workingset: only marks it */
static ALWAYS_INLINE void mark_referenced(struct folio *folio)
{
	uint64_t old = READ_ONCE(folio->flags);

	while (!arch_try_cmpxchg(&folio->flags, &old, (old & ~LRU_REFS_MASK) | FLAG(PG_REFERENCED)))
		;
}

/**
 * promote_label - labels a folio @gen and makes it part of the workingset
 * @skip: leave without the locked operation where nothing would change
 *
 * Returns the generation it had, -1 where it is on none or was only marked.
 */
static ALWAYS_INLINE int promote_label(struct folio *folio, int gen, const bool skip)
{
	uint64_t old = READ_ONCE(folio->flags), new;

	if (!(READ_ONCE(folio->flags) & FLAG(PG_REFERENCED)) && !folio_workingset(folio)) {
		mark_referenced(folio);
		return -1;
	}
	do {
		if (!(old & LRU_GEN_MASK))
			return -1;
		new = flags_with_gen(old, gen) | FLAG(PG_WORKINGSET);
		if (skip && new == old)
			break;
	} while (!arch_try_cmpxchg(&folio->flags, &old, new));
	return flags_gen(old);
}

/* the refs of a folio, as eviction and isolation set them */
static ALWAYS_INLINE void set_folio_refs(struct folio *folio, int refs, const bool skip)
{
	uint64_t old = READ_ONCE(folio->flags), new;

	do {
		new = flags_with_refs(old, refs);
		if (skip && new == old)
			break;
	} while (!arch_try_cmpxchg(&folio->flags, &old, new));
}

static ALWAYS_INLINE void walk_folio(struct walk_batch *walk, struct folio *folio, int gen, bool dirty,
				     const bool skip)
{
	int old_gen, type, zone, pages;

	if (!folio)
		return;
	if (dirty && !(READ_ONCE(folio->flags) & (FLAG(PG_DIRTY) | FLAG(PG_SWAPBACKED))))
		__atomic_fetch_or(&folio->flags, FLAG(PG_DIRTY), __ATOMIC_RELAXED);
	old_gen = promote_label(folio, gen, skip);
	if (old_gen < 0 || old_gen == gen)
		return;
	type = folio_type(folio);
	zone = folio_zone(folio);
	pages = (int)folio_nr_pages(folio);
	walk->batched++;
	walk->nr_pages[old_gen][type][zone] -= pages;
	walk->nr_pages[gen][type][zone] += pages;
}

/* the folio an entry maps if it is on a generation's list and of this memcg */
static ALWAYS_INLINE struct folio *mapped_folio(const struct world *world, uint64_t entry)
{
	struct folio *page = world->pages + (entry >> PTE_PFN_SHIFT);
	uint64_t compound = (uint64_t)READ_ONCE(page->lru.next);
	struct folio *folio = unlikely(compound & 1) ? (struct folio *)(compound - 1) : page;

	if (flags_gen(READ_ONCE(folio->flags)) < 0)
		return NULL;
	if (((const struct objcg *)(uintptr_t)folio->memcg)->memcg != world->lruvec)
		return NULL;
	return folio;
}

/* one table of at most 512 entries, with its lock held */
static ALWAYS_INLINE void walk_table(struct world *world, uint64_t *entries, size_t nr, int gen,
				     const bool skip)
{
	struct walk_batch *walk = &world->walk;
	struct folio *last = NULL;
	bool dirty = false;

	for (size_t i = 0; i < nr; i++) {
		uint64_t entry = READ_ONCE(entries[i]);
		struct folio *folio;

		walk->total++;
		if (!(entry & FLAG(PTE_PRESENT)) || entry & FLAG(PTE_SPECIAL) || !(entry & FLAG(PTE_YOUNG)))
			continue;
		folio = mapped_folio(world, entry);
		if (!folio || !arch_clear_young(&entries[i], PTE_YOUNG))
			continue;
		/* the last folio only now, so that entries of one folio cost one update */
		if (last != folio) {
			walk_folio(walk, last, gen, dirty, skip);
			last = folio;
			dirty = false;
		}
		dirty |= !!(entry & FLAG(PTE_DIRTY));
		walk->young++;
	}
	walk_folio(walk, last, gen, dirty, skip);
}

/* gives the gathered page counts to the lruvec, under its lock */
static ALWAYS_INLINE void apply_walk(struct lruvec *lruvec, struct walk_batch *walk)
{
	arch_lock(&lruvec->lock);
	for (int gen = 0; gen < MAX_NR_GENS; gen++) {
		for (int type = 0; type < ANON_AND_FILE; type++) {
			for (int zone = 0; zone < MAX_NR_ZONES; zone++) {
				int pages = walk->nr_pages[gen][type][zone];

				if (!pages)
					continue;
				walk->nr_pages[gen][type][zone] = 0;
				WRITE_ONCE(lruvec->lrugen.nr_pages[gen][type][zone],
					   lruvec->lrugen.nr_pages[gen][type][zone] + pages);
				lruvec->lru_size[type][gen_is_active(lruvec, gen)][zone] += pages;
			}
		}
	}
	arch_unlock(&lruvec->lock);
	walk->batched = 0;
}

/**
 * walk_mm - walks the tables of one process and applies what it gathered
 */
static ALWAYS_INLINE void walk_mm(struct world *world, size_t mm, const bool skip)
{
	size_t per_mm = world->load.folios;
	size_t tables = (per_mm + PTRS_PER_TABLE - 1) / PTRS_PER_TABLE;
	int gen = gen_of(world->lruvec->lrugen.max_seq);

	for (size_t table = 0; table < tables; table++) {
		uint64_t *entries = world->tables.entries + mm * per_mm + table * PTRS_PER_TABLE;
		size_t left = per_mm - table * PTRS_PER_TABLE;
		int *lock = &world->tables.locks[mm * tables + table];

		if (!arch_trylock(lock))
			continue;
		walk_table(world, entries, left < PTRS_PER_TABLE ? left : PTRS_PER_TABLE, gen, skip);
		arch_unlock(lock);
	}
	if (world->walk.batched)
		apply_walk(world->lruvec, &world->walk);
}

#endif
