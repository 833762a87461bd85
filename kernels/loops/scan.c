// SPDX-License-Identifier: GPL-2.0-or-later
/* The oldest generation is scanned for eviction until nothing is left of it. */
#include "kernel.h"
#include "loops/scan.h"
#include "loops/scan_check.h"

FOR_EACH_SCAN(DEFINE_SCAN)

static bool anything_left(const struct lruvec *lruvec, int type)
{
	int oldest = gen_of(lruvec->lrugen.min_seq[type]);

	for (int zone = 0; zone < MAX_NR_ZONES; zone++)
		if (!list_empty(&lruvec->lrugen.folios[oldest][type][zone]))
			return true;
	return false;
}

static ALWAYS_INLINE size_t scan_all(struct world *world,
				     void (*step)(struct lruvec *lruvec, struct scan *scan))
{
	struct lruvec *lruvec = world->lruvec;
	int type = (int)world->load.type;
	/* a call that gets nowhere is a failure that the check sees */
	size_t calls = world->load.folios + 1;

	while (anything_left(lruvec, type) && calls--) {
		struct scan scan = {
			.type = type,
			.reclaim_idx = (int)world->load.reclaim_zones - 1,
			.remaining = MAX_LRU_BATCH,
			.taken = &world->isolated,
		};

		arch_lock(&lruvec->lock);
		step(lruvec, &scan);
		arch_unlock(&lruvec->lock);
	}
	return world->load.folios;
}

#define DEFINE_PASS(id, name, rung, prefetch, without, extra, what) \
	static size_t pass_##id(struct world *world)                \
	{                                                           \
		return scan_all(world, scan_##id);                  \
	}
FOR_EACH_SCAN(DEFINE_PASS)

#define VARIANT(id, called, bits, fetched, other, more, text) \
	{ .name = (called),                                   \
	  .what = (text),                                     \
	  .pass = pass_##id,                                  \
	  .rule = (bits),                                     \
	  .extra = (more),                                    \
	  .prefetch = (fetched),                              \
	  .without = (other) },
static const struct variant variants[] = { FOR_EACH_SCAN(VARIANT) };

/* what is isolated is gone */
static bool steady(const struct workload *load)
{
	(void)load;
	return false;
}

static void reset(struct world *world)
{
	list_init(&world->isolated);
	world_fill_lists(world, 0, MAX_NR_GENS - 1, flags_with_refs(FLAG(PG_LRU), (int)world->load.refs));
}

static const char *refuses(const struct workload *load)
{
	if (!load->reclaim_zones)
		return "scan needs zones to reclaim from: give --reclaim-zones 1 or more";
	return NULL;
}

const struct kernel KERNEL_SYMBOL(scan) = {
	.name = "scan",
	.question = "what does the eviction scan cost per folio, and does a prefetch help it?",
	.item = "folio",
	.variants = variants,
	.nr_variants = sizeof(variants) / sizeof(variants[0]),
	.defaults = { .folios = 131072, .zones = 1, .reclaim_zones = MAX_NR_ZONES },
	.refuses = refuses,
	.steady = steady,
	.reset = reset,
	.check = scan_check,
};
