// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A walk along the list, from its back, with work to do for each folio: what
 * does a prefetch gain, of which kind, of which folio and when? A prefetch
 * pays where the address is known early enough and the line is not there yet.
 * Following links gives the address too late, the array gives it early but
 * guesses, and `known` is what no kernel has: the list's order told beforehand.
 */
#include "arch/arch.h"
#include "kernel.h"
#include "model/order_check.h"

/* of which folio, seen from the one that is worked on */
enum how {
	NOT_AT_ALL,
	HOW_next, /* on the list, by following links */
	HOW_next2,
	HOW_next4,
	HOW_addr,  /* in the array, as if that were the list's order */
	HOW_known, /* on the list, from what was noted beside it */
};

/* what each visit leaves behind: locked operations in bits of the flags that nobody else has, stores in `private` */
#define VISITS_SHIFT 24
#define VISITS_MASK  (((UINT64_C(1) << (LRU_REFS_SHIFT - VISITS_SHIFT)) - 1) << VISITS_SHIFT)

/* one zone's list while it is walked */
struct visit {
	const struct world *world;
	struct list_head *head;
	size_t distance, step; /* @step: positions from one folio of the list to its next */
	size_t position;
};

/* nothing where the list ends before */
static ALWAYS_INLINE void prefetch_linked(const struct visit *visit, struct folio *folio, int links,
					  const enum prefetch what)
{
	struct list_head *entry = &folio->lru;

	while (links--) {
		entry = entry->prev;
		if (entry == visit->head)
			return;
	}
	arch_prefetch(&folio_of(entry)->flags, what);
}

/* nothing where the array ends before */
static ALWAYS_INLINE void prefetch_beside(const struct visit *visit, struct folio *folio,
					  const enum prefetch what)
{
	const struct world *world = visit->world;
	size_t page = (size_t)(folio - world->pages) + (visit->distance << world->load.folio_order);

	if (page < world->load.folios << world->load.folio_order)
		arch_prefetch(&world->pages[page].flags, what);
}

static ALWAYS_INLINE void prefetch_known(const struct visit *visit, const enum prefetch what)
{
	size_t ahead = visit->position + visit->distance * visit->step;

	if (ahead < visit->world->load.folios)
		arch_prefetch(&world_listed(visit->world, ahead)->flags, what);
}

static ALWAYS_INLINE void prefetch_ahead(const struct visit *visit, struct folio *folio,
					 const enum prefetch what, const enum how how)
{
	if (how == HOW_addr)
		prefetch_beside(visit, folio, what);
	else if (how == HOW_known)
		prefetch_known(visit, what);
	else if (how)
		prefetch_linked(visit, folio, how == HOW_next ? 1 : how == HOW_next2 ? 2 : 4, what);
}

static ALWAYS_INLINE void lock_flags(struct folio *folio, unsigned int times)
{
	while (times--) {
		uint64_t old = READ_ONCE(folio->flags), new;

		do
			new = (old & ~VISITS_MASK) | ((old + (UINT64_C(1) << VISITS_SHIFT)) & VISITS_MASK);
		while (!arch_try_cmpxchg(&folio->flags, &old, new));
	}
}

static ALWAYS_INLINE size_t visit_zone(struct world *world, unsigned int zone, const enum prefetch what,
				       const enum how how, const bool after)
{
	const struct workload *load = &world->load;
	unsigned int loads = load->work_loads, locked = load->work_locked, stores = load->work_stores;
	struct visit visit = {
		.world = world,
		.head = &world->lruvec->lrugen.folios[0][load->type][zone],
		.distance = load->prefetch_distance,
		.step = load->zones,
		.position = load->zones > 1 ? zone : 0,
	};
	size_t visited = 0;
	uint64_t seen = 0;

	for (struct list_head *entry = visit.head->prev; entry != visit.head; entry = entry->prev) {
		struct folio *folio = folio_of(entry);

		for (unsigned int i = 0; i < loads; i++)
			seen += READ_ONCE(folio->index);
		if (!after)
			prefetch_ahead(&visit, folio, what, how);
		lock_flags(folio, locked);
		if (after)
			prefetch_ahead(&visit, folio, what, how);
		for (unsigned int i = 0; i < stores; i++)
			WRITE_ONCE(folio->private, READ_ONCE(folio->private) + 1);
		visit.position += visit.step;
		visited++;
	}
	world->seen += seen;
	return visited;
}

static ALWAYS_INLINE size_t visit_all(struct world *world, const enum prefetch what, const enum how how)
{
	size_t visited = 0;

	for (unsigned int zone = 0; zone < MAX_NR_ZONES; zone++) {
		if (world->load.prefetch_after)
			visited += visit_zone(world, zone, what, how, true);
		else
			visited += visit_zone(world, zone, what, how, false);
	}
	return visited;
}

static size_t pass_none(struct world *world)
{
	return visit_all(world, PREFETCH_nop, NOT_AT_ALL);
}

/* X(instruction, target, words) */
#define FOR_EACH_TARGET(X, what)                                \
	X(what, next, "the next folio, by its link")            \
	X(what, next2, "two ahead, by following links")         \
	X(what, next4, "four ahead, by following links")        \
	X(what, addr, "--distance ahead in the array, a guess") \
	X(what, known, "--distance ahead, from the list's order")

#define DEFINE_PASS(what, how, text)                                 \
	static size_t pass_##what##_##how(struct world *world)       \
	{                                                            \
		return visit_all(world, PREFETCH_##what, HOW_##how); \
	}
#define DEFINE_PASSES(what) FOR_EACH_TARGET(DEFINE_PASS, what)
FOR_EACH_PREFETCH(DEFINE_PASSES)

#define VARIANT(instruction, how, text)                                   \
	{ .name = #instruction "-" #how,                                  \
	  .what = (text),                                                 \
	  .pass = pass_##instruction##_##how,                             \
	  .extra = (int)PREFETCH_##instruction != (int)PREFETCH_TO_WRITE, \
	  .prefetch = #instruction " " #how,                              \
	  .without = "none" },
#define VARIANTS(what) FOR_EACH_TARGET(VARIANT, what)

static const struct variant variants[] = { { .name = "none", .what = "no prefetch", .pass = pass_none },
					   FOR_EACH_PREFETCH(VARIANTS) };

static bool steady(const struct workload *load)
{
	(void)load;
	return true;
}

static void reset(struct world *world)
{
	world_fill_lists(world, 0, 0, FLAG(PG_LRU));
	world->seen = 0;
	for (size_t i = 0; i < world->load.folios; i++)
		world_listed(world, i)->index = i + 1;
}

static const char *check(struct world *world, const struct variant *variant, size_t passes)
{
	const struct workload *load = &world->load;
	uint64_t locked = (uint64_t)passes * load->work_locked << VISITS_SHIFT & VISITS_MASK;
	uint64_t indexes = (uint64_t)load->folios * (load->folios + 1) / 2;

	(void)variant;
	for (size_t i = 0; i < load->folios; i++) {
		const struct folio *folio = world_listed(world, i);

		if (folio->flags != (world_flags(world, i, 0) | locked))
			return "a folio was locked more or less often than it was to be visited";
		if (folio->private != (uint64_t)passes * load->work_stores)
			return "a folio was stored to more or less often than it was to be visited";
		if (folio->index != i + 1)
			return "a word changed that is only read";
	}
	if (world->seen != passes * load->work_loads * indexes)
		return "what was read is not every folio's word, as often as it was to be visited";
	return untouched_check(world, 0);
}

static const char *refuses(const struct workload *load)
{
	if (!load->prefetch_distance)
		return "prefetch needs a distance: give --distance 1 or more";
	return NULL;
}

const struct kernel KERNEL_SYMBOL(prefetch) = {
	.name = "prefetch",
	.question = "which prefetch helps a walk along a list: what, how far ahead, and when?",
	.item = "folio",
	.variants = variants,
	.nr_variants = sizeof(variants) / sizeof(variants[0]),
	.defaults = { .folios = 131072,
		      .zones = 1,
		      .layout = LAYOUT_SHUFFLED,
		      .prefetch_distance = 4,
		      .work_loads = 4,
		      .work_locked = 1 },
	.refuses = refuses,
	.steady = steady,
	.reset = reset,
	.check = check,
};
