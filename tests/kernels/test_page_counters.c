// SPDX-License-Identifier: GPL-2.0-or-later
/* counters: exact counts, which word tells them, what is locked, and how often they are stored to. */
#include <sys/mman.h>

#include "counted.h"
#include "kernel.h"
#include "test.h"
#include "test_world_memory.h"
#include "trace.h"

enum { ZONE = 2, OTHER_ZONE = 1, ANON = 0, FOLIOS = 100 };

static bool is_batched(const struct variant *variant)
{
	return strstr(variant->name, "-batched") != NULL;
}

static bool named(const struct variant *variant, const char *pair)
{
	return !strncmp(variant->name, pair, strlen(pair));
}

static void make_world(struct test_world *test, const struct kernel *kernel, unsigned int batch)
{
	struct workload load = kernel->defaults;

	load.folios = FOLIOS;
	load.batch_length = batch;
	test_world_init(test, &load);
	kernel->reset(&test->world);
}

/* pass after pass, at every batch length about the number of folios and its divisors */
static void test_counts(void **unused)
{
	static const unsigned int batches[] = { 1, 2, 3, 50, 99, 100, 101, 4096 };
	const struct kernel *kernel = counted_kernel("counters");
	struct test_world test;

	(void)unused;
	assert_int_equal(kernel->nr_variants, 8);
	for (size_t i = 0; i < kernel->nr_variants * LENGTH(batches); i++) {
		const struct variant *variant = &kernel->variants[i / LENGTH(batches)];

		make_world(&test, kernel, batches[i % LENGTH(batches)]);
		for (size_t pass = 1; pass <= 5; pass++) {
			const long(*pages)[ANON_AND_FILE][MAX_NR_ZONES];

			counted_reset();
			assert_int_equal(variant->pass(&test.world), FOLIOS);
			assert_int_equal(op_counts.cmpxchgs, named(variant, "plain") ? 0 : FOLIOS);
			assert_int_equal(op_counts.failed, 0);
			assert_whole(kernel->check(&test.world, variant, pass), "%s, pass %zu", variant->name,
				     pass);
			pages = (const void *)test.world.lruvec->lrugen.nr_pages;
			for (size_t gen = 0; gen < MAX_NR_GENS; gen++)
				assert_int_equal(pages[gen][ANON][ZONE],
						 gen == pass % MAX_NR_GENS ? FOLIOS : 0);
		}
		test_world_free(&test);
	}
}

/* one folio's flags, or its other word, say another zone than its list's */
static void test_which_word_tells(void **unused)
{
	const struct kernel *kernel = counted_kernel("counters");
	const uint64_t zone_bits = (uint64_t)(ZONE ^ OTHER_ZONE) << ZONE_SHIFT;
	struct test_world test;

	(void)unused;
	for (size_t i = 0; i < kernel->nr_variants * 2; i++) {
		const struct variant *variant = &kernel->variants[i / 2];
		bool flags = i % 2, told, each = !is_batched(variant);
		const long(*pages)[ANON_AND_FILE][MAX_NR_ZONES];

		make_world(&test, kernel, MAX_LRU_BATCH);
		if (flags)
			world_folio(&test.world, 7)->flags ^= zone_bits;
		else
			world_folio(&test.world, 7)->index ^= zone_bits;
		variant->pass(&test.world);
		if (flags)
			told = each && (named(variant, "locked") || named(variant, "plain"));
		else
			told = each && named(variant, "other");
		pages = (const void *)test.world.lruvec->lrugen.nr_pages;
		assert_int_equal(pages[0][ANON][OTHER_ZONE], -told);
		assert_int_equal(pages[1][ANON][OTHER_ZONE], told);
		assert_int_equal(pages[0][ANON][ZONE], told);
		assert_int_equal(pages[1][ANON][ZONE], FOLIOS - told);
		assert_non_null(kernel->check(&test.world, variant, 1));
		test_world_free(&test);
	}
}

struct traced {
	const struct variant *variant;
	struct world *world;
};

static void run_pass(void *argument)
{
	struct traced *traced = argument;

	traced->variant->pass(traced->world);
}

/* stores to folios, which are the labels, and to the lruvec, which are the counters */
static void count_stores(const struct variant *variant, unsigned int batch, size_t folios, long *labels,
			 long *counters)
{
	enum { BYTES = 16384 };
	static struct store log[4096];
	const struct kernel *kernel = kernel_find(&flavours[0], "counters");
	char *memory = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct workload load = kernel->defaults;
	uint32_t order[128];
	struct world world;
	struct traced traced = { variant, &world };
	size_t nr;

	assert_true(memory != MAP_FAILED);
	load.folios = folios;
	load.batch_length = batch;
	world_build(&world, &load, &(struct world_memory){ memory + 4096, NULL, memory, order });
	kernel->reset(&world);
	nr = trace_stores(memory, BYTES, run_pass, &traced, log, LENGTH(log));
	assert_in_range(nr, 1, LENGTH(log));
	*labels = *counters = 0;
	for (size_t i = 0; i < nr; i++) {
		bool label = log[i].address >= (uintptr_t)world.pages;

		assert_int_equal(log[i].locked, label && !named(variant, "plain"));
		*labels += label;
		*counters += !label;
	}
	munmap(memory, BYTES);
}

static void test_stores(void **unused)
{
	const struct kernel *kernel = kernel_find(&flavours[0], "counters");

	(void)unused;
	if (!trace_supported())
		skip();
	for (size_t i = 0; i < kernel->nr_variants; i++) {
		const struct variant *variant = &kernel->variants[i];

		for (unsigned int batch = 1; batch <= 32; batch *= 4) {
			long few_labels, few, labels, counters,
				writes = is_batched(variant) ? 32 / (long)batch : 32;

			count_stores(variant, batch, 32, &few_labels, &few);
			count_stores(variant, batch, 64, &labels, &counters);
			assert_int_equal(labels - few_labels, 32);
			/* two counters each time */
			assert_int_equal(counters - few, writes + writes);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_which_word_tells),
		cmocka_unit_test(test_stores),
	};

	return cmocka_run_group_tests_name("counters", tests, NULL, NULL);
}
