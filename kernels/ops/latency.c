// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The time of one load that depends on the load before it: what a miss of the
 * working set's cache level costs when nothing hides it, and so the most that
 * prefetching a folio's line can save.
 */
#include "kernel.h"
#include "model/order_check.h"

/* every list of the zones the folios are on, link by link; each link is on a line of its own */
static size_t pass_chase(struct world *world)
{
	struct lruvec *lruvec = world->lruvec;
	size_t links = 0;

	for (int zone = 0; zone < MAX_NR_ZONES; zone++) {
		struct list_head *head = &lruvec->lrugen.folios[0][world->load.type][zone];

		for (struct list_head *at = READ_ONCE(head->next); at != head; at = READ_ONCE(at->next))
			links++;
	}
	return links;
}

static const struct variant variants[] = {
	{ .name = "chase", .what = "each line's address is read from the line before it", .pass = pass_chase },
};

static bool steady(const struct workload *load)
{
	(void)load;
	return true;
}

static void reset(struct world *world)
{
	world_fill_lists(world, 0, 0, FLAG(PG_LRU));
}

static const char *check(struct world *world, const struct variant *variant, size_t passes)
{
	(void)variant;
	(void)passes;
	for (size_t i = 0; i < world->load.folios; i++)
		if (world_listed(world, i)->flags != world_flags(world, i, 0))
			return "a load changed flags";
	return untouched_check(world, 0);
}

const struct kernel KERNEL_SYMBOL(latency) = {
	.name = "latency",
	.question = "how long does one load take that waits for the one before it?",
	.item = "load",
	.variants = variants,
	.nr_variants = sizeof(variants) / sizeof(variants[0]),
	.defaults = { .folios = 131072, .layout = LAYOUT_SHUFFLED, .zones = 1 },
	/* reset() wrote all lines: the first pass finds them dirty, and in another order */
	.nr_leads = 1,
	.steady = steady,
	.reset = reset,
	.check = check,
};
