// SPDX-License-Identifier: GPL-2.0-or-later
/* Worlds: field offsets, layouts, promoted patterns, page tables, and the same world from the same seed. */
#include "kernel.h"
#include "test.h"
#include "test_world_memory.h"

static void test_offsets(void **unused)
{
	(void)unused;
	assert_int_equal(sizeof(struct folio), 64);
	assert_int_equal(offsetof(struct folio, flags), 0);
	assert_int_equal(offsetof(struct folio, lru.next), 8);
	assert_int_equal(offsetof(struct folio, lru.prev), 16);
	assert_int_equal(offsetof(struct folio, mapping), 24);
	assert_int_equal(offsetof(struct folio, index), 32);
	assert_int_equal(offsetof(struct folio, private), 40);
	assert_int_equal(offsetof(struct folio, mapcount), 48);
	assert_int_equal(offsetof(struct folio, refcount), 52);
	assert_int_equal(offsetof(struct folio, memcg), 56);
	/* the second line of a large folio */
	assert_int_equal(sizeof(struct folio) + offsetof(struct folio_tail, order), 64);
	assert_int_equal(sizeof(struct folio) + offsetof(struct folio_tail, nr_pages), 120);
	assert_int_equal(offsetof(struct lru_gen, max_seq), 0);
	assert_int_equal(offsetof(struct lru_gen, min_seq), 8);
	assert_int_equal(offsetof(struct lru_gen, timestamps), 24);
	assert_int_equal(offsetof(struct lru_gen, folios), 56);
	assert_int_equal(offsetof(struct lru_gen, nr_pages), 56 + 128 * MAX_NR_ZONES);
	/* the lock shares its line with nothing the loop uses */
	assert_int_equal(offsetof(struct lruvec, lock) % LINE, 0);
	assert_true(sizeof(struct lruvec) - offsetof(struct lruvec, lock) >= LINE);
}

static void test_fields_do_not_overlap(void **unused)
{
	uint64_t bits = FLAG(PG_LOCKED) | FLAG(PG_REFERENCED) | FLAG(PG_DIRTY) | FLAG(PG_LRU) | FLAG(PG_HEAD) |
			FLAG(PG_ACTIVE) | FLAG(PG_WORKINGSET) | FLAG(PG_SWAPBACKED) | FLAG(PG_UNEVICTABLE);
	uint64_t zone = UINT64_C(3) << ZONE_SHIFT;

	(void)unused;
	assert_int_equal(__builtin_popcountll(bits), 9);
	assert_int_equal(__builtin_popcountll(bits | LRU_GEN_MASK | LRU_REFS_MASK | zone), 9 + 3 + 2 + 2);
	/* refs sit right below the generation */
	assert_int_equal(LRU_REFS_SHIFT + LRU_REFS_WIDTH, LRU_GEN_SHIFT);
}

static void make(struct test_world *test, const struct workload *load)
{
	test_world_init(test, load);
	world_fill_lists(&test->world, 0, MAX_NR_GENS - 1, 0);
}

static void assert_permutation(const struct world *world)
{
	uint8_t *seen = test_calloc(world->load.folios + 1, 1);

	for (size_t i = 0; i < world->load.folios; i++) {
		assert_true(world->order[i] < world->load.folios);
		assert_int_equal(seen[world->order[i]]++, 0);
	}
	test_free(seen);
}

/* ascending: from the back of the list to its front the folios ascend in the array */
static void test_straight_layouts(void **unused)
{
	for (int layout = LAYOUT_ASCENDING; layout <= LAYOUT_DESCENDING; layout++) {
		struct workload load = { .folios = 100, .zones = 1, .layout = (enum layout)layout };
		struct test_world test;
		struct list_head *head, *entry;

		make(&test, &load);
		head = &test.world.lruvec->lrugen.folios[0][0][2];
		entry = head->prev;
		for (size_t i = 0; i < load.folios; i++, entry = entry->prev)
			assert_ptr_equal(folio_of(entry),
					 world_folio(&test.world, layout == LAYOUT_ASCENDING ? i : 99 - i));
		assert_ptr_equal(entry, head);
		test_world_free(&test);
	}
	(void)unused;
}

static void test_shuffled_layout(void **unused)
{
	struct workload load = { .folios = 10000, .zones = 1, .layout = LAYOUT_SHUFFLED, .seed = 3 };
	size_t ascending = 0, fixed = 0;
	struct test_world test;

	(void)unused;
	make(&test, &load);
	assert_permutation(&test.world);
	for (size_t i = 0; i < load.folios; i++) {
		fixed += test.world.order[i] == i;
		ascending += i && test.world.order[i] > test.world.order[i - 1];
	}
	/* one in 10^20 shuffles is further off; and the seed is fixed */
	assert_in_range(ascending, 4700, 5300);
	assert_in_range(fixed, 0, 20);
	test_world_free(&test);
}

static void check_runs(size_t folios, size_t run)
{
	struct workload load = {
		.folios = folios, .zones = 1, .layout = LAYOUT_RUNS, .run_length = run, .seed = 9
	};
	size_t whole = folios / run * run, moved = 0;
	struct test_world test;

	make(&test, &load);
	assert_permutation(&test.world);
	for (size_t i = 0; i < whole; i += run) {
		assert_int_equal(test.world.order[i] % run, 0);
		moved += test.world.order[i] != i;
		for (size_t k = 1; k < run; k++)
			assert_int_equal(test.world.order[i + k], test.world.order[i] + k);
	}
	/* what is left over is a shorter run, which stays last */
	for (size_t i = whole; i < folios; i++)
		assert_int_equal(test.world.order[i], i);
	if (folios / run >= 20)
		assert_true(moved > folios / run / 2);
	test_world_free(&test);
}

static void test_runs_layout(void **unused)
{
	(void)unused;
	check_runs(1000, 1);
	check_runs(1024, 16);
	check_runs(1000, 16);
	check_runs(1001, 32);
	check_runs(10, 16);
	check_runs(16, 16);
	check_runs(1, 1);
}

static size_t count_promoted(const struct world *world)
{
	size_t count = 0;

	for (size_t i = 0; i < world->load.folios; i++)
		count += world->promoted[i];
	return count;
}

static void test_promoted(void **unused)
{
	static const size_t folios[] = { 0, 1, 2, 999, 1000, 1001, 2500, 9000 };
	static const unsigned int permille[] = { 0, 1, 100, 500, 999, 1000 };

	(void)unused;
	for (size_t i = 0; i < LENGTH(folios) * LENGTH(permille) * 3; i++) {
		struct workload load = {
			.folios = folios[i / 3 % LENGTH(folios)],
			.promoted_permille = permille[i / 3 / LENGTH(folios)],
			.promoted_pattern = (enum promoted_pattern)(i % 3),
			.zones = 1,
			.seed = i,
		};
		size_t whole = load.folios / 1000, rest = load.folios % 1000;
		size_t block = whole * load.promoted_permille;
		struct test_world test;

		make(&test, &load);
		block += rest < load.promoted_permille ? rest : load.promoted_permille;
		if (!load.promoted_permille)
			assert_int_equal(count_promoted(&test.world), 0);
		else if (load.promoted_pattern == PROMOTED_RANDOM)
			assert_int_equal(count_promoted(&test.world),
					 load.folios * load.promoted_permille / 1000);
		else if (load.promoted_pattern == PROMOTED_BLOCK)
			assert_int_equal(count_promoted(&test.world), block);
		else
			assert_int_equal(count_promoted(&test.world), (load.folios + 1) / 2);
		for (size_t k = 0; load.promoted_permille && k < load.folios; k++) {
			if (load.promoted_pattern == PROMOTED_BLOCK)
				assert_int_equal(test.world.promoted[k], k % 1000 < load.promoted_permille);
			if (load.promoted_pattern == PROMOTED_ALTERNATING)
				assert_int_equal(test.world.promoted[k], !(k % 2));
		}
		test_world_free(&test);
	}
}

static const struct workload seeded = {
	.folios = 3000,
	.zones = 3,
	.layout = LAYOUT_RUNS,
	.run_length = 8,
	.promoted_permille = 300,
	.page_tables = 2,
	.young_permille = 500,
	.seed = 77,
};

static void test_same_seed_same_world(void **unused)
{
	struct workload load = seeded;
	struct test_world one, same, other;
	size_t entries = load.folios * load.page_tables * sizeof(uint64_t);

	(void)unused;
	make(&one, &load);
	make(&same, &load);
	load.seed++;
	make(&other, &load);
	assert_memory_equal(one.world.order, same.world.order, load.folios * sizeof(uint32_t));
	assert_memory_equal(one.world.promoted, same.world.promoted, load.folios);
	assert_memory_equal(one.world.tables.entries, same.world.tables.entries, entries);
	for (size_t i = 0; i < load.folios; i++)
		assert_int_equal(world_folio(&one.world, i)->flags, world_folio(&same.world, i)->flags);
	assert_int_not_equal(memcmp(one.world.order, other.world.order, load.folios * sizeof(uint32_t)), 0);
	assert_int_not_equal(memcmp(one.world.promoted, other.world.promoted, load.folios), 0);
	test_world_free(&one);
	test_world_free(&same);
	test_world_free(&other);
}

static void test_page_tables(void **unused)
{
	struct workload load = seeded;
	struct test_world test;

	(void)unused;
	load.folio_order = 2;
	make(&test, &load);
	world_set_young(&test.world);
	for (size_t i = 0; i < load.folios * load.page_tables; i++) {
		uint64_t entry = test.world.tables.entries[i];
		size_t position = i % load.folios;

		assert_int_equal(entry >> PTE_PFN_SHIFT, (uint64_t)test.world.order[position] << 2);
		assert_true(entry & FLAG(PTE_PRESENT));
		assert_int_equal(entry >> PTE_YOUNG & 1, position % 1000 < 500);
		assert_int_equal(entry >> PTE_DIRTY & 1, 0);
		assert_int_equal(entry >> PTE_SPECIAL & 1, 0);
	}
	test_world_free(&test);
}

/* filled lists: labels, zones, sizes and counts; wherever the world is placed */
static void test_fill_lists(void **unused)
{
	struct test_world test;
	struct workload load = seeded;
	long pages = 0;

	(void)unused;
	load.folio_order = 3;
	load.type = 1;
	make(&test, &load);
	world_place(&test.world, &test.memory, MAX_DATA_OFFSET - LINE);
	world_fill_lists(&test.world, 2, 1, FLAG(PG_LRU));
	assert_int_equal((uintptr_t)test.world.pages % LINE, 0);
	for (size_t i = 0; i < load.folios; i++) {
		const struct folio *folio = world_listed(&test.world, i);

		assert_int_equal(flags_gen(folio->flags), test.world.promoted[i] ? 1 : 2);
		assert_int_equal(folio_zone(folio), i % load.zones);
		assert_int_equal(folio_type(folio), 1);
		assert_int_equal(folio_nr_pages(folio), 8);
	}
	for (int zone = 0; zone < MAX_NR_ZONES; zone++)
		pages += test.world.lruvec->lrugen.nr_pages[2][1][zone] +
			 test.world.lruvec->lrugen.nr_pages[1][1][zone];
	assert_int_equal(pages, load.folios * 8);
	assert_null(world_check_counts(&test.world));
	assert_int_equal(test.world.lruvec->lrugen.min_seq[1], 2);
	assert_int_equal(test.world.lruvec->lrugen.max_seq, 5);
	test_world_free(&test);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_offsets),
		cmocka_unit_test(test_fields_do_not_overlap),
		cmocka_unit_test(test_straight_layouts),
		cmocka_unit_test(test_shuffled_layout),
		cmocka_unit_test(test_runs_layout),
		cmocka_unit_test(test_promoted),
		cmocka_unit_test(test_same_seed_same_world),
		cmocka_unit_test(test_page_tables),
		cmocka_unit_test(test_fill_lists),
	};

	return cmocka_run_group_tests_name("world", tests, NULL, NULL);
}
