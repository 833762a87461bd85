// SPDX-License-Identifier: GPL-2.0-or-later
/* N processes that map the same folios are walked one after the other. */
#include "kernel.h"
#include "loops/walk.h"
#include "model/order_check.h"

static NOINLINE void walk_mm_base(struct world *world, size_t mm)
{
	walk_mm(world, mm, false);
}

static NOINLINE void walk_mm_skip(struct world *world, size_t mm)
{
	walk_mm(world, mm, true);
}

static size_t pass_base(struct world *world)
{
	for (size_t mm = 0; mm < world->tables.mms; mm++)
		walk_mm_base(world, mm);
	return world->tables.mms * world->load.folios;
}

static size_t pass_skip(struct world *world)
{
	for (size_t mm = 0; mm < world->tables.mms; mm++)
		walk_mm_skip(world, mm);
	return world->tables.mms * world->load.folios;
}

static const struct variant variants[] = {
	{ .name = "base", .what = "every visit ends with a locked cmpxchg", .pass = pass_base },
	{ .name = "skip", .what = "none where the flags would not change", .pass = pass_skip },
};

/* what a walk clears and relabels has to be set again before the next one */
static bool steady(const struct workload *load)
{
	(void)load;
	return false;
}

/* the folios are one generation old, and stay on its lists; see spec section 2c */
static void reset(struct world *world)
{
	world_fill_lists(world, 2, 2, FLAG(PG_WORKINGSET) | FLAG(PG_LRU));
	world->lruvec->lrugen.max_seq = 3;
	world->lruvec->lrugen.min_seq[0] = world->lruvec->lrugen.min_seq[1] = 0;
	world->walk = (struct walk_batch){ 0 };
	world_set_young(world);
}

static const char *check(struct world *world, const struct variant *variant, size_t passes)
{
	const struct workload *load = &world->load;
	const struct walk_batch *walk = &world->walk;
	size_t visits = load->folios * load->page_tables;

	(void)variant;
	for (size_t i = 0; i < visits; i++)
		if (passes && world->tables.entries[i] & FLAG(PTE_YOUNG))
			return "an entry is still young";
	for (size_t i = 0; i < load->folios; i++) {
		bool young = passes && load->page_tables && i % 1000 < load->young_permille;

		if (world_listed(world, i)->flags != world_flags(world, i, young ? 3 : 2))
			return "a folio's flags are not what the walk must leave";
	}
	if (walk->total != passes * visits || walk->batched)
		return "the walk missed entries";
	return untouched_check(world, 2);
}

static const char *refuses(const struct workload *load)
{
	if (!load->page_tables)
		return "walk needs page tables: give --page-tables 1 or more";
	return NULL;
}

const struct kernel KERNEL_SYMBOL(walk) = {
	.name = "walk",
	.question = "what does a walk cost per visit, and what does skipping a locked no-op save?",
	.item = "visit",
	.variants = variants,
	.nr_variants = sizeof(variants) / sizeof(variants[0]),
	.defaults = { .folios = 524288, .zones = 1, .type = 1, .page_tables = 1, .young_permille = 1000 },
	.refuses = refuses,
	.steady = steady,
	.reset = reset,
	.check = check,
};
