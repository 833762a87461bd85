// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "loops/rungs.h"
#include "loops/scan_check.h"
#include "model/order_check.h"

enum { PROMOTED_GEN = MAX_NR_GENS - 1, NEXT_GEN = 1, ISOLATED = -1 };

/* every folio starts with the same refs, so either all are protected that are not promoted, or none */
static bool protects(const struct world *world)
{
	return tier_of(flags_refs(world->start_flags), flags_workingset(world->start_flags)) > 0;
}

/* where the folio i-th from the back must be: its generation, or ISOLATED */
static int expected_gen(const struct world *world, size_t i, size_t passes)
{
	if (world->promoted[i])
		return PROMOTED_GEN;
	if (!passes)
		return 0;
	if (protects(world) || world_zone(&world->load, i) >= world->load.reclaim_zones)
		return NEXT_GEN;
	return ISOLATED;
}

static const char *check_folios(const struct world *world, size_t passes)
{
	for (size_t i = 0; i < world->load.folios; i++) {
		const struct folio *folio = world_listed(world, i);
		int gen = expected_gen(world, i, passes);
		uint64_t flags = world_flags(world, i, world->promoted[i] ? PROMOTED_GEN : 0);

		if (gen == NEXT_GEN)
			flags = flags_with_gen(flags, NEXT_GEN);
		if (gen == ISOLATED)
			flags &= ~(LRU_GEN_MASK | FLAG(PG_LRU));
		if (folio->flags != flags)
			return "a folio's flags are not those of where it must be";
		if (folio->refcount != (gen == ISOLATED ? 2 : 1))
			return "a folio has more or fewer references than it must";
	}
	return NULL;
}

static const char *check_counts(const struct world *world, size_t passes)
{
	const struct workload *load = &world->load;
	long pages[MAX_NR_GENS][ANON_AND_FILE][MAX_NR_ZONES] = { 0 };
	long sizes[ANON_AND_FILE][2][MAX_NR_ZONES] = { 0 };
	uint64_t protected[NR_HIST_GENS][ANON_AND_FILE][MAX_NR_TIERS] = { 0 };
	int tier = tier_of(flags_refs(world->start_flags), flags_workingset(world->start_flags));

	for (size_t i = 0; i < load->folios; i++) {
		int gen = expected_gen(world, i, passes);
		unsigned int zone = world_zone(load, i);

		if (gen == ISOLATED)
			sizes[load->type][0][zone] -= 1L << load->folio_order;
		else
			pages[gen][load->type][zone] += 1L << load->folio_order;
		if (gen == NEXT_GEN && protects(world))
		protected[0][load->type][tier] += UINT64_C(1) << load->folio_order;
	}
	if (memcmp(pages, world->lruvec->lrugen.nr_pages, sizeof(pages)))
		return "nr_pages is not what the scan must leave";
	if (memcmp(sizes, world->lruvec->lru_size, sizeof(sizes)))
		return "the inactive size is not less by what was isolated";
	if (memcmp(protected, world->lruvec->lrugen.protected, sizeof(protected)))
		return "protected does not add up";
	return NULL;
}

/* newest first: the zones that may be taken from one after the other, each in the order met */
static const char *check_isolated(const struct world *world, bool from_front, size_t passes)
{
	const struct workload *load = &world->load;
	const struct list_head *last = &world->isolated;

	for (unsigned int zone = MAX_NR_ZONES; zone-- > 0;) {
		for (size_t k = 0; k < load->folios; k++) {
			size_t i = from_front ? load->folios - 1 - k : k;
			const struct list_head *entry = &world_listed(world, i)->lru;

			if (world_zone(load, i) != zone || expected_gen(world, i, passes) != ISOLATED)
				continue;
			if (entry->next != last || last->prev != entry)
				return "an isolated folio is not where it must be";
			last = entry;
		}
	}
	if (world->isolated.next != last || last->prev != &world->isolated)
		return "more or fewer folios are isolated than must be";
	return NULL;
}

const char *scan_check(struct world *world, const struct variant *variant, size_t passes)
{
	const struct lru_gen *lrugen = &world->lruvec->lrugen;
	bool from_front = variant->rule & FROM_FRONT;
	struct listing promoted = { .promoted = true, .gen = PROMOTED_GEN, .reversed = from_front };
	struct listing sorted = { .gen = NEXT_GEN, .reversed = from_front };
	const char *broken = check_folios(world, passes);

	if (lrugen->min_seq[0] || lrugen->min_seq[1] || lrugen->max_seq != MAX_NR_GENS - 1)
		return "min_seq or max_seq is not where it must be";
	if (!broken)
		broken = check_counts(world, passes);
	if (!broken)
		broken = check_isolated(world, from_front, passes);
	if (broken || !passes)
		return broken;
	/* the protected go to the front of their list, those of other zones to the back */
	if (!protects(world)) {
		sorted.reversed = !from_front;
		sorted.first_zone = world->load.reclaim_zones;
	}
	broken = order_check(world, &sorted);
	return broken ? broken : order_check(world, &promoted);
}
