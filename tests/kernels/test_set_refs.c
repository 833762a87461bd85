// SPDX-License-Identifier: GPL-2.0-or-later
/* set_refs: with the skip and without, the same flags; a compare-and-swap exactly where they change. */
#include "access_table.h"
#include "counted.h"
#include "kernel.h"
#include "model/random.h"
#include "test.h"
#include "test_world_memory.h"

/* written once more from spec section 1.3 */
static uint64_t with_refs(uint64_t flags, int refs)
{
	static const uint64_t fields[] = { 0, 0, 1, 2, 3 };

	flags &= ~(UINT64_C(3) << LRU_REFS_SHIFT | UINT64_C(1) << 2);
	return flags | fields[refs] << LRU_REFS_SHIFT | (uint64_t) !!refs << 2;
}

static void test_every_refs(void **unused)
{
	uint64_t random = 10;

	(void)unused;
	for (size_t i = 0; i < 20000; i++) {
		uint64_t flags = i % 2 ? random_next(&random) :
					 with_refs(random_next(&random), (int)(i / 2 % 5));
		int refs = (int)random_below(&random, 5);
		uint64_t expected = with_refs(flags, refs);

		for (int skipping = 0; skipping < 2; skipping++) {
			struct folio folio = { .flags = flags };

			counted_reset();
			counted_set_folio_refs(&folio, refs, skipping);
			assert_int_equal(folio.flags, expected);
			assert_int_equal(op_counts.cmpxchgs, !(skipping && expected == flags));
			assert_int_equal(op_counts.failed, 0);
		}
	}
}

static uint64_t injected;

/* once: the retry finds what this wrote */
static void inject(uint64_t *word)
{
	*word = injected;
	op_counts.before_cmpxchg = NULL;
}

static void test_write_before_cmpxchg(void **unused)
{
	const uint64_t flags = with_refs(FLAG(PG_LRU), 3);

	(void)unused;
	for (int skipping = 0; skipping < 2; skipping++) {
		struct folio folio = { .flags = flags };

		/* another bit: it stays, and the refs are set all the same */
		counted_reset();
		op_counts.before_cmpxchg = inject;
		injected = flags | FLAG(PG_DIRTY);
		counted_set_folio_refs(&folio, 0, skipping);
		assert_int_equal(folio.flags, FLAG(PG_LRU) | FLAG(PG_DIRTY));
		assert_int_equal(op_counts.cmpxchgs, 2);

		/* somebody else has done it: the skip sees that */
		folio.flags = flags;
		counted_reset();
		op_counts.before_cmpxchg = inject;
		injected = FLAG(PG_LRU);
		counted_set_folio_refs(&folio, 0, skipping);
		assert_int_equal(folio.flags, FLAG(PG_LRU));
		assert_int_equal(op_counts.cmpxchgs, skipping ? 1 : 2);
	}
}

static void test_passes(void **unused)
{
	const struct kernel *kernel = counted_kernel("set_refs");

	(void)unused;
	for (unsigned int refs = 0; refs <= 4; refs++) {
		for (size_t i = 0; i < kernel->nr_variants; i++) {
			const struct variant *variant = &kernel->variants[i];
			bool skipping = !strcmp(variant->name, "skip");
			struct workload load = kernel->defaults;
			struct test_world test;

			load.folios = 1000;
			load.zones = 3;
			load.refs = refs;
			test_world_init(&test, &load);
			kernel->reset(&test.world);
			counted_reset();
			assert_int_equal(variant->pass(&test.world), 1000);
			assert_int_equal(op_counts.cmpxchgs, skipping && !refs ? 0 : 1000);
			assert_whole(kernel->check(&test.world, variant, 1), "%s, refs %u", variant->name,
				     refs);
			/* the refs are gone now */
			counted_reset();
			assert_int_equal(variant->pass(&test.world), 1000);
			assert_int_equal(op_counts.cmpxchgs, skipping ? 0 : 1000);
			assert_whole(kernel->check(&test.world, variant, 2), "%s, refs %u", variant->name,
				     refs);
			test_world_free(&test);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{ "23: the same flags with the skip", test_every_refs, NULL, NULL, NULL },
		{ "a write right before a compare-and-swap", test_write_before_cmpxchg, NULL, NULL, NULL },
		{ "compare-and-swaps of a pass", test_passes, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests_name("set_refs", tests, NULL, NULL);
}
