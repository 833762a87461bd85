/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One pass of a lifted folio_set_lru_refs(): clears the refs of every folio, as loops/set_refs.c. */

size_t LIFTED_PASS(struct world *world);

size_t LIFTED_PASS(struct world *world)
{
	struct lruvec *lruvec = shim_lruvec(world);
	const int refs = 0;
	size_t folios = 0;

	for (int zone = 0; zone < MAX_NR_ZONES; zone++) {
		struct list_head *head = &lruvec->lrugen.folios[0][world->load.type][zone];

		for (struct list_head *entry = head->prev; entry != head; entry = entry->prev) {
			struct folio *folio = container_of(entry, struct folio, lru);

			LIFTED_CALL;
			(void)refs;
			folios++;
		}
	}
	return folios;
}
