// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Checks for loops whose order rules nobody knows. What is left holds for any
 * correct one: nothing lost, nothing twice, labels, lists and counts agree.
 */
#include "lifted/lifted.h"
#include "loops/aging_check.h"
#include "loops/scan_check.h"
#include "model/order_check.h"

enum { PROMOTED_GEN = MAX_NR_GENS - 1 };

/* whether a link of a list points at a folio of the world: a broken one must not crash the check */
static bool is_folio(const struct world *world, const struct list_head *entry)
{
	const struct folio *first = world->pages;
	uintptr_t at = (uintptr_t)entry - offsetof(struct folio, lru) - (uintptr_t)first;
	size_t stride = sizeof(struct folio) << world->load.folio_order;

	return at < world->load.folios * stride && !(at % stride);
}

/* follows one list both ways; adds its entries to @folios */
static const char *check_list(const struct world *world, unsigned int gen, unsigned int zone, size_t *folios)
{
	unsigned int type = world->load.type;
	struct list_head *head = &world->lruvec->lrugen.folios[gen][type][zone];

	for (struct list_head *entry = head->next, *last = head;; last = entry, entry = entry->next) {
		const struct folio *folio;

		if (entry != head && !is_folio(world, entry))
			return "a list leads out of the world";
		/* one predecessor each, so nothing is on two lists or twice on one */
		if (entry->prev != last)
			return "a list's links do not agree";
		if (entry == head)
			return NULL;
		folio = folio_of(entry);
		if (flags_gen(folio->flags) != (int)gen || folio_type(folio) != (int)type ||
		    folio_zone(folio) != (int)zone)
			return "a folio is not on the list of its label";
		if (++*folios > world->load.folios)
			return "a list goes round in circles";
	}
}

/* every folio on a list of the workload's type is where its label says; *@folios is how many there are */
static const char *check_lists(const struct world *world, size_t *folios)
{
	const char *broken = NULL;

	*folios = 0;
	for (unsigned int gen = 0; gen < MAX_NR_GENS; gen++)
		for (unsigned int zone = 0; zone < MAX_NR_ZONES && !broken; zone++)
			broken = check_list(world, gen, zone, folios);
	return broken;
}

/*
 * Some trees' LRU_REFS_FLAGS hold workingset and some do not: with the next
 * generation it goes for every folio or for none. @start is the word it had.
 */
static const char *check_aged(uint64_t flags, uint64_t start, int target, int *cleared)
{
	uint64_t kept = flags_with_gen(start, target);
	uint64_t without = kept & ~FLAG(PG_WORKINGSET);

	if (flags != kept && flags != without)
		return "an increased folio's flags are not its old ones with the next generation";
	if (kept == without)
		return NULL;
	if (*cleared >= 0 && *cleared != (flags == without))
		return "some increased folios lost their workingset flag and some did not";
	*cleared = flags == without;
	return NULL;
}

static const char *check_flags(const struct world *world, int target)
{
	const char *broken = NULL;
	int cleared = -1;

	for (size_t i = 0; i < world->load.folios && !broken; i++) {
		uint64_t flags = world_listed(world, i)->flags;
		uint64_t start = world_flags(world, i, PROMOTED_GEN);

		if (!world->promoted[i])
			broken = check_aged(flags, start, target, &cleared);
		else if (flags != start)
			broken = "a promoted folio's flags changed";
	}
	return broken;
}

/* trees differ in what they count, but no pass can protect more than there is */
static const char *check_protected(const struct world *world, size_t passes)
{
	const struct lru_gen *lrugen = &world->lruvec->lrugen;
	uint64_t sum = 0, most = (uint64_t)passes * world->load.folios << world->load.folio_order;

	for (int tier = 0; tier < MAX_NR_TIERS; tier++)
		sum += lrugen->protected[0][world->load.type][tier];
	return sum > most ? "protected holds more than there is" : NULL;
}

static const char *check_sequence(const struct world *world, size_t passes)
{
	const struct lruvec *lruvec = world->lruvec;
	unsigned int type = world->load.type;

	if (lruvec->lrugen.min_seq[type] != passes || lruvec->lrugen.min_seq[!type] ||
	    lruvec->lrugen.max_seq != passes + MAX_NR_GENS - 1)
		return "min_seq did not advance by one a pass";
	for (int zone = 0; zone < MAX_NR_ZONES; zone++)
		if (lruvec->lru_size[type][0][zone] || lruvec->lru_size[type][1][zone])
			return "active or inactive sizes changed";
	return NULL;
}

const char *lifted_aging_check(struct world *world, const struct variant *variant, size_t passes)
{
	const char *broken;
	size_t folios;

	if (!(variant->rule & LIFTED_RULE))
		return aging_check(world, variant, passes);
	broken = check_sequence(world, passes);
	if (!broken)
		broken = check_lists(world, &folios);
	if (!broken && folios != world->load.folios)
		broken = "a folio is on no list";
	if (!broken)
		broken = check_flags(world, gen_of(passes));
	if (!broken)
		broken = check_protected(world, passes);
	if (!broken)
		broken = world_check_counts(world);
	return broken;
}

/* label, refs, referenced and workingset aside, a walk changes nothing */
static const char *check_walked(const struct world *world, size_t i, bool young)
{
	uint64_t changeable = LRU_GEN_MASK | LRU_REFS_MASK | FLAG(PG_REFERENCED) | FLAG(PG_WORKINGSET);
	uint64_t flags = world_listed(world, i)->flags, start = world_flags(world, i, 2);

	if (!young)
		return flags == start ? NULL : "a folio changed that no young entry maps";
	if ((flags ^ start) & ~changeable)
		return "a walk changed more than label, refs and workingset";
	/* these start in the workingset: one visit is enough in every tree */
	return flags_gen(flags) == 3 ? NULL : "a young folio has not the youngest generation";
}

const char *lifted_walk_check(struct world *world, const struct variant *variant, size_t passes)
{
	const struct workload *load = &world->load;
	size_t visits = load->folios * load->page_tables;
	const char *broken = NULL;

	(void)variant;
	for (size_t i = 0; i < visits; i++)
		if (passes && world->tables.entries[i] & FLAG(PTE_YOUNG))
			return "an entry is still young";
	for (size_t i = 0; i < load->folios && !broken; i++)
		broken = check_walked(world, i, passes && i % 1000 < load->young_permille);
	if (broken)
		return broken;
	if (world->walk.total != passes * visits || world->walk.batched)
		return "the walk missed entries";
	return untouched_check(world, 2);
}

const char *lifted_refs_check(struct world *world, const struct variant *variant, size_t passes)
{
	(void)variant;
	for (size_t i = 0; i < world->load.folios; i++) {
		uint64_t expected = world_flags(world, i, 0);

		if (world_listed(world, i)->flags != (passes ? flags_with_refs(expected, 0) : expected))
			return "a folio's flags are not its old ones without refs";
	}
	return untouched_check(world, 0);
}

/* isolated: on no generation, off the LRU, with one reference more */
static const char *check_isolated(const struct folio *folio)
{
	if (folio->flags & FLAG(PG_LRU))
		return "an isolated folio is still on the LRU";
	return folio->refcount == 2 ? NULL : "an isolated folio has the wrong number of references";
}

const char *lifted_scan_check(struct world *world, const struct variant *variant, size_t passes)
{
	const struct workload *load = &world->load;
	const struct lru_gen *lrugen = &world->lruvec->lrugen;
	long pages[MAX_NR_GENS] = { 0 }, counted;
	size_t folios, isolated = 0;
	const char *broken;

	if (!(variant->rule & LIFTED_RULE))
		return scan_check(world, variant, passes);
	broken = check_lists(world, &folios);
	for (size_t i = 0; i < load->folios && !broken; i++) {
		const struct folio *folio = world_listed(world, i);
		int gen = flags_gen(folio->flags);

		if (gen >= 0) {
			pages[gen] += folio_nr_pages(folio);
			continue;
		}
		broken = check_isolated(folio);
		isolated++;
	}
	if (!broken && folios + isolated != load->folios)
		broken = "a folio is neither on a list nor isolated";
	if (!broken && passes && pages[0])
		broken = "the oldest generation is not empty";
	for (int gen = 0; gen < MAX_NR_GENS && !broken; gen++) {
		counted = 0;
		for (int zone = 0; zone < MAX_NR_ZONES; zone++)
			counted += lrugen->nr_pages[gen][load->type][zone];
		if (counted != pages[gen])
			broken = "nr_pages does not follow the labels";
	}
	return broken;
}
