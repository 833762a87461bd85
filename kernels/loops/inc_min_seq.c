// SPDX-License-Identifier: GPL-2.0-or-later
/* The ladder: inc_min_seq before the series and after each of its patches. */
#include "kernel.h"
#include "loops/aging_check.h"
#include "loops/ideas.h"
#include "loops/steps.h"

FOR_EACH_RUNG(DEFINE_STEP)
FOR_EACH_AHEAD(DEFINE_AHEAD_STEP)
FOR_EACH_IDEA(DEFINE_IDEA_STEP)

#define DEFINE_PASS(name, rung, what)                                       \
	static size_t pass_##name(struct world *world)                      \
	{                                                                   \
		age_type(world->lruvec, (int)world->load.type, age_##name); \
		world->lruvec->lrugen.max_seq++;                            \
		return world->load.folios;                                  \
	}
#define DEFINE_AHEAD_PASS(id, name, rung, prefetch, without, what) DEFINE_PASS(id, rung, what)
FOR_EACH_RUNG(DEFINE_PASS)
FOR_EACH_AHEAD(DEFINE_AHEAD_PASS)
#define DEFINE_IDEA_PASS(id, name, target, what) DEFINE_PASS(idea_##id, RUNG_P6, what)
FOR_EACH_IDEA(DEFINE_IDEA_PASS)

#define VARIANT(id, bits, text)            \
	{ .name = #id,                     \
	  .what = (text),                  \
	  .pass = pass_##id,               \
	  .rule = (bits),                  \
	  .prefetch = RUNG_PREFETCH(bits), \
	  .without = RUNG_WITHOUT(id, bits) },
#define AHEAD_VARIANT(id, called, bits, fetched, other, text) \
	{ .name = (called),                                   \
	  .what = (text),                                     \
	  .pass = pass_##id,                                  \
	  .rule = (bits),                                     \
	  .extra = true,                                      \
	  .prefetch = (fetched),                              \
	  .without = (other) },
#define IDEA_VARIANT(id, called, target, text) \
	{ .name = (called),                    \
	  .what = (text),                      \
	  .pass = pass_idea_##id,              \
	  .rule = RUNG_P6,                     \
	  .extra = true,                       \
	  .prefetch = PREFETCHED_TO_WRITE(target) },
static const struct variant variants[] = { FOR_EACH_RUNG(VARIANT) FOR_EACH_AHEAD(AHEAD_VARIANT)
						   FOR_EACH_IDEA(IDEA_VARIANT) };

static bool steady(const struct workload *load)
{
	/* promoted folios leave for younger lists and are gone from the next pass */
	return load->promoted_pattern != PROMOTED_ALTERNATING && !load->promoted_permille && !load->refs;
}

static void reset(struct world *world)
{
	uint64_t flags = flags_with_refs(FLAG(PG_WORKINGSET) | FLAG(PG_LRU), (int)world->load.refs);

	world_fill_lists(world, 0, MAX_NR_GENS - 1, flags);
}

const struct kernel KERNEL_SYMBOL(inc_min_seq) = {
	.name = "inc_min_seq",
	.question = "what does each patch of the series cost or save per folio?",
	.item = "folio",
	.variants = variants,
	.nr_variants = sizeof(variants) / sizeof(variants[0]),
	.defaults = { .folios = 131072, .zones = 1 },
	.nr_leads = 1,
	.steady = steady,
	.reset = reset,
	.check = aging_check,
};
