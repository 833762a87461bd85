// SPDX-License-Identifier: GPL-2.0-or-later
/* The bounds of a workload, at their edges and past them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/plan.h"

static const char *refuses_files(const struct workload *load)
{
	return load->type == 1 ? "no files here" : NULL;
}

static size_t idle(struct world *world)
{
	(void)world;
	return 1;
}

static const struct kernel any = { .name = "any", .companion = idle },
			   anon_only = { .name = "anon", .refuses = refuses_files };

static const struct workload plain = { .folios = 1000, .zones = 1 };

static void test_edges(void **state)
{
	const struct workload good[] = {
		plain,
		{ .folios = 0, .zones = 1 },
		{ .folios = MAX_FOLIOS,
		  .zones = MAX_NR_ZONES,
		  .folio_order = MAX_FOLIO_ORDER,
		  .page_tables = MAX_PAGE_TABLES,
		  .promoted_permille = 1000,
		  .young_permille = 1000,
		  .refs = 4,
		  .batch_length = MAX_LRU_BATCH,
		  .reclaim_zones = MAX_NR_ZONES,
		  .prefetch_distance = MAX_PREFETCH_DISTANCE,
		  .prefetch_after = 1,
		  .work_loads = MAX_WORK,
		  .work_locked = MAX_WORK,
		  .work_stores = MAX_WORK,
		  .type = 1,
		  .promoted_pattern = PROMOTED_ALTERNATING },
		{ .folios = 10, .zones = 1, .layout = LAYOUT_RUNS, .run_length = 1 },
		{ .folios = 10, .zones = 1, .layout = LAYOUT_RUNS, .run_length = SIZE_MAX },
		{ .folios = 10, .zones = 1, .seed = UINT64_MAX },
		{ .folios = 10, .zones = 1, .contention = CONTENTION_READERS, .companions = 1 },
		{ .folios = 10, .zones = 1, .contention = CONTENTION_WRITERS, .companions = MAX_COMPANIONS },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		if (workload_refusal(&any, &good[i]))
			fail_msg("%zu: %s", i, workload_refusal(&any, &good[i]));
}

static void assert_refused(const struct workload *load, const char *words)
{
	const char *why = workload_refusal(&any, load);

	assert_non_null(why);
	assert_null(strchr(why, '\n'));
	if (!strstr(why, words))
		fail_msg("\"%s\" does not speak of %s", why, words);
}

/* as enum, as unsigned and as size_t: what garbage in a request can hold */
static void test_past_the_edges(void **state)
{
	struct workload load;

	(void)state;
#define REFUSED(member, value, words)         \
	do {                                  \
		load = plain;                 \
		load.member = (value);        \
		assert_refused(&load, words); \
	} while (0)
	REFUSED(folios, (size_t)MAX_FOLIOS + 1, "folios");
	REFUSED(folios, SIZE_MAX, "folios");
	REFUSED(folio_order, MAX_FOLIO_ORDER + 1, "order");
	REFUSED(folio_order, UINT32_MAX, "order");
	REFUSED(layout, (enum layout)(LAYOUT_RUNS + 1), "layout");
	REFUSED(layout, (enum layout)UINT32_MAX, "layout");
	REFUSED(layout, LAYOUT_RUNS, "runs");
	REFUSED(promoted_permille, 1001, "1000");
	REFUSED(promoted_permille, UINT32_MAX, "1000");
	REFUSED(young_permille, 1001, "1000");
	REFUSED(promoted_pattern, (enum promoted_pattern)(PROMOTED_ALTERNATING + 1), "pattern");
	REFUSED(promoted_pattern, (enum promoted_pattern)UINT32_MAX, "pattern");
	REFUSED(zones, 0, "zones");
	REFUSED(zones, MAX_NR_ZONES + 1, "zones");
	REFUSED(type, 2, "type");
	REFUSED(type, UINT32_MAX, "type");
	REFUSED(page_tables, MAX_PAGE_TABLES + 1, "page tables");
	REFUSED(refs, 5, "refs");
	REFUSED(batch_length, MAX_LRU_BATCH + 1, "batch");
	REFUSED(batch_length, UINT32_MAX, "batch");
	REFUSED(reclaim_zones, MAX_NR_ZONES + 1, "reclaim");
	REFUSED(prefetch_distance, MAX_PREFETCH_DISTANCE + 1, "distance");
	REFUSED(prefetch_distance, UINT32_MAX, "distance");
	REFUSED(prefetch_after, 2, "after");
	REFUSED(work_loads, MAX_WORK + 1, "work");
	REFUSED(work_locked, MAX_WORK + 1, "work");
	REFUSED(work_stores, UINT32_MAX, "work");
	REFUSED(contention, (enum contention)(CONTENTION_WRITERS + 1), "contention");
	REFUSED(contention, (enum contention)UINT32_MAX, "contention");
	REFUSED(contention, CONTENTION_READERS, "companions");
	REFUSED(companions, 1, "companions");
	REFUSED(companions, MAX_COMPANIONS + 1, "companions");
	REFUSED(companions, UINT32_MAX, "companions");
#undef REFUSED
}

static void test_kernel_refuses(void **state)
{
	struct workload load = plain;

	(void)state;
	assert_null(workload_refusal(&anon_only, &load));
	load.type = 1;
	assert_null(workload_refusal(&any, &load));
	assert_string_equal(workload_refusal(&anon_only, &load), "no files here");
	load = (struct workload){ .folios = 10, .zones = 1, .contention = CONTENTION_READERS, .companions = 1 };
	assert_null(workload_refusal(&any, &load));
	assert_non_null(strstr(workload_refusal(&anon_only, &load), "one CPU"));
}

/* no kernel refuses what it runs by default, and each entry of a case has a name and a pass */
static void test_catalog_defaults(void **state)
{
	(void)state;
	for (const struct kernel *const *each = flavours[0].kernels; *each; each++) {
		struct bench_case bench = { .kernel = *each, .nr_variants = 1 };

		bench.control = kernel_find(&flavours[1], (*each)->name);
		assert_null(workload_refusal(*each, &(*each)->defaults));
		assert_non_null(bench.control);
		assert_int_equal(case_entries(&bench), 2);
		assert_string_equal(case_entry_name(&bench, 0), (*each)->variants[0].name);
		assert_string_equal(case_entry_name(&bench, 1), "control");
		assert_true(case_variant(&bench, 1)->pass != case_variant(&bench, 0)->pass);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_edges),
		cmocka_unit_test(test_past_the_edges),
		cmocka_unit_test(test_kernel_refuses),
		cmocka_unit_test(test_catalog_defaults),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
