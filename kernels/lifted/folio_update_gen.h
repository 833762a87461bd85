/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One pass of a lifted folio_update_gen(): page tables are walked as in
 * loops/walk.h, and the lifted function is called for each young entry's folio.
 */

/* what a walk knows of the mapping */
static const vma_flags_t lifted_vma_flags;

static __always_inline void lifted_update(struct lruvec *lruvec, struct walk_batch *walk, struct folio *folio,
					  int gen, bool dirty)
{
	const vma_flags_t *vma_flags = &lifted_vma_flags;
	int old_gen, type, zone, pages;

	if (!folio)
		return;
	if (dirty && !folio_test_dirty(folio) && !folio_test_swapbacked(folio))
		__atomic_fetch_or(&SHIM_FLAGS(folio), BIT(PG_dirty), __ATOMIC_RELAXED);
	old_gen = LIFTED_CALL;
	(void)vma_flags, (void)lruvec;
	if (old_gen < 0 || old_gen == gen)
		return;
	type = !folio_test_swapbacked(folio);
	zone = folio_zonenum(folio);
	pages = (int)folio_nr_pages(folio);
	walk->batched++;
	walk->nr_pages[old_gen][type][zone] -= pages;
	walk->nr_pages[gen][type][zone] += pages;
}

static __always_inline struct folio *lifted_mapped(const struct world *world, uint64_t entry)
{
	struct folio *page = shim_pages(world) + (entry >> PTE_PFN_SHIFT);
	uintptr_t compound = (uintptr_t)READ_ONCE(page->lru.next);
	struct folio *folio = unlikely(compound & 1) ? (struct folio *)(compound - 1) : page;

	if (!(READ_ONCE(SHIM_FLAGS(folio)) & LRU_GEN_MASK))
		return NULL;
	if (((const struct objcg *)folio->memcg_data)->memcg != shim_lruvec(world))
		return NULL;
	return folio;
}

static __always_inline void lifted_table(struct world *world, uint64_t *entries, size_t nr, int gen)
{
	struct lruvec *lruvec = shim_lruvec(world);
	struct walk_batch *walk = &world->walk;
	struct folio *last = NULL;
	bool dirty = false;

	for (size_t i = 0; i < nr; i++) {
		uint64_t entry = READ_ONCE(entries[i]);
		struct folio *folio;

		walk->total++;
		if (!(entry & FLAG(PTE_PRESENT)) || entry & FLAG(PTE_SPECIAL) || !(entry & FLAG(PTE_YOUNG)))
			continue;
		folio = lifted_mapped(world, entry);
		if (!folio || !arch_clear_young(&entries[i], PTE_YOUNG))
			continue;
		if (last != folio) {
			lifted_update(lruvec, walk, last, gen, dirty);
			last = folio;
			dirty = false;
		}
		dirty |= !!(entry & FLAG(PTE_DIRTY));
		walk->young++;
	}
	lifted_update(lruvec, walk, last, gen, dirty);
}

static __always_inline void lifted_apply(struct lruvec *lruvec, struct walk_batch *walk)
{
	arch_lock(&lruvec->lru_lock);
	for (unsigned int gen = 0; gen < MAX_NR_GENS; gen++) {
		for (int type = 0; type < ANON_AND_FILE; type++) {
			for (int zone = 0; zone < MAX_NR_ZONES; zone++) {
				int pages = walk->nr_pages[gen][type][zone];
				bool active = (lruvec->lrugen.max_seq - gen) % MAX_NR_GENS < 2;

				if (!pages)
					continue;
				walk->nr_pages[gen][type][zone] = 0;
				WRITE_ONCE(lruvec->lrugen.nr_pages[gen][type][zone],
					   lruvec->lrugen.nr_pages[gen][type][zone] + pages);
				lruvec->shim_size[type][active][zone] += pages;
			}
		}
	}
	arch_unlock(&lruvec->lru_lock);
	walk->batched = 0;
}

static NOINLINE void lifted_walk(struct world *world, size_t mm)
{
	size_t per_mm = world->load.folios;
	size_t tables = (per_mm + PTRS_PER_TABLE - 1) / PTRS_PER_TABLE;
	int gen = (int)(shim_lruvec(world)->lrugen.max_seq % MAX_NR_GENS);

	for (size_t table = 0; table < tables; table++) {
		uint64_t *entries = world->tables.entries + mm * per_mm + table * PTRS_PER_TABLE;
		size_t left = per_mm - table * PTRS_PER_TABLE;
		int *lock = &world->tables.locks[mm * tables + table];

		if (!arch_trylock(lock))
			continue;
		lifted_table(world, entries, left < PTRS_PER_TABLE ? left : PTRS_PER_TABLE, gen);
		arch_unlock(lock);
	}
	if (world->walk.batched)
		lifted_apply(shim_lruvec(world), &world->walk);
}

size_t LIFTED_PASS(struct world *world);

size_t LIFTED_PASS(struct world *world)
{
	for (size_t mm = 0; mm < world->tables.mms; mm++)
		lifted_walk(world, mm);
	return world->tables.mms * world->load.folios;
}
