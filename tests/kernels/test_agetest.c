// SPDX-License-Identifier: GPL-2.0-or-later
/* agetest write by write against walk and step as the spec has them. */
#include "kernel.h"
#include "real.h"
#include "test.h"
#include "test_world_memory.h"

enum { WRITES = 9, SWAPPINESS = 60 };

static void move_pages(struct state *state, int gen, int type, int zone, long pages)
{
	bool active = gen == (int)(state->max_seq % 4) || gen == (int)((state->max_seq + 3) % 4);

	state->nr_pages[gen][type][zone] += pages;
	state->lru_size[type][active][zone] += pages;
}

/* the walk of a write: young entries only before the first */
static void expect_walk(struct state *state, const struct workload *load, bool young)
{
	int type = (int)load->type, gen = (int)(state->max_seq % 4), old;

	for (size_t visit = 0; young && visit < load->folios * load->page_tables; visit++) {
		size_t folio = visit % load->folios;
		int zone = (int)(state->flags[folio] >> 62);

		state->flags[folio] = oracle_promote(state->flags[folio], gen, &old);
		if (old < 0 || old == gen)
			continue;
		move_pages(state, old, type, zone, -state->pages[folio]);
		move_pages(state, gen, type, zone, state->pages[folio]);
	}
}

static const char *run_writes(const struct kernel *kernel, const struct variant *variant, struct world *world)
{
	struct real real = real_of_world(world);
	int type = (int)world->load.type;
	struct state state, found;
	const char *broken;

	kernel->reset(world);
	state_init(&state, world->load.folios);
	state_init(&found, world->load.folios);
	broken = real_read(&real, &state);
	for (size_t write = 1; !broken && write <= WRITES; write++) {
		expect_walk(&state, &world->load, write == 1);
		while (!oracle_step(&state, type, SWAPPINESS, oracle_rung(variant->name)))
			;
		state.max_seq++;
		if (variant->pass(world) != world->load.folios)
			broken = "number of folios";
		if (!broken)
			broken = real_read(&real, &found);
		if (!broken)
			broken = state_differs(&found, &state);
		if (!broken)
			broken = kernel->check(world, variant, write);
		if (!broken && world->lruvec->lock)
			broken = "the lock was not released";
		if (!broken && world->walk.total != write * world->load.folios * world->load.page_tables)
			broken = "entries walked";
	}
	state_free(&state);
	state_free(&found);
	return broken;
}

/* what a fault leaves: the youngest but one, referenced, so that the first walk promotes it */
static void test_start(void **unused)
{
	const struct kernel *kernel = kernel_find(&flavours[0], "agetest");
	struct workload load = kernel->defaults;
	struct test_world test;

	(void)unused;
	load.folios = 100;
	test_world_init(&test, &load);
	kernel->reset(&test.world);
	for (size_t i = 0; i < load.folios; i++) {
		uint64_t flags = world_folio(&test.world, i)->flags;

		assert_int_equal(oracle_label(flags), 2);
		assert_int_equal(oracle_refs(flags), 1);
		assert_int_equal(flags & FLAG(PG_WORKINGSET), 0);
	}
	assert_int_equal(test.world.lruvec->lrugen.max_seq, 3);
	assert_int_equal(test.world.lruvec->lrugen.min_seq[load.type], 0);
	assert_null(kernel->check(&test.world, &kernel->variants[0], 0));
	test_world_free(&test);
}

static void test_writes(void **unused)
{
	static const struct workload loads[] = {
		{ .folios = 1, .zones = 1, .page_tables = 1 },
		{ .folios = 2, .zones = 2, .page_tables = 1, .type = 1 },
		{ .folios = 4096, .zones = 1, .page_tables = 1, .layout = LAYOUT_DESCENDING },
		{ .folios = 4097, .zones = 3, .page_tables = 2, .layout = LAYOUT_SHUFFLED, .seed = 5 },
		{ .folios = 9000,
		  .zones = 4,
		  .page_tables = 1,
		  .layout = LAYOUT_RUNS,
		  .run_length = 16,
		  .type = 1 },
		{ .folios = 40, .zones = 1, .page_tables = 1, .folio_order = 9 },
	};

	(void)unused;
	for (size_t i = 0; i < LENGTH(loads); i++) {
		for (size_t flavour = 0; flavour < nr_flavours; flavour++) {
			const struct kernel *kernel = kernel_find(&flavours[flavour], "agetest");
			struct workload load = loads[i];
			struct test_world test;

			if (!flavour_runs(&flavours[flavour]))
				continue;
			load.young_permille = 1000;
			assert_null(kernel->refuses(&load));
			test_world_init(&test, &load);
			for (size_t k = 0; k < kernel->nr_variants; k++)
				assert_whole(run_writes(kernel, &kernel->variants[k], &test.world),
					     "%s, load %zu", kernel->variants[k].name, i);
			test_world_free(&test);
		}
	}
}

static void test_refusals(void **unused)
{
	const struct kernel *kernel = kernel_find(&flavours[0], "agetest");
	struct workload load = kernel->defaults;

	(void)unused;
	assert_null(kernel->refuses(&load));
	load.page_tables = 0;
	assert_non_null(kernel->refuses(&load));
	load = kernel->defaults;
	load.promoted_permille = 1;
	assert_non_null(kernel->refuses(&load));
	load = kernel->defaults;
	load.refs = 1;
	assert_non_null(kernel->refuses(&load));
	load = kernel->defaults;
	load.young_permille = 999;
	assert_non_null(kernel->refuses(&load));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_start),
		cmocka_unit_test(test_writes),
		cmocka_unit_test(test_refusals),
	};

	return cmocka_run_group_tests_name("agetest", tests, NULL, NULL);
}
