// SPDX-License-Identifier: GPL-2.0-or-later
/* Whole walks over random tables and folios against a walk told once more from spec section 2c. */
#include "counted.h"
#include "kernel.h"
#include "model/random.h"
#include "real.h"
#include "test.h"
#include "test_world_memory.h"

enum { WORLDS = 400 };

static const int other_memcg;
static const struct objcg other_objcg = { .memcg = &other_memcg };

/* the other walk's view: folios by index, and what it expects of tables and counts */
struct expected {
	struct state state;
	uint64_t *entries;
	size_t total, young, applied;
	bool *foreign; /* folios of another memcg */
	int deltas[MAX_NR_GENS][ANON_AND_FILE][MAX_NR_ZONES];
	bool batched;
};

static bool active(const struct state *state, int gen)
{
	return gen == (int)(state->max_seq % 4) || gen == (int)((state->max_seq + 3) % 4);
}

static void update_folio(struct expected *expected, size_t folio, bool dirty)
{
	struct state *state = &expected->state;
	uint64_t *flags = &state->flags[folio];
	int young = (int)(state->max_seq % 4), old, type = !(*flags >> PG_SWAPBACKED & 1),
	    zone = (int)(*flags >> 62);

	if (dirty && type)
		*flags |= FLAG(PG_DIRTY);
	*flags = oracle_promote(*flags, young, &old);
	if (old < 0 || old == young)
		return;
	expected->deltas[old][type][zone] -= (int)state->pages[folio];
	expected->deltas[young][type][zone] += (int)state->pages[folio];
	expected->batched = true;
}

static void walk_one_table(struct expected *expected, uint64_t *entries, size_t nr, unsigned int order)
{
	size_t last = SIZE_MAX;
	bool dirty = false;

	for (size_t i = 0; i < nr; i++) {
		size_t folio = entries[i] >> PTE_PFN_SHIFT >> order;
		uint64_t bits = FLAG(PTE_PRESENT) | FLAG(PTE_YOUNG);

		expected->total++;
		if ((entries[i] & (bits | FLAG(PTE_SPECIAL))) != bits)
			continue;
		if (oracle_label(expected->state.flags[folio]) < 0 || expected->foreign[folio])
			continue;
		entries[i] &= ~FLAG(PTE_YOUNG);
		expected->young++;
		if (folio != last) {
			if (last != SIZE_MAX)
				update_folio(expected, last, dirty);
			last = folio;
			dirty = false;
		}
		dirty |= entries[i] >> PTE_DIRTY & 1;
	}
	if (last != SIZE_MAX)
		update_folio(expected, last, dirty);
}

static void apply(struct expected *expected)
{
	struct state *state = &expected->state;

	expected->applied += expected->batched;
	expected->batched = false;
	for (int gen = 0; gen < MAX_NR_GENS; gen++) {
		for (int type = 0; type < ANON_AND_FILE; type++) {
			for (int zone = 0; zone < MAX_NR_ZONES; zone++) {
				int *delta = &expected->deltas[gen][type][zone];

				state->nr_pages[gen][type][zone] += *delta;
				state->lru_size[type][active(state, gen)][zone] += *delta;
				*delta = 0;
			}
		}
	}
}

static void walk_all_tables(struct expected *expected, const struct world *world)
{
	size_t per_mm = world->load.folios, tables = (per_mm + PTRS_PER_TABLE - 1) / PTRS_PER_TABLE;

	for (size_t mm = 0; mm < world->load.page_tables; mm++) {
		for (size_t table = 0; table < tables; table++) {
			size_t first = table * PTRS_PER_TABLE;
			size_t nr = per_mm - first < PTRS_PER_TABLE ? per_mm - first : PTRS_PER_TABLE;

			/* contended: left for the next time */
			if (!world->tables.locks[mm * tables + table])
				walk_one_table(expected, expected->entries + mm * per_mm + first, nr,
					       world->load.folio_order);
		}
		apply(expected);
	}
}

/* folios of all labels, none included, all refs, and some of another memcg */
static void draw_folios(struct world *world, struct expected *expected, uint64_t *random)
{
	uint64_t drawn = LRU_GEN_MASK | LRU_REFS_MASK | FLAG(PG_REFERENCED) | FLAG(PG_WORKINGSET) |
			 FLAG(PG_DIRTY);

	for (size_t i = 0; i < world->load.folios; i++) {
		struct folio *folio = world_folio(world, i);

		folio->flags = (folio->flags & ~drawn) | (random_next(random) & drawn & ~LRU_GEN_MASK);
		folio->flags |= random_below(random, 5) << LRU_GEN_SHIFT;
		expected->foreign[i] = !random_below(random, 8);
		if (expected->foreign[i])
			folio->memcg = (uint64_t)(uintptr_t)&other_objcg;
		for (size_t tail = 1; tail < (size_t)1 << world->load.folio_order; tail++)
			(folio + tail)->lru.next = (struct list_head *)((char *)folio + 1);
	}
}

/* entries of all kinds; often the same folio again, by its head or by a tail page */
static void draw_entries(struct world *world, uint64_t *random)
{
	size_t nr = world->load.folios * world->load.page_tables, folio = 0;
	unsigned int order = world->load.folio_order;

	for (size_t i = 0; i < nr; i++) {
		if (random_below(random, 3))
			folio = random_below(random, world->load.folios);
		world->tables.entries[i] = (folio << order | random_below(random, UINT64_C(1) << order))
					   << PTE_PFN_SHIFT;
		if (random_below(random, 8))
			world->tables.entries[i] |= FLAG(PTE_PRESENT);
		if (random_below(random, 4))
			world->tables.entries[i] |= FLAG(PTE_YOUNG);
		world->tables.entries[i] |= random_below(random, 2) << PTE_DIRTY;
		world->tables.entries[i] |= (uint64_t)!random_below(random, 16) << PTE_SPECIAL;
	}
}

static const struct world *walked;
static bool unbalanced;

/* when the walk takes the lruvec's lock: nothing has come from nowhere (invariant 27) */
static void sum_batch(int *lock)
{
	(void)lock;
	for (int type = 0; type < ANON_AND_FILE; type++) {
		for (int zone = 0; zone < MAX_NR_ZONES; zone++) {
			long sum = 0;

			for (int gen = 0; gen < MAX_NR_GENS; gen++)
				sum += walked->walk.nr_pages[gen][type][zone];
			unbalanced |= sum != 0;
		}
	}
}

static const char *compare_walk(const struct world *world, const struct expected *expected)
{
	static const int zero[MAX_NR_GENS][ANON_AND_FILE][MAX_NR_ZONES];
	size_t entries = world->load.folios * world->load.page_tables;
	struct real real = real_of_world(world);
	struct state found;
	const char *broken;

	if (memcmp(world->tables.entries, expected->entries, entries * sizeof(uint64_t)))
		return "entries";
	if (world->walk.total != expected->total || world->walk.young != expected->young)
		return "entries counted";
	if (memcmp(world->walk.nr_pages, zero, sizeof(zero)) || world->walk.batched)
		return "the batch is not empty afterwards";
	if (unbalanced)
		return "a batch whose sum over the gens is not zero";
	if (op_counts.locks != expected->applied || op_counts.unlocks < op_counts.locks || world->lruvec->lock)
		return "the lruvec's lock";
	state_init(&found, world->load.folios);
	broken = real_read(&real, &found);
	if (!broken)
		broken = state_differs(&found, &expected->state);
	state_free(&found);
	return broken;
}

static void draw_load(struct workload *load, uint64_t *random)
{
	static const size_t folios[] = { 1, 2, 100, 511, 512, 513, 1500 };

	load->folios = folios[random_below(random, LENGTH(folios))];
	load->folio_order = (unsigned int)random_below(random, 3);
	load->zones = 1 + (unsigned int)random_below(random, MAX_NR_ZONES);
	load->type = (unsigned int)random_below(random, ANON_AND_FILE);
	load->page_tables = 1 + (unsigned int)random_below(random, 4);
	load->layout = LAYOUT_SHUFFLED;
	load->seed = random_next(random);
}

static void run_world(const struct variant *variant, uint64_t seed)
{
	const struct kernel *kernel = counted_kernel("walk");
	struct workload load = kernel->defaults;
	struct expected expected = { .total = 0 };
	struct test_world test;
	struct world *world = &test.world;
	uint64_t random = seed;
	struct real real;
	size_t entries;
	const char *broken;

	draw_load(&load, &random);
	entries = load.folios * load.page_tables;
	test_world_init(&test, &load);
	kernel->reset(world);
	expected.foreign = test_calloc(load.folios, sizeof(bool));
	expected.entries = test_calloc(entries, sizeof(uint64_t));
	draw_folios(world, &expected, &random);
	draw_entries(world, &random);
	world->lruvec->lrugen.max_seq = 3 + random_below(&random, 5);
	world->tables.locks[0] = !random_below(&random, 4);
	memcpy(expected.entries, world->tables.entries, entries * sizeof(uint64_t));
	real = real_of_world(world);
	state_init(&expected.state, load.folios);
	broken = real_read(&real, &expected.state);

	counted_reset();
	op_counts.after_lock = sum_batch;
	walked = world;
	unbalanced = false;
	variant->pass(world);
	walk_all_tables(&expected, world);
	if (!broken)
		broken = compare_walk(world, &expected);
	state_free(&expected.state);
	test_free(expected.entries);
	test_free(expected.foreign);
	test_world_free(&test);
	assert_whole(broken, "%s, seed %lu", variant->name, (unsigned long)seed);
}

static void test_random_walks(void **unused)
{
	const struct kernel *kernel = counted_kernel("walk");

	(void)unused;
	for (uint64_t seed = 1; seed <= WORLDS; seed++)
		for (size_t i = 0; i < kernel->nr_variants; i++)
			run_world(&kernel->variants[i], seed);
	counted_reset();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{ "2b, 2c, 27: random walks", test_random_walks, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests_name("walk", tests, NULL, NULL);
}
