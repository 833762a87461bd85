// SPDX-License-Identifier: GPL-2.0-or-later
#include "loops/aging_check.h"
#include "loops/rungs.h"
#include "model/order_check.h"

enum { PROMOTED_GEN = MAX_NR_GENS - 1 };

static const char *check_order(const struct world *world, unsigned int rung, int target, size_t passes)
{
	/* promoted folios: appended in the order met, or put in front in that order; either way round */
	struct listing promoted = {
		.promoted = true,
		.gen = PROMOTED_GEN,
		.reversed = !(rung & PROMOTED_TO_FRONT) || rung & FROM_FRONT,
	};
	struct listing increased = {
		.gen = target,
		.reversed = !(rung & FROM_FRONT) && passes % 2,
	};
	const char *broken = order_check(world, &increased);

	if (broken || !world->load.promoted_permille)
		return broken;
	return order_check(world, &promoted);
}

static const char *check_flags(const struct world *world, int target)
{
	for (size_t i = 0; i < world->load.folios; i++) {
		uint64_t flags = world_listed(world, i)->flags;
		uint64_t start = world_flags(world, i, PROMOTED_GEN);

		if (world->promoted[i] && flags != start)
			return "a promoted folio's flags changed";
		if (!world->promoted[i] && flags != flags_with_gen(start, target))
			return "an increased folio's flags are not its old ones with the next generation";
	}
	return NULL;
}

static const char *check_protected(const struct world *world, unsigned int rung, size_t passes)
{
	uint64_t expected[MAX_NR_TIERS] = { 0 };
	const uint64_t *found = world->lruvec->lrugen.protected[0][world->load.type];
	uint64_t flags = world->start_flags, counted = 0;

	for (size_t i = 0; i < world->load.folios; i++)
		counted += !(rung & PROMOTED_UNCOUNTED && world->promoted[i]);
	/* after the first pass refs are gone and only workingset tells the tier */
	for (size_t pass = 0; pass < passes; pass++) {
		int refs = flags_refs(flags);

		if (!lazily_promoted(refs, flags_workingset(flags)))
			expected[tier_of(refs, flags_workingset(flags))] += counted << world->load.folio_order;
		flags = flags_with_refs(flags, 0);
	}
	for (int tier = 0; tier < MAX_NR_TIERS; tier++)
		if (found[tier] != expected[tier])
			return "protected does not add up";
	return NULL;
}

const char *aging_check(struct world *world, const struct variant *variant, size_t passes)
{
	int target = gen_of(passes);
	const char *broken = seq_check(world, passes, passes + MAX_NR_GENS - 1);

	if (!broken)
		broken = check_order(world, variant->rule, target, passes);
	if (!broken)
		broken = check_flags(world, target);
	if (!broken)
		broken = check_protected(world, variant->rule, passes);
	if (!broken)
		broken = world_check_counts(world);
	return broken;
}
