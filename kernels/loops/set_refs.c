// SPDX-License-Identifier: GPL-2.0-or-later
/* Clearing the refs of folios, as eviction and isolation do, often where there are none. */
#include "kernel.h"
#include "loops/walk.h"
#include "model/order_check.h"

static ALWAYS_INLINE size_t clear_refs(struct world *world, const bool skip)
{
	struct list_head *head;
	size_t folios = 0;

	for (int zone = 0; zone < MAX_NR_ZONES; zone++) {
		head = &world->lruvec->lrugen.folios[0][world->load.type][zone];
		for (struct list_head *entry = head->prev; entry != head; entry = entry->prev) {
			set_folio_refs(folio_of(entry), 0, skip);
			folios++;
		}
	}
	return folios;
}

static size_t pass_base(struct world *world)
{
	return clear_refs(world, false);
}

static size_t pass_skip(struct world *world)
{
	return clear_refs(world, true);
}

static const struct variant variants[] = {
	{ .name = "base", .what = "always a locked cmpxchg", .pass = pass_base },
	{ .name = "skip", .what = "none where the flags would not change", .pass = pass_skip },
};

static bool steady(const struct workload *load)
{
	return !load->refs;
}

static void reset(struct world *world)
{
	world_fill_lists(world, 0, 0, flags_with_refs(FLAG(PG_LRU), (int)world->load.refs));
}

static const char *check(struct world *world, const struct variant *variant, size_t passes)
{
	(void)variant;
	for (size_t i = 0; i < world->load.folios; i++) {
		uint64_t expected = world_flags(world, i, 0);

		if (passes)
			expected = flags_with_refs(expected, 0);
		if (world_listed(world, i)->flags != expected)
			return "a folio's flags are not its old ones without refs";
	}
	return untouched_check(world, 0);
}

const struct kernel KERNEL_SYMBOL(set_refs) = {
	.name = "set_refs",
	.question = "what does clearing refs cost, where there are some (--refs N) and where there are none?",
	.item = "folio",
	.variants = variants,
	.nr_variants = sizeof(variants) / sizeof(variants[0]),
	.defaults = { .folios = 131072, .zones = 1 },
	.steady = steady,
	.reset = reset,
	.check = check,
};
