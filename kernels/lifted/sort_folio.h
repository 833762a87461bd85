/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One pass of lifted sort_folio() and isolate_folio() in their scan_folios()
 * loop: the oldest generation is scanned until it is empty, one call per hold
 * of the lock. Folios without refs are isolated, 64 pages a call; those in the
 * workingset or with more than one reference are protected and age.
 */

static NOINLINE int lifted_scan(unsigned long nr_to_scan, struct lruvec *lruvec, struct scan_control *sc,
				int type, int tier, struct list_head *list, int *isolated)
{
	(void)nr_to_scan, (void)isolated;
	return LIFTED_CALL;
}

static bool lifted_left(const struct lruvec *lruvec, int type)
{
	unsigned long oldest = lruvec->lrugen.min_seq[type] % MAX_NR_GENS;

	for (int zone = 0; zone < MAX_NR_ZONES; zone++) {
		const struct list_head *head = &lruvec->lrugen.folios[oldest][type][zone];

		if (head->next != head)
			return true;
	}
	return false;
}

size_t LIFTED_PASS(struct world *world);

size_t LIFTED_PASS(struct world *world)
{
	struct lruvec *lruvec = shim_lruvec(world);
	int type = (int)world->load.type, isolated = 0;
	struct scan_control sc;
	/* a call that gets nowhere is a failure that the check sees */
	size_t calls = world->load.folios + 1;

	memset(&sc, 0, sizeof(sc));
	sc.reclaim_idx = (int)world->load.reclaim_zones - 1;
	sc.gfp_mask = ~0u;
	sc.may_unmap = 1;
	sc.may_writepage = 1;
	while (lifted_left(lruvec, type) && calls--) {
		struct list_head taken = { &taken, &taken };

		arch_lock(&lruvec->lru_lock);
		lifted_scan(MAX_LRU_BATCH, lruvec, &sc, type, 0, &taken, &isolated);
		arch_unlock(&lruvec->lru_lock);
	}
	return world->load.folios;
}
