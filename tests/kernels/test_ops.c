// SPDX-License-Identifier: GPL-2.0-or-later
/* The operations that stand beside the loops: cmpxchg, latency, bandwidth and empty. */
#include "counted.h"
#include "kernel.h"
#include "test.h"
#include "test_world_memory.h"

enum { FOLIOS = 64 };

static void make_world(struct test_world *test, const struct kernel *kernel)
{
	struct workload load = kernel->defaults;

	load.folios = FOLIOS;
	test_world_init(test, &load);
	kernel->reset(&test->world);
}

/* each variant: so many operations, and so many of them on words of their own */
static void test_cmpxchg(void **unused)
{
	const struct kernel *kernel = counted_kernel("cmpxchg");
	struct test_world test;
	uint64_t start[FOLIOS];

	(void)unused;
	make_world(&test, kernel);
	for (size_t i = 0; i < kernel->nr_variants; i++) {
		const struct variant *variant = &kernel->variants[i];
		bool noload = !strcmp(variant->name, "noload"), sameline = !strcmp(variant->name, "sameline");

		kernel->reset(&test.world);
		for (size_t k = 0; k < FOLIOS; k++)
			start[k] = world_folio(&test.world, k)->flags;
		for (size_t pass = 1; pass <= 3; pass++) {
			counted_reset();
			assert_int_equal(variant->pass(&test.world), FOLIOS);
			assert_int_equal(op_counts.cmpxchgs, FOLIOS);
			assert_int_equal(op_counts.failed, noload ? FOLIOS : 0);
			assert_whole(kernel->check(&test.world, variant, pass), "%s, pass %zu", variant->name,
				     pass);
			for (size_t k = 0; k < FOLIOS; k++) {
				/* an even number of flips on one line leaves it as it was */
				uint64_t flipped = noload || sameline ? 0 : pass % 2;

				assert_int_equal(world_folio(&test.world, k)->flags, start[k] ^ flipped);
			}
		}
	}
	test_world_free(&test);
}

/* an odd number of operations, so that the one line shows its own */
static void test_cmpxchg_on_one_line(void **unused)
{
	const struct kernel *kernel = counted_kernel("cmpxchg");
	const struct variant *variant = kernel_variant(kernel, "sameline");
	struct workload load = kernel->defaults;
	struct test_world test;
	uint64_t start;

	(void)unused;
	load.folios = 7;
	test_world_init(&test, &load);
	kernel->reset(&test.world);
	start = world_folio(&test.world, 0)->flags;
	assert_int_equal(variant->pass(&test.world), 7);
	assert_int_equal(world_folio(&test.world, 0)->flags ^ start, 1);
	assert_null(kernel->check(&test.world, variant, 1));
	assert_non_null(kernel->check(&test.world, variant, 2));
	test_world_free(&test);
}

static void test_empty(void **unused)
{
	const struct kernel *kernel = counted_kernel("empty");
	struct test_world test;
	char before[FOLIOS * sizeof(struct folio)];

	(void)unused;
	make_world(&test, kernel);
	memcpy(before, test.world.pages, sizeof(before));
	counted_reset();
	assert_int_equal(kernel->variants[0].pass(&test.world), 1);
	assert_int_equal(op_counts.cmpxchgs + op_counts.locks + op_counts.trylocks + op_counts.prefetches, 0);
	assert_memory_equal(test.world.pages, before, sizeof(before));
	assert_null(kernel->check(&test.world, &kernel->variants[0], 1));
	test_world_free(&test);
}

/* every line once, whatever the zones; and a chain that was cut or a line that changed is noticed */
static void test_latency(void **unused)
{
	const struct kernel *kernel = counted_kernel("latency");
	const struct variant *variant = &kernel->variants[0];
	struct test_world test;
	struct folio *folio;

	(void)unused;
	for (unsigned int zones = 1; zones <= MAX_NR_ZONES; zones++) {
		struct workload load = kernel->defaults;

		load.folios = FOLIOS;
		load.zones = zones;
		load.type = zones % 2;
		test_world_init(&test, &load);
		kernel->reset(&test.world);
		counted_reset();
		for (size_t pass = 1; pass <= 3; pass++) {
			assert_int_equal(variant->pass(&test.world), FOLIOS);
			assert_null(kernel->check(&test.world, variant, pass));
		}
		assert_int_equal(op_counts.cmpxchgs + op_counts.locks + op_counts.prefetches, 0);
		folio = world_folio(&test.world, 7);
		folio->lru.prev->next = folio->lru.next;
		assert_int_equal(variant->pass(&test.world), FOLIOS - 1);
		assert_non_null(kernel->check(&test.world, variant, 4));
		test_world_free(&test);
	}
}

static void test_bandwidth(void **unused)
{
	const struct kernel *kernel = counted_kernel("bandwidth");
	struct test_world test;
	char before[FOLIOS * sizeof(struct folio)];

	(void)unused;
	make_world(&test, kernel);
	for (size_t i = 0; i < kernel->nr_variants; i++) {
		const struct variant *variant = &kernel->variants[i];
		bool writes = !strcmp(variant->name, "write");

		kernel->reset(&test.world);
		memcpy(before, test.world.pages, sizeof(before));
		for (size_t pass = 1; pass <= 3; pass++) {
			assert_int_equal(variant->pass(&test.world), FOLIOS);
			assert_null(kernel->check(&test.world, variant, pass));
			for (size_t k = 0; k < FOLIOS; k++)
				assert_int_equal(world_folio(&test.world, k)->flags ^
							 ((struct folio *)before)[k].flags,
						 writes && pass % 2);
		}
		world_folio(&test.world, 9)->flags ^= 1;
		assert_non_null(kernel->check(&test.world, variant, 3));
	}
	test_world_free(&test);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cmpxchg), cmocka_unit_test(test_cmpxchg_on_one_line),
		cmocka_unit_test(test_latency), cmocka_unit_test(test_bandwidth),
		cmocka_unit_test(test_empty),
	};

	return cmocka_run_group_tests_name("operations", tests, NULL, NULL);
}
