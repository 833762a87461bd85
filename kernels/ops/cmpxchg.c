// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The lone locked operation: the floor under every loop that has one per
 * folio. What it costs depends on what was loaded before it: a load of the
 * word that was locked last has to wait for it. And it depends on who else has
 * the line: an operation that changes nothing takes it away from its readers
 * all the same, unless it is skipped.
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

/* updates of one folio for each there is, so that a pass lasts; operations of a companion's turn */
enum { UPDATES = 8, COMPANION_OPS = 32 };

/* gives a folio the generation that it has, as a walk does that comes to a folio for the second time */
static ALWAYS_INLINE size_t update(struct world *world, size_t index, bool skip)
{
	struct folio *folio = world_folio(world, index);
	size_t updates = UPDATES * world->load.folios;

	for (size_t i = 0; i < updates; i++) {
		uint64_t old = READ_ONCE(folio->flags), new;

		do {
			new = flags_with_gen(old, 0);
			if (skip && new == old)
				break;
		} while (!arch_try_cmpxchg(&folio->flags, &old, new));
	}
	return updates;
}

static size_t pass_always(struct world *world)
{
	return update(world, 0, false);
}

static size_t pass_skip(struct world *world)
{
	return update(world, 0, true);
}

static size_t pass_apart(struct world *world)
{
	return update(world, world->load.folios - 1, false);
}

/* bits of the flags word that writing companions count in, together: none of them is used here */
#define WRITES_SHIFT 20
#define WRITES_MASK  (((UINT64_C(1) << 30) - 1) << WRITES_SHIFT)

/* the flags word after so many writes more */
static uint64_t add_writes(uint64_t flags, size_t writes)
{
	return (flags & ~WRITES_MASK) | ((flags + ((uint64_t)writes << WRITES_SHIFT)) & WRITES_MASK);
}

static void write_flags(struct folio *folio)
{
	uint64_t old = READ_ONCE(folio->flags);

	while (!arch_try_cmpxchg(&folio->flags, &old, add_writes(old, 1)))
		;
}

static size_t companion(struct world *world)
{
	struct folio *folio = world_folio(world, 0);
	bool writes = world->load.contention == CONTENTION_WRITERS;

	for (int i = 0; i < COMPANION_OPS; i++) {
		if (writes)
			write_flags(folio);
		else
			/* never set: a reader acts on what it reads, so each read awaits the one before */
			folio += READ_ONCE(folio->flags) >> PG_UNEVICTABLE & 1;
	}
	return COMPANION_OPS;
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
	{ .name = "always",
	  .what = "load, then lock cmpxchg that changes nothing, on one line",
	  .pass = pass_always,
	  .rule = FLIPS_NONE,
	  .contended = true },
	{ .name = "skip",
	  .what = "the same load, and no lock cmpxchg where nothing would change",
	  .pass = pass_skip,
	  .rule = FLIPS_NONE,
	  .contended = true },
	{ .name = "apart",
	  .what = "as always, on a line that no companion touches",
	  .pass = pass_apart,
	  .rule = FLIPS_NONE,
	  .extra = true,
	  .contended = true },
};

static const char *refuses(const struct workload *load)
{
	return load->contention && load->folios < 2 ?
		       "companions need a line of their own: give 2 folios or more" :
		       NULL;
}

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
		uint64_t flags = world_flags(world, i, 0);
		size_t flips = 0;

		if (variant->rule == FLIPS_ALL)
			flips = passes;
		else if (variant->rule == FLIPS_FIRST && !world->order[i])
			flips = passes * folios;
		if (world->load.contention == CONTENTION_WRITERS && !world->order[i])
			flags = add_writes(flags, world->companion_ops);
		if (world_listed(world, i)->flags != (flags ^ (flips % 2 ? FLIPPED : 0)))
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
	.companion = companion,
	.refuses = refuses,
	.steady = steady,
	.reset = reset,
	.check = check,
};
