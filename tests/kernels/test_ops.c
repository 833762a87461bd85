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

/* each variant for one CPU: so many operations, and so many of them on words of their own */
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

		if (variant->contended)
			continue;
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

/* the folios' flags words, one after the other */
static void read_flags(const struct world *world, uint64_t *flags)
{
	for (size_t i = 0; i < FOLIOS; i++)
		flags[i] = world_folio(world, i)->flags;
}

/* those that change nothing: as many operations as updates, or none at all, and every word as it was */
static void test_unchanged(void **unused)
{
	const struct kernel *kernel = counted_kernel("cmpxchg");
	struct test_world test;
	uint64_t start[FOLIOS], end[FOLIOS];
	size_t contended = 0;

	(void)unused;
	make_world(&test, kernel);
	read_flags(&test.world, start);
	for (size_t i = 0; i < kernel->nr_variants; i++) {
		const struct variant *variant = &kernel->variants[i];
		bool skips = !strcmp(variant->name, "skip");
		size_t updates;

		if (!variant->contended)
			continue;
		contended++;
		counted_reset();
		updates = variant->pass(&test.world);
		assert_true(updates >= FOLIOS);
		assert_int_equal(op_counts.cmpxchgs, skips ? 0 : updates);
		assert_int_equal(op_counts.failed, 0);
		read_flags(&test.world, end);
		assert_memory_equal(start, end, sizeof(start));
		assert_null(kernel->check(&test.world, variant, 1));
	}
	assert_int_equal(contended, 3);
	test_world_free(&test);
}

static void make_contended(struct test_world *test, enum contention contention)
{
	const struct kernel *kernel = counted_kernel("cmpxchg");
	struct workload load = kernel->defaults;

	load.folios = FOLIOS;
	load.contention = contention;
	load.companions = 1;
	test_world_init(test, &load);
	counted_reset();
	kernel->reset(&test->world);
}

static void test_reading_companion(void **unused)
{
	const struct kernel *kernel = counted_kernel("cmpxchg");
	struct test_world test;
	uint64_t start[FOLIOS], end[FOLIOS];

	(void)unused;
	make_contended(&test, CONTENTION_READERS);
	read_flags(&test.world, start);
	assert_true(kernel->companion(&test.world) > 0);
	assert_int_equal(op_counts.cmpxchgs, 0);
	read_flags(&test.world, end);
	assert_memory_equal(start, end, sizeof(start));
	test_world_free(&test);
}

/* each write is one operation on the first folio's word, and the check misses none and adds none */
static void test_writing_companion(void **unused)
{
	const struct kernel *kernel = counted_kernel("cmpxchg");
	const struct variant *variant = kernel_variant(kernel, "always");
	struct test_world test;
	struct world *world = &test.world;
	uint64_t start[FOLIOS], end[FOLIOS], before_last = 0;
	size_t writes = 0;

	(void)unused;
	make_contended(&test, CONTENTION_WRITERS);
	read_flags(world, start);
	for (int turn = 0; turn < 100; turn++) {
		before_last = world_folio(world, 0)->flags;
		writes += kernel->companion(world);
	}
	assert_int_equal(op_counts.cmpxchgs, writes);
	read_flags(world, end);
	assert_memory_equal(start + 1, end + 1, sizeof(start) - sizeof(start[0]));
	assert_int_not_equal(start[0], end[0]);
	world->companion_ops = writes;
	assert_null(kernel->check(world, variant, 1));
	world->companion_ops = writes - 1;
	assert_non_null(kernel->check(world, variant, 1));
	world->companion_ops = writes + 1;
	assert_non_null(kernel->check(world, variant, 1));
	/* a store of what was read before takes writes back */
	world->companion_ops = writes;
	world_folio(world, 0)->flags = before_last;
	assert_non_null(kernel->check(world, variant, 1));
	test_world_free(&test);
}

/* more writes than the field for them can count: nothing beside it changes */
static void test_many_writes(void **unused)
{
	const struct kernel *kernel = counted_kernel("cmpxchg");
	struct test_world test;
	struct world *world = &test.world;
	uint64_t start, step, field = 0;

	(void)unused;
	make_contended(&test, CONTENTION_WRITERS);
	start = world_folio(world, 0)->flags;
	step = kernel->companion(world);
	world->companion_ops = step;
	assert_null(kernel->check(world, kernel->variants, 0));
	/* the field's bits, from its full state on */
	for (int bit = 20; bit < 50; bit++)
		field |= FLAG(bit);
	world_folio(world, 0)->flags = start | field;
	step = kernel->companion(world);
	assert_int_equal(world_folio(world, 0)->flags & ~field, start);
	world->companion_ops = (field >> 20) + step;
	assert_null(kernel->check(world, kernel->variants, 0));
	test_world_free(&test);
}

static struct world *written_world;

/* another CPU's write, right before the first compare-and-swap */
static void write_between(uint64_t *word)
{
	op_counts.before_cmpxchg = NULL;
	assert_ptr_equal(word, &world_folio(written_world, 0)->flags);
	written_world->companion_ops = counted_kernel("cmpxchg")->companion(written_world);
}

static void test_write_before_cmpxchg(void **unused)
{
	const struct kernel *kernel = counted_kernel("cmpxchg");
	const struct variant *variant = kernel_variant(kernel, "always");
	struct test_world test;
	size_t updates;

	(void)unused;
	make_contended(&test, CONTENTION_WRITERS);
	written_world = &test.world;
	op_counts.before_cmpxchg = write_between;
	updates = variant->pass(&test.world);
	assert_int_equal(op_counts.failed, 1);
	assert_int_equal(op_counts.cmpxchgs, updates + test.world.companion_ops + 1);
	assert_null(kernel->check(&test.world, variant, 1));
	test_world_free(&test);
}

static void test_contention_refused(void **unused)
{
	const struct kernel *kernel = counted_kernel("cmpxchg");
	struct workload load = { .folios = 1, .zones = 1 };

	(void)unused;
	assert_null(kernel->refuses(&load));
	load.contention = CONTENTION_READERS;
	assert_non_null(kernel->refuses(&load));
	load.folios = 2;
	assert_null(kernel->refuses(&load));
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
		cmocka_unit_test(test_cmpxchg),
		cmocka_unit_test(test_cmpxchg_on_one_line),
		cmocka_unit_test(test_unchanged),
		cmocka_unit_test(test_reading_companion),
		cmocka_unit_test(test_writing_companion),
		cmocka_unit_test(test_many_writes),
		cmocka_unit_test(test_write_before_cmpxchg),
		cmocka_unit_test(test_contention_refused),
		cmocka_unit_test(test_latency),
		cmocka_unit_test(test_bandwidth),
		cmocka_unit_test(test_empty),
	};

	return cmocka_run_group_tests_name("operations", tests, NULL, NULL);
}
