// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What the measured code executes per folio, against the cost tables of spec
 * section 2a: stores by where they go, locked operations, prefetches. Each
 * number is a difference of two runs, so that what is done once per call
 * falls out.
 */
#include <sys/mman.h>

#include "kernel.h"
#include "real.h"
#include "step_table.h"
#include "test.h"
#include "test_world_memory.h"
#include "trace.h"

enum { FEW = 8, MORE = 16, MAX_STORES = 64 * MORE, ZONE = 2, ANON = 0 };

struct stores {
	long locked, flags, list, nr_pages, tiers, other;
};

struct aging {
	const struct step *step;
	struct real real;
};

static bool within(uintptr_t address, const void *start, size_t bytes)
{
	return address - (uintptr_t)start < bytes;
}

static void sort_store(struct stores *stores, const struct real *real, const struct store *store)
{
	const struct lru_gen *lrugen = &real->lruvec->lrugen;
	bool is_folio = within(store->address, real->pages,
			       real->folios * real->stride * sizeof(struct folio));
	uintptr_t offset = (store->address - (uintptr_t)real->pages) % sizeof(struct folio);
	bool is_link = is_folio && offset - offsetof(struct folio, lru) < sizeof(struct list_head);

	if (store->locked)
		stores->locked++;
	else if (is_folio && offset == offsetof(struct folio, flags))
		stores->flags++;
	else if (is_link || within(store->address, lrugen->folios, sizeof(lrugen->folios)))
		stores->list++;
	else if (within(store->address, lrugen->nr_pages, sizeof(lrugen->nr_pages)))
		stores->nr_pages++;
	else if (within(store->address, lrugen->protected, sizeof(lrugen->protected)))
		stores->tiers++;
	else
		stores->other++;
}

static void age(void *argument)
{
	struct aging *aging = argument;

	aging->step->age(aging->real.lruvec, ANON, SWAPPINESS);
}

/* @count folios of one zone, as many as there are in steady state; every @promoted-th labelled youngest */
static void fill(struct state *state, size_t count, size_t promoted)
{
	struct sequence *list;

	state_init(state, count);
	list = &state->lists[0][ANON][ZONE];
	state->max_seq = MAX_NR_GENS - 1;
	for (size_t i = 0; i < count; i++) {
		uint64_t gen = promoted && i % promoted == 0 ? 3 : 0;

		state->flags[i] = (gen + 1) << LRU_GEN_SHIFT | FLAG(PG_WORKINGSET) | FLAG(PG_SWAPBACKED) |
				  (uint64_t)ZONE << ZONE_SHIFT;
		state->pages[i] = 1;
		state->nr_pages[gen][ANON][ZONE]++;
		list->folios[list->count++] = (uint32_t)i;
	}
}

static struct stores stores_of(const struct step *step, size_t count, size_t promoted)
{
	static struct store log[MAX_STORES];
	size_t bytes = (real_bytes(count) + 4095) / 4096 * 4096, nr;
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct aging aging = { .step = step };
	struct stores stores = { 0 };
	struct state state;

	assert_true(memory != MAP_FAILED);
	fill(&state, count, promoted);
	aging.real = real_place(memory, count);
	real_build(&aging.real, &state);
	nr = trace_stores(memory, bytes, age, &aging, log, LENGTH(log));
	assert_in_range(nr, 1, LENGTH(log));
	for (size_t i = 0; i < nr; i++)
		sort_store(&stores, &aging.real, &log[i]);
	oracle_step(&state, ANON, SWAPPINESS, oracle_rung(step->name));
	assert_whole(real_differs(&aging.real, &state), "%s, traced", step->name);
	state_free(&state);
	munmap(memory, bytes);
	return stores;
}

static struct stores difference(const struct step *step, size_t promoted)
{
	struct stores few = stores_of(step, FEW, promoted), more = stores_of(step, MORE, promoted);

	return (struct stores){
		.locked = more.locked - few.locked,
		.flags = more.flags - few.flags,
		.list = more.list - few.list,
		.nr_pages = more.nr_pages - few.nr_pages,
		.tiers = more.tiers - few.tiers,
		.other = more.other - few.other,
	};
}

struct costs {
	const char *variant;
	struct stores increment, promoted; /* per folio */
};

/* no variant stores to flags, or anywhere else, without a lock */
static const struct costs costs[] = {
	{ "base", { .locked = 1, .list = 6, .nr_pages = 2, .tiers = 1 }, { .list = 6, .tiers = 1 } },
	{ "p1", { .locked = 1, .list = 6, .tiers = 1 }, { .list = 6, .tiers = 1 } },
	{ "p2", { .locked = 1, .list = 6 }, { .list = 6 } },
	{ "p3", { .locked = 1, .list = 6 }, { .list = 6 } },
	{ "p4", { .locked = 1, .list = 6 }, { .list = 6 } },
	{ "p5", { .locked = 1, .list = 6 }, { .list = 6 } },
	{ "p6", { .locked = 1 }, { .list = 6 } },
	{ "v3", { .locked = 1, .tiers = 1 }, { .list = 6 } },
	{ "idea", { .locked = 1 }, { .list = 6 } },
};

/* "p6-next2" costs the stores that p6 does: a prefetch adds none */
static const struct costs *costs_of(const struct step *step)
{
	for (size_t i = 0; i < LENGTH(costs); i++)
		if (!strncmp(step->name, costs[i].variant, strcspn(step->name, "-")))
			return &costs[i];
	fail_msg("no costs of %s", step->name);
	return NULL;
}

static void assert_costs(const char *variant, const struct stores *found, const struct stores *per_folio)
{
	long folios = MORE - FEW;

	print_message("%s: locked %ld, list %ld, nr_pages %ld, protected %ld, other %ld\n", variant,
		      found->locked, found->list, found->nr_pages, found->tiers, found->flags + found->other);
	assert_int_equal(found->locked, folios * per_folio->locked);
	assert_int_equal(found->list, folios * per_folio->list);
	assert_int_equal(found->nr_pages, folios * per_folio->nr_pages);
	assert_int_equal(found->tiers, folios * per_folio->tiers);
	assert_int_equal(found->flags + found->other, 0);
}

static void test_stores_per_folio(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < NR_STEPS; i++) {
		struct stores increment = difference(&steps_plain[i], 0);
		struct stores promoted = difference(&steps_plain[i], 1);

		assert_costs(steps_plain[i].name, &increment, &costs_of(&steps_plain[i])->increment);
		assert_costs(steps_plain[i].name, &promoted, &costs_of(&steps_plain[i])->promoted);
	}
}

/* alternating is the worst case of p6: a flush per promoted folio, 8 stores outside the stack at most */
static void test_flush_per_promoted_folio(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < NR_STEPS; i++) {
		struct stores found = difference(&steps_plain[i], 2);
		long pairs = (MORE - FEW) / 2;

		assert_int_equal(found.locked, pairs);
		assert_int_equal(found.flags + found.other, 0);
		if (costs_of(&steps_plain[i])->increment.list)
			assert_int_equal(found.list, pairs * 12);
		else
			assert_in_range(found.list, pairs * (6 + 4), pairs * (6 + 8));
	}
}

struct pass {
	const struct variant *variant;
	struct world *world;
};

static void run_pass(void *argument)
{
	struct pass *pass = argument;

	pass->variant->pass(pass->world);
}

static struct executed execute(const struct kernel *kernel, const struct variant *variant, struct world *world)
{
	struct pass pass = { variant, world };
	struct executed executed = trace_instructions(run_pass, &pass);

	assert_whole(kernel->check(world, variant, 1), "%s %s, traced", kernel->name, variant->name);
	assert_true(executed.instructions > world->load.folios);
	return executed;
}

/* prefetches in a list of 200 by what the variant says it has; an idle instruction is none */
static size_t claimed(const struct variant *variant, const char *instruction)
{
	size_t length = strlen(instruction);

	if (!variant->prefetch || strncmp(variant->prefetch, instruction, length))
		return 0;
	/* windows of 32, each prefetched but for its first four; and what begins the next window */
	if (!strcmp(variant->name, "idea-window"))
		return 200 - 7 * 4 + 6;
	if (!strcmp(variant->name, "idea-runs"))
		return 6;
	return strcmp(variant->prefetch + length, " next2") ? 199 : 198;
}

/* one locked operation a folio, one exchange a batch; the head is never prefetched */
static void test_instructions_of_aging(void **unused)
{
	const struct kernel *kernel = kernel_find(&flavours[0], "inc_min_seq");
	struct workload load = kernel->defaults;
	struct test_world test;

	(void)unused;
	load.folios = 200;
	test_world_init(&test, &load);
	for (size_t i = 0; i < kernel->nr_variants; i++) {
		const struct variant *variant = &kernel->variants[i];
		struct executed found;

		kernel->reset(&test.world);
		found = execute(kernel, variant, &test.world);
		assert_int_equal(found.lock_cmpxchg, 200);
		assert_int_equal(found.lock_other, 0);
		assert_int_equal(found.xchg, 1);
		assert_int_equal(found.prefetchw, claimed(variant, "prefetchw"));
		assert_int_equal(found.prefetch_other, claimed(variant, "prefetcht0"));
	}
	test_world_free(&test);
}

static struct executed execute_walk(const char *name, int gen)
{
	const struct kernel *kernel = kernel_find(&flavours[0], "walk");
	const struct variant *variant = kernel_variant(kernel, name);
	struct workload load = kernel->defaults;
	struct test_world test;
	struct executed found;
	struct pass pass;

	load.folios = 200;
	test_world_init(&test, &load);
	kernel->reset(&test.world);
	world_fill_lists(&test.world, gen, gen, FLAG(PG_WORKINGSET) | FLAG(PG_LRU));
	test.world.lruvec->lrugen.max_seq = MAX_NR_GENS - 1;
	pass = (struct pass){ variant, &test.world };
	found = trace_instructions(run_pass, &pass);
	for (size_t i = 0; i < load.folios; i++)
		assert_int_equal(flags_gen(world_folio(&test.world, i)->flags), 3);
	test_world_free(&test);
	return found;
}

/* what is left of a visit that changes nothing is the young bit, which each visit clears */
static void test_instructions_of_the_walk(void **unused)
{
	(void)unused;
	for (int gen = 2; gen <= 3; gen++) {
		struct executed base = execute_walk("base", gen), skipping = execute_walk("skip", gen);

		assert_int_equal(base.lock_cmpxchg, 200);
		assert_int_equal(skipping.lock_cmpxchg, gen == 3 ? 0 : 200);
		assert_int_equal(base.lock_other, 200);
		assert_int_equal(skipping.lock_other, 200);
		assert_int_equal(base.prefetchw + base.prefetch_other, 0);
		assert_int_equal(skipping.prefetchw + skipping.prefetch_other, 0);
	}
}

static void test_instructions_of_set_refs(void **unused)
{
	const struct kernel *kernel = kernel_find(&flavours[0], "set_refs");

	(void)unused;
	for (unsigned int i = 0; i < 4; i++) {
		const struct variant *variant = &kernel->variants[i % 2];
		struct workload load = kernel->defaults;
		struct test_world test;
		struct executed found;

		load.folios = 200;
		load.refs = i / 2 * 3;
		test_world_init(&test, &load);
		kernel->reset(&test.world);
		found = execute(kernel, variant, &test.world);
		assert_int_equal(found.lock_cmpxchg, !strcmp(variant->name, "skip") && !load.refs ? 0 : 200);
		assert_int_equal(found.lock_other + found.xchg, 0);
		test_world_free(&test);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stores_per_folio),
		cmocka_unit_test(test_flush_per_promoted_folio),
		cmocka_unit_test(test_instructions_of_aging),
		cmocka_unit_test(test_instructions_of_the_walk),
		cmocka_unit_test(test_instructions_of_set_refs),
	};

	if (!trace_supported()) {
		print_message("skipped: no single steps on this architecture\n");
		return 77;
	}
	return cmocka_run_group_tests_name("executed", tests, NULL, NULL);
}
