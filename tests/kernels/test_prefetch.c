// SPDX-License-Identifier: GPL-2.0-or-later
/* The kernel prefetch: of which folios, with what and when, told from the order in which the list was laid out. */
#include <stdio.h>

#include "arch/arch.h"
#include "counted.h"
#include "kernel.h"
#include "model/random.h"
#include "test.h"
#include "test_world_memory.h"

enum { LOADS = 40, MAX_LIST = 300, PASSES = 3 };

#define NAME(what) #what,
static const char *const instructions[] = { FOR_EACH_PREFETCH(NAME) };
static const char *const targets[] = { "next", "next2", "next4", "addr", "known" };

/* what was met: each locked operation, and how many prefetches came before it */
static struct {
	const uint64_t *words[MAX_LIST * 3];
	size_t prefetches[MAX_LIST * 3];
	size_t nr;
} locked;

static void note(uint64_t *word)
{
	if (locked.nr < LENGTH(locked.words)) {
		locked.words[locked.nr] = word;
		locked.prefetches[locked.nr] = op_counts.prefetches;
	}
	locked.nr++;
}

/* the folio to be prefetched while the one at @position is worked on, by the variant's name; or NULL */
static struct folio *target_of(const struct world *world, const char *target, size_t position)
{
	const struct workload *load = &world->load;
	size_t ahead = load->prefetch_distance;

	if (!strcmp(target, "addr")) {
		size_t index = world->order[position] + ahead;

		return index < load->folios ? world_folio(world, index) : NULL;
	}
	if (strcmp(target, "known"))
		ahead = target[4] ? (size_t)(target[4] - '0') : 1;
	position += ahead * load->zones;
	return position < load->folios ? world_listed(world, position) : NULL;
}

/* walks the lists as they were laid out, and compares what was prefetched and locked */
static void compare(const struct world *world, const char *name, const char *target)
{
	const struct workload *load = &world->load;
	size_t prefetches = 0, swaps = 0;

	for (size_t zone = 0; zone < load->zones; zone++) {
		for (size_t position = zone; position < load->folios; position += load->zones) {
			const struct folio *ahead = target ? target_of(world, target, position) : NULL;
			size_t before = prefetches;

			if (ahead && op_counts.prefetched[prefetches++] != &ahead->flags)
				fail_msg("%s at %zu: another folio is prefetched", name, position);
			for (unsigned int i = 0; i < load->work_locked; i++, swaps++) {
				assert_ptr_equal(locked.words[swaps], &world_listed(world, position)->flags);
				assert_int_equal(locked.prefetches[swaps],
						 load->prefetch_after ? before : prefetches);
			}
		}
	}
	assert_int_equal(locked.nr, swaps);
	assert_int_equal(op_counts.prefetches, prefetches);
}

static void run_variant(struct world *world, const struct kernel *kernel, const char *name, size_t what,
			const char *target)
{
	const struct variant *variant = kernel_variant(kernel, name);

	if (!variant) {
		fail_msg("there is no %s", name);
		return;
	}
	kernel->reset(world);
	for (size_t pass = 1; pass <= PASSES; pass++) {
		counted_reset();
		op_counts.before_cmpxchg = note;
		locked.nr = 0;
		assert_int_equal(variant->pass(world), world->load.folios);
		compare(world, name, target);
		if (target)
			assert_int_equal(op_counts.of[what], op_counts.prefetches);
		assert_whole(kernel->check(world, variant, pass), "%s, pass %zu", name, pass);
	}
}

static void draw_load(struct workload *load, uint64_t *random)
{
	load->folios = 1 + random_below(random, MAX_LIST);
	load->folio_order = (unsigned int)random_below(random, 3);
	load->layout = (enum layout)random_below(random, LAYOUT_RUNS + 1);
	load->run_length = 1 + random_below(random, 40);
	load->zones = 1 + (unsigned int)random_below(random, MAX_NR_ZONES);
	load->type = (unsigned int)random_below(random, ANON_AND_FILE);
	load->prefetch_distance = 1 + (unsigned int)random_below(random, MAX_PREFETCH_DISTANCE);
	load->prefetch_after = (unsigned int)random_below(random, 2);
	load->work_loads = (unsigned int)random_below(random, 4);
	load->work_locked = (unsigned int)random_below(random, 4);
	load->work_stores = (unsigned int)random_below(random, 4);
	load->seed = random_next(random);
}

static void test_targets(void **unused)
{
	const struct kernel *kernel = counted_kernel("prefetch");
	uint64_t random = 21;

	(void)unused;
	assert_int_equal(kernel->nr_variants, 1 + LENGTH(instructions) * LENGTH(targets));
	for (size_t i = 0; i < LOADS; i++) {
		struct workload load = kernel->defaults;
		struct test_world test;

		draw_load(&load, &random);
		test_world_init(&test, &load);
		run_variant(&test.world, kernel, "none", 0, NULL);
		for (size_t what = 0; what < LENGTH(instructions); what++) {
			for (size_t target = 0; target < LENGTH(targets); target++) {
				char name[64];

				snprintf(name, sizeof(name), "%s-%s", instructions[what], targets[target]);
				run_variant(&test.world, kernel, name, what, targets[target]);
			}
		}
		test_world_free(&test);
	}
}

/* what the lab pairs: each against none, by the words of the contract */
static void test_claims(void **unused)
{
	const struct kernel *kernel = kernel_find(&flavours[0], "prefetch");

	(void)unused;
	assert_null(kernel->variants[0].prefetch);
	for (size_t i = 1; i < kernel->nr_variants; i++) {
		const struct variant *variant = &kernel->variants[i];
		size_t dash = strcspn(variant->name, "-");

		assert_string_equal(variant->without, kernel->variants[0].name);
		assert_int_equal(strlen(variant->prefetch), strlen(variant->name));
		assert_memory_equal(variant->prefetch, variant->name, dash);
		assert_int_equal(variant->prefetch[dash], ' ');
		assert_string_equal(variant->prefetch + dash + 1, variant->name + dash + 1);
	}
}

static void visit_again(struct folio *folio, struct world *world)
{
	(void)world;
	folio->flags += UINT64_C(1) << 24;
}

static void store_again(struct folio *folio, struct world *world)
{
	(void)world;
	folio->private ++;
}

static void read_less(struct folio *folio, struct world *world)
{
	world->seen -= folio->index;
}

static void write_index(struct folio *folio, struct world *world)
{
	(void)world;
	folio->index++;
}

/* one folio visited once more than the others, or once less */
static void test_missed_visits(void **unused)
{
	void (*const damages[])(struct folio * folio, struct world * world) = { visit_again, store_again,
										read_less, write_index };
	const struct kernel *kernel = kernel_find(&flavours[0], "prefetch");
	struct workload load = kernel->defaults;
	struct test_world test;

	(void)unused;
	load.folios = 100;
	load.work_stores = 1;
	test_world_init(&test, &load);
	for (size_t i = 0; i < LENGTH(damages); i++) {
		kernel->reset(&test.world);
		kernel->variants[0].pass(&test.world);
		assert_null(kernel->check(&test.world, &kernel->variants[0], 1));
		assert_non_null(kernel->check(&test.world, &kernel->variants[0], 2));
		damages[i](world_listed(&test.world, 7), &test.world);
		assert_non_null(kernel->check(&test.world, &kernel->variants[0], 1));
	}
	test_world_free(&test);
	load.prefetch_distance = 0;
	assert_non_null(kernel->refuses(&load));
}

/* more visits than their bits of the flags can count: nothing spills into the refs beside them */
static void test_many_visits(void **unused)
{
	const struct kernel *kernel = kernel_find(&flavours[0], "prefetch");
	struct workload load = kernel->defaults;
	const uint64_t bits = (UINT64_C(1) << 50) - (UINT64_C(1) << 24);
	struct test_world test;

	(void)unused;
	load.folios = 10;
	load.work_locked = MAX_WORK;
	test_world_init(&test, &load);
	kernel->reset(&test.world);
	for (size_t i = 0; i < load.folios; i++)
		world_folio(&test.world, i)->flags |= bits;
	kernel->variants[0].pass(&test.world);
	for (size_t i = 0; i < load.folios; i++)
		assert_int_equal(world_folio(&test.world, i)->flags & LRU_REFS_MASK, 0);
	/* the last of them plus 1000 is 999 */
	for (size_t i = 0; i < load.folios; i++)
		assert_int_equal(world_folio(&test.world, i)->flags & bits, UINT64_C(999) << 24);
	test_world_free(&test);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_targets),
		cmocka_unit_test(test_claims),
		cmocka_unit_test(test_missed_visits),
		cmocka_unit_test(test_many_visits),
	};

	return cmocka_run_group_tests_name("prefetch", tests, NULL, NULL);
}
