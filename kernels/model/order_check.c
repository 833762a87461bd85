// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/order_check.h"

const char *order_check(const struct world *world, const struct listing *listing)
{
	const struct workload *load = &world->load;
	struct list_head *heads[MAX_NR_ZONES], *last[MAX_NR_ZONES];

	for (int zone = 0; zone < MAX_NR_ZONES; zone++)
		last[zone] = heads[zone] = &world->lruvec->lrugen.folios[listing->gen][load->type][zone];

	/* from the back of the list to its front */
	for (size_t k = 0; k < load->folios; k++) {
		size_t i = listing->reversed ? load->folios - 1 - k : k;
		struct list_head *entry = &world_listed(world, i)->lru;
		unsigned int zone = world_zone(load, i);

		if (world->promoted[i] != listing->promoted || zone < listing->first_zone)
			continue;
		if (entry->next != last[zone] || last[zone]->prev != entry)
			return listing->promoted ? "a promoted folio is not where it must be" :
						   "an increased folio is not where it must be";
		last[zone] = entry;
	}
	for (int zone = 0; zone < MAX_NR_ZONES; zone++)
		if (heads[zone]->next != last[zone] || last[zone]->prev != heads[zone])
			return "a list holds more or fewer folios than it must";
	return NULL;
}

const char *seq_check(const struct world *world, uint64_t min_seq, uint64_t max_seq)
{
	const struct lruvec *lruvec = world->lruvec;
	const struct lru_gen *lrugen = &lruvec->lrugen;
	unsigned int type = world->load.type;

	if (lrugen->min_seq[type] != min_seq || lrugen->min_seq[!type] || lrugen->max_seq != max_seq)
		return "min_seq or max_seq is not where it must be";
	for (int zone = 0; zone < MAX_NR_ZONES; zone++)
		for (int active = 0; active < 2; active++)
			if (lruvec->lru_size[0][active][zone] || lruvec->lru_size[1][active][zone])
				return "active or inactive sizes changed";
	return NULL;
}

const char *unaged_check(const struct world *world)
{
	const char *broken = seq_check(world, 0, MAX_NR_GENS - 1);

	if (broken)
		return broken;
	for (int tier = 0; tier < MAX_NR_TIERS; tier++)
		if (world->lruvec->lrugen.protected[0][world->load.type][tier])
			return "folios count as protected";
	return world_check_counts(world);
}

const char *untouched_check(const struct world *world, int gen)
{
	struct listing kept = { .gen = gen };
	const char *broken = unaged_check(world);

	/* where some started promoted the two classes are mixed, and their order is nobody's rule */
	if (broken || world->load.promoted_permille)
		return broken;
	return order_check(world, &kept);
}
