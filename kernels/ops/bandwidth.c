// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The time of one line when addresses are known and in order: no loop that
 * touches every folio's line can be faster, however well it prefetches.
 */
#include "kernel.h"
#include "model/order_check.h"

/* a bit that no other kernel reads */
#define FLIPPED FLAG(PG_LOCKED)

enum { READS, WRITES };

static size_t pass_read(struct world *world)
{
	size_t folios = world->load.folios;

	for (size_t i = 0; i < folios; i++)
		(void)READ_ONCE(world_folio(world, i)->flags);
	return folios;
}

/* a line that is written must be read before and written back after */
static size_t pass_write(struct world *world)
{
	size_t folios = world->load.folios;

	for (size_t i = 0; i < folios; i++) {
		struct folio *folio = world_folio(world, i);

		WRITE_ONCE(folio->flags, READ_ONCE(folio->flags) ^ FLIPPED);
	}
	return folios;
}

static const struct variant variants[] = {
	{ .name = "read", .what = "a load from each line, in address order", .pass = pass_read, .rule = READS },
	{ .name = "write",
	  .what = "a load and a store to each line, in address order",
	  .pass = pass_write,
	  .rule = WRITES },
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
	bool flipped = variant->rule == WRITES && passes % 2;

	for (size_t i = 0; i < world->load.folios; i++)
		if (world_listed(world, i)->flags != (world_flags(world, i, 0) ^ (flipped ? FLIPPED : 0)))
			return "a line was not written, or written when it was to be read";
	return untouched_check(world, 0);
}

const struct kernel KERNEL_SYMBOL(bandwidth) = {
	.name = "bandwidth",
	.question = "how fast do lines come when their addresses are known and in order?",
	.item = "line",
	.variants = variants,
	.nr_variants = sizeof(variants) / sizeof(variants[0]),
	.defaults = { .folios = 131072, .zones = 1 },
	.nr_leads = 1,
	.steady = steady,
	.reset = reset,
	.check = check,
};
