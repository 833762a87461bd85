// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The lone locked operation: the floor under every loop that has one per
 * folio. What it costs depends on what was loaded before it: a load of the
 * word that was locked last has to wait for it.
 */
#include "arch/arch.h"
#include "kernel.h"
#include "model/order_check.h"

/* a bit that no other kernel reads, so that each operation really writes */
#define FLIPPED FLAG(PG_LOCKED)

static size_t pass_lines(struct world *world)
{
	size_t folios = world->load.folios;

	for (size_t i = 0; i < folios; i++) {
		struct folio *folio = world_folio(world, i);
		uint64_t old = READ_ONCE(folio->flags);

		arch_try_cmpxchg(&folio->flags, &old, old ^ FLIPPED);
	}
	return folios;
}

/* fails each time, which costs the same: the line is taken and locked either way */
static size_t pass_noload(struct world *world)
{
	size_t folios = world->load.folios;

	for (size_t i = 0; i < folios; i++) {
		uint64_t old = 0;

		arch_try_cmpxchg(&world_folio(world, i)->flags, &old, FLIPPED);
	}
	return folios;
}

static size_t pass_sameline(struct world *world)
{
	size_t folios = world->load.folios;
	struct folio *folio = world_folio(world, 0);

	for (size_t i = 0; i < folios; i++) {
		uint64_t old = READ_ONCE(folio->flags);

		arch_try_cmpxchg(&folio->flags, &old, old ^ FLIPPED);
	}
	return folios;
}

enum { FLIPS_ALL, FLIPS_NONE, FLIPS_FIRST };

static const struct variant variants[] = {
	{ .name = "lines",
	  .what = "load, then lock cmpxchg, each on a line of its own",
	  .pass = pass_lines,
	  .rule = FLIPS_ALL },
	{ .name = "noload",
	  .what = "lock cmpxchg with no load before it",
	  .pass = pass_noload,
	  .rule = FLIPS_NONE },
	{ .name = "sameline",
	  .what = "load, then lock cmpxchg, always on one line",
	  .pass = pass_sameline,
	  .rule = FLIPS_FIRST },
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
	size_t folios = world->load.folios;

	for (size_t i = 0; i < folios; i++) {
		size_t flips = 0;

		if (variant->rule == FLIPS_ALL)
			flips = passes;
		else if (variant->rule == FLIPS_FIRST && !world->order[i])
			flips = passes * folios;
		if (world_listed(world, i)->flags != (world_flags(world, i, 0) ^ (flips % 2 ? FLIPPED : 0)))
			return "a compare-and-swap was lost or done twice";
	}
	return untouched_check(world, 0);
}

const struct kernel KERNEL_SYMBOL(cmpxchg) = {
	.name = "cmpxchg",
	.question = "what does one locked compare-and-swap cost, and what makes it dearer?",
	.item = "op",
	.variants = variants,
	.nr_variants = sizeof(variants) / sizeof(variants[0]),
	.defaults = { .folios = 512, .zones = 1 },
	.steady = steady,
	.reset = reset,
	.check = check,
};
