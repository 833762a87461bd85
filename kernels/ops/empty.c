// SPDX-License-Identifier: GPL-2.0-or-later
/* What the harness itself costs: every other figure is read against this. */
#include "kernel.h"
#include "model/order_check.h"

static size_t pass_empty(struct world *world)
{
	(void)world;
	return 1;
}

static const struct variant variants[] = {
	{ .name = "empty", .what = "nothing at all", .pass = pass_empty },
};

static bool steady(const struct workload *load)
{
	(void)load;
	return true;
}

static void reset(struct world *world)
{
	world_fill_lists(world, 0, 0, 0);
}

static const char *check(struct world *world, const struct variant *variant, size_t passes)
{
	(void)variant;
	(void)passes;
	for (size_t i = 0; i < world->load.folios; i++)
		if (world_listed(world, i)->flags != world_flags(world, i, 0))
			return "a folio's flags changed";
	return untouched_check(world, 0);
}

const struct kernel KERNEL_SYMBOL(empty) = {
	.name = "empty",
	.question = "what does the harness itself cost per pass?",
	.item = "pass",
	.variants = variants,
	.nr_variants = 1,
	.defaults = { .folios = 1, .zones = 1 },
	.steady = steady,
	.reset = reset,
	.check = check,
};
