// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The published benchmark as one workload. Freshly faulted folios are aged
 * again and again; each write to the debugfs file is one walk and one step of
 * the oldest generation, and what that comes to depends on which write it is:
 *
 *   1         all entries young: every folio is relabelled, the oldest list is empty
 *   2         nothing young, the next list is empty too: the walk alone
 *   3         every folio leaves its list through the promoted path
 *   4 and on  every folio through the increment path
 */
#include "kernel.h"
#include "loops/steps.h"
#include "loops/walk.h"
#include "model/order_check.h"

enum { START_GEN = 2 };

FOR_EACH_RUNG(DEFINE_STEP)

static NOINLINE void walk_all(struct world *world)
{
	for (size_t mm = 0; mm < world->tables.mms; mm++)
		walk_mm(world, mm, false);
}

#define DEFINE_PASS(name, rung, what)                                       \
	static size_t pass_##name(struct world *world)                      \
	{                                                                   \
		walk_all(world);                                            \
		age_type(world->lruvec, (int)world->load.type, age_##name); \
		world->lruvec->lrugen.max_seq++;                            \
		return world->load.folios;                                  \
	}
FOR_EACH_RUNG(DEFINE_PASS)

#define VARIANT(id, bits, text) \
	{ .name = #id, .what = (text), .pass = pass_##id, .rule = (bits), .prefetch = RUNG_PREFETCH(bits) },
static const struct variant variants[] = { FOR_EACH_RUNG(VARIANT) };

static const char *const leads[] = { "write1", "write2", "write3" };

static bool steady(const struct workload *load)
{
	(void)load;
	return true;
}

static void reset(struct world *world)
{
	struct lru_gen *lrugen = &world->lruvec->lrugen;

	/* queueing a folio inside its fault marks it referenced, so the first walk promotes it */
	world_fill_lists(world, START_GEN, START_GEN, flags_with_refs(FLAG(PG_LRU), 1));
	lrugen->min_seq[0] = lrugen->min_seq[1] = 0;
	lrugen->max_seq = MAX_NR_GENS - 1;
	world->walk = (struct walk_batch){ 0 };
	world_set_young(world);
}

static const char *check_order(const struct world *world, unsigned int rung, size_t passes)
{
	/* where write 3 leaves them, by the promoted path's rule; then by the increment path's */
	bool reversed = !(rung & PROMOTED_TO_FRONT) || rung & FROM_FRONT;
	struct listing all = { .gen = START_GEN };

	if (passes > START_GEN) {
		all.gen = gen_of(passes);
		all.reversed = reversed ^ (!(rung & FROM_FRONT) && (passes - START_GEN - 1) % 2);
	}
	return order_check(world, &all);
}

static const char *check_walk(const struct world *world, size_t passes)
{
	size_t entries = world->load.folios * world->load.page_tables;

	for (size_t i = 0; passes && i < entries; i++)
		if (world->tables.entries[i] & FLAG(PTE_YOUNG))
			return "an entry is still young";
	if (world->walk.total != passes * entries || world->walk.batched)
		return "the walk missed entries";
	return NULL;
}

static const char *check(struct world *world, const struct variant *variant, size_t passes)
{
	const struct workload *load = &world->load;
	uint64_t pages = load->folios << load->folio_order, counted = 0;
	int label = passes > START_GEN ? gen_of(passes) : passes ? START_GEN + 1 : START_GEN;
	const char *broken;

	for (size_t i = 0; i < load->folios; i++) {
		uint64_t flags = world_flags(world, i, START_GEN);

		if (passes)
			flags = flags_with_gen(flags, label) | FLAG(PG_WORKINGSET);
		if (world_listed(world, i)->flags != flags)
			return "a folio's flags are not what the writes must leave";
	}
	if (passes > START_GEN)
		counted = passes - START_GEN - !!(variant->rule & PROMOTED_UNCOUNTED);
	for (int tier = 0; tier < MAX_NR_TIERS; tier++)
		if (world->lruvec->lrugen.protected[0][load->type][tier] !=
		    (tier == MAX_NR_TIERS - 1 ? counted * pages : 0))
			return "protected does not add up";
	broken = check_order(world, variant->rule, passes);
	if (!broken)
		broken = check_walk(world, passes);
	if (!broken)
		broken = seq_check(world, passes, passes + MAX_NR_GENS - 1);
	return broken ? broken : world_check_counts(world);
}

static const char *refuses(const struct workload *load)
{
	if (!load->page_tables)
		return "agetest needs page tables: give --page-tables 1 or more";
	if (load->promoted_permille || load->refs || load->young_permille != 1000)
		return "agetest makes its own promoted and young folios: leave --promoted, --refs and --young out";
	return NULL;
}

const struct kernel KERNEL_SYMBOL(agetest) = {
	.name = "agetest",
	.question = "what does each write of the published benchmark cost?",
	.item = "folio",
	.variants = variants,
	.nr_variants = sizeof(variants) / sizeof(variants[0]),
	.defaults = { .folios = 131072, .zones = 1, .page_tables = 1, .young_permille = 1000 },
	.leads = leads,
	.nr_leads = 3,
	.refuses = refuses,
	.steady = steady,
	.reset = reset,
	.check = check,
};
