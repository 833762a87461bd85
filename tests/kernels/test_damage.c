// SPDX-License-Identifier: GPL-2.0-or-later
/* A check that finds nothing is worth what it would find: each kernel's, on worlds with one thing broken. */
#include "kernel.h"
#include "test.h"
#include "test_world_memory.h"

enum { FOLIOS = 40, LOOPS = 1 << 0, TABLES = 1 << 1 };

static struct folio *some_folio(const struct world *world)
{
	return world_listed(world, FOLIOS / 2);
}

static struct lru_gen *gens(const struct world *world)
{
	return &world->lruvec->lrugen;
}

static void swap_neighbours(struct world *world)
{
	struct list_head *one = &some_folio(world)->lru, *other = one->next, *left = one->prev,
			 *right = other->next;

	list_join(left, other);
	list_join(other, one);
	list_join(one, right);
}

static void break_next(struct world *world)
{
	some_folio(world)->lru.next = some_folio(world)->lru.next->next;
}

static void break_prev(struct world *world)
{
	some_folio(world)->lru.prev = some_folio(world)->lru.prev->prev;
}

static void lose_folio(struct world *world)
{
	list_join(some_folio(world)->lru.prev, some_folio(world)->lru.next);
}

static void move_to_another_list(struct world *world)
{
	int gen = (flags_gen(some_folio(world)->flags) + 1) % MAX_NR_GENS;

	list_move_back(&some_folio(world)->lru, &gens(world)->folios[gen][world->load.type][2]);
}

static void change_label(struct world *world)
{
	struct folio *folio = some_folio(world);

	folio->flags = flags_with_gen(folio->flags, (flags_gen(folio->flags) + 1) % MAX_NR_GENS);
}

/* label and counters in step, as a promotion leaves them */
static void promote(struct world *world)
{
	struct folio *folio = some_folio(world);
	int gen = flags_gen(folio->flags), next = (gen + 1) % MAX_NR_GENS;

	folio->flags = (folio->flags & ~LRU_GEN_MASK) | (uint64_t)(next + 1) << LRU_GEN_SHIFT;
	/* none where it is isolated */
	if (gen >= 0)
		gens(world)->nr_pages[gen][world->load.type][2]--;
	gens(world)->nr_pages[next][world->load.type][2]++;
}

/* or, where it is isolated, given a label */
static void isolate(struct world *world)
{
	struct folio *folio = some_folio(world);

	if (flags_gen(folio->flags) < 0)
		folio->flags = flags_with_gen(folio->flags, 1);
	else
		folio->flags &= ~LRU_GEN_MASK;
}

static void flip_referenced(struct world *world)
{
	some_folio(world)->flags ^= FLAG(PG_REFERENCED);
}

static void flip_refs(struct world *world)
{
	some_folio(world)->flags ^= UINT64_C(1) << LRU_REFS_SHIFT;
}

static void flip_workingset(struct world *world)
{
	some_folio(world)->flags ^= FLAG(PG_WORKINGSET);
}

static void flip_dirty(struct world *world)
{
	some_folio(world)->flags ^= FLAG(PG_DIRTY);
}

static void flip_zone(struct world *world)
{
	some_folio(world)->flags ^= UINT64_C(1) << ZONE_SHIFT;
}

static void flip_type(struct world *world)
{
	some_folio(world)->flags ^= FLAG(PG_SWAPBACKED);
}

static void count_a_page_more(struct world *world)
{
	gens(world)->nr_pages[0][world->load.type][2]++;
}

static void count_elsewhere(struct world *world)
{
	gens(world)->nr_pages[3][!world->load.type][0]--;
}

static void count_in_another_zone(struct world *world)
{
	gens(world)->nr_pages[0][world->load.type][0]++;
	gens(world)->nr_pages[0][world->load.type][2]--;
}

static void change_protected(struct world *world)
{
	gens(world)->protected[0][world->load.type][MAX_NR_TIERS - 1]++;
}

static void change_protected_of_tier_0(struct world *world)
{
	gens(world)->protected[0][world->load.type][0] += 2;
}

static void advance_min_seq(struct world *world)
{
	gens(world)->min_seq[world->load.type]++;
}

static void advance_max_seq(struct world *world)
{
	gens(world)->max_seq++;
}

static void change_lru_size(struct world *world)
{
	world->lruvec->lru_size[world->load.type][0][2]++;
}

static void keep_an_entry_young(struct world *world)
{
	world->tables.entries[3] |= FLAG(PTE_YOUNG);
}

static void miss_entries(struct world *world)
{
	world->walk.total--;
}

static void leave_a_batch(struct world *world)
{
	world->walk.batched++;
}

static const struct damage {
	const char *what;
	void (*do_it)(struct world *world);
	unsigned int only; /* kernels that have a lruvec to age, or tables to walk; 0: all */
} damages[] = {
	{ "two neighbours swapped", swap_neighbours, 0 },
	{ "a next link skips a folio", break_next, 0 },
	{ "a prev link skips a folio", break_prev, 0 },
	{ "a folio lost", lose_folio, 0 },
	{ "a folio on another list", move_to_another_list, 0 },
	{ "a label changed", change_label, 0 },
	{ "a folio promoted", promote, 0 },
	{ "a folio isolated", isolate, 0 },
	{ "referenced flipped", flip_referenced, 0 },
	{ "refs flipped", flip_refs, 0 },
	{ "workingset flipped", flip_workingset, 0 },
	{ "dirty flipped", flip_dirty, 0 },
	{ "zone flipped", flip_zone, 0 },
	{ "type flipped", flip_type, 0 },
	{ "a page too many", count_a_page_more, 0 },
	{ "a page too few in another type and zone", count_elsewhere, 0 },
	{ "a page counted in another zone", count_in_another_zone, 0 },
	{ "protected", change_protected, 0 },
	{ "protected of tier 0", change_protected_of_tier_0, 0 },
	{ "min_seq", advance_min_seq, 0 },
	{ "max_seq", advance_max_seq, 0 },
	{ "lru_size", change_lru_size, 0 },
	{ "a young entry", keep_an_entry_young, TABLES },
	{ "entries missed", miss_entries, TABLES },
	{ "a batch left", leave_a_batch, TABLES },
};

/* how many variants' checks overlook it */
static size_t overlooked(const struct kernel *kernel, struct world *world, const struct damage *damage,
			 size_t passes)
{
	size_t count = 0;

	for (size_t i = 0; i < kernel->nr_variants; i++) {
		const struct variant *variant = &kernel->variants[i];

		kernel->reset(world);
		for (size_t pass = 0; pass < passes; pass++)
			variant->pass(world);
		assert_whole(kernel->check(world, variant, passes), "%s %s, nothing broken", kernel->name,
			     variant->name);
		damage->do_it(world);
		if (kernel->check(world, variant, passes))
			continue;
		print_error("%s %s after %zu passes overlooks: %s\n", kernel->name, variant->name, passes,
			    damage->what);
		count++;
	}
	return count;
}

static void test_kernel(void **state)
{
	const struct kernel *kernel = kernel_find(&flavours[0], *state);
	struct workload load = kernel->defaults;
	struct test_world test;
	size_t missed = 0, passes;

	load.folios = FOLIOS;
	test_world_init(&test, &load);
	passes = kernel->steady(&load) ? 4 : 1;
	for (size_t i = 0; i < LENGTH(damages); i++) {
		if (damages[i].only & TABLES && !load.page_tables)
			continue;
		missed += overlooked(kernel, &test.world, &damages[i], 1);
		if (passes > 1)
			missed += overlooked(kernel, &test.world, &damages[i], passes);
	}
	test_world_free(&test);
	assert_int_equal(missed, 0);
}

/* where half are promoted: one in the wrong order, on the wrong side, or increased */
static void test_promoted(void **state)
{
	const struct kernel *kernel = kernel_find(&flavours[0], *state);
	struct workload load = kernel->defaults;
	struct test_world test;
	size_t missed = 0;

	load.folios = FOLIOS;
	load.promoted_permille = 500;
	load.promoted_pattern = PROMOTED_ALTERNATING;
	test_world_init(&test, &load);
	for (size_t i = 0; i < LENGTH(damages); i++)
		if (!damages[i].only)
			missed += overlooked(kernel, &test.world, &damages[i], 1);
	test_world_free(&test);
	assert_int_equal(missed, 0);
}

int main(void)
{
	static char inc_min_seq[] = "inc_min_seq", list_move[] = "list_move";
	struct CMUnitTest tests[32] = {
		{ "inc_min_seq, promoted", test_promoted, NULL, NULL, inc_min_seq },
		{ "list_move, promoted", test_promoted, NULL, NULL, list_move },
	};
	size_t nr = 2;

	for (const struct kernel *const *kernel = flavours[0].kernels; *kernel && nr < LENGTH(tests); kernel++)
		tests[nr++] = (struct CMUnitTest){
			.name = (*kernel)->name,
			.test_func = test_kernel,
			.initial_state = (void *)(uintptr_t)(*kernel)->name,
		};
	return _cmocka_run_group_tests("damage", tests, nr, NULL, NULL);
}
