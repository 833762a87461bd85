// SPDX-License-Identifier: GPL-2.0-or-later
/* The matrix: which cases a request comes to, and how they share their 5%. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/estimate.h"
#include "prefetch/loops.h"
#include "prefetch/plan.h"

#define KB ((size_t)1 << 10)
#define MB ((size_t)1 << 20)
#define GB ((size_t)1 << 30)

static const struct caches usual = { .l1 = 48 * KB, .l2 = MB, .llc = 32 * MB, .memory = 24 * GB };

static void planned(struct map_plan *plan, const struct map_request *request)
{
	char error[512] = "";

	if (plan_map(plan, request, &usual, error, sizeof(error)))
		fail_msg("%s", error);
	assert_true(plan->nr_cases > 0);
}

static void assert_levels(const char *sizes, const struct caches *caches, bool beyond, const char *wanted)
{
	struct map_plan plan = { 0 };
	char error[512], found[512] = "";
	size_t used = 0;

	if (plan_levels(&plan, sizes, caches, beyond, error, sizeof(error)))
		snprintf(found, sizeof(found), "refused");
	else
		for (size_t i = 0; i < plan.nr_levels; i++)
			used += (size_t)snprintf(found + used, sizeof(found) - used, "%s%s=%zu", i ? " " : "",
						 plan.levels[i].name, plan.levels[i].bytes);
	assert_string_equal(found, wanted);
}

static void test_levels(void **state)
{
	const struct caches large = { .l1 = 48 * KB, .l2 = MB, .llc = 508 * MB, .memory = 24 * GB };
	const struct caches small = { .l1 = 32 * KB, .l2 = 512 * KB, .memory = GB };
	const struct caches huge = { .l1 = 32 * KB, .l2 = MB, .llc = GB, .memory = 64 * GB };
	const struct caches none = { .memory = GB };
	static const char *const bad[] = {
		"", "L3", "63", "1T", "-1", "L1,", "L1,,L2", "1K1", "99999999999999999999", "99G9", "128G",
	};

	(void)state;
	assert_levels(NULL, &usual, false, "L1=24576 L2=524288 LLC=4194304");
	assert_levels(NULL, &usual, true, "L1=24576 L2=524288 LLC=4194304 beyond=134217728");
	assert_levels(NULL, &large, true, "L1=24576 L2=524288 LLC=4194304 beyond=1073741824");
	/* no cache beyond L2: two working sets, and one beyond both */
	assert_levels(NULL, &small, true, "L1=16384 L2=262144 beyond=2097152");
	/* a gigabyte is not beyond this one: left out rather than called so */
	assert_levels(NULL, &huge, true, "L1=16384 L2=524288 LLC=4194304");
	assert_levels("beyond", &huge, false, "refused");
	assert_levels(NULL, &none, true, "refused");
	assert_levels("24K,1m", &none, false, "24K=24576 1m=1048576");
	assert_levels("L2,100000", &usual, false, "L2=524288 100000=99968");
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_levels(bad[i], &usual, false, "refused");
}

static bool begins(const char *text, const char *with)
{
	return !strncmp(with, text, strlen(with));
}

/* every case is one of its own, has a baseline without and its prefetches beside it */
static void check_plan(const struct map_plan *plan)
{
	size_t cells = 0;

	for (size_t i = 0; i < plan->nr_cases; i++) {
		const struct map_case *one = &plan->cases[i];
		const struct bench_case *bench = &one->bench;

		assert_ptr_equal(bench->id, one->id);
		assert_null(strpbrk(one->id, ", \n"));
		assert_true(strlen(one->id) + 1 < MAX_CASE_ID);
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(one->id, plan->cases[k].id);
		assert_null(workload_refusal(bench->kernel, &bench->load));
		assert_non_null(bench->control);
		assert_int_equal(bench->effort.passes % 2, 0);
		assert_true(bench->effort.replicates > 0 && one->round_s > 0);
		assert_int_equal(bench->load.folios, plan->levels[one->level].bytes / 64);
		if (one->bound)
			continue;
		for (size_t k = 1; k < bench->nr_variants; k++)
			assert_string_equal(case_variant(bench, k)->without, case_variant(bench, 0)->name);
		cells += bench->nr_variants - 1;
	}
	assert_int_equal(cells, plan->nr_cells);
}

static void test_quick(void **state)
{
	struct map_request request = { .cpu = 1, .seed = 7 };
	struct map_plan plan;
	size_t bounds = 0;

	(void)state;
	planned(&plan, &request);
	check_plan(&plan);
	for (size_t i = 0; i < plan.nr_cases; i++) {
		const struct bench_case *bench = &plan.cases[i].bench;

		bounds += plan.cases[i].bound;
		assert_int_equal(bench->effort.seed, 7);
		if (plan.cases[i].bound)
			continue;
		/* the intervals of all cells hold together, and one process may be an accident */
		assert_int_equal(bench->effort.comparisons, plan.nr_cells);
		assert_int_equal(bench->effort.replicates, order_fewest(0.05 / (double)plan.nr_cells, 1));
		assert_false(begins(plan.cases[i].id, "inc_min_seq.p5-"));
	}
	assert_int_equal(bounds, 2 * plan.nr_levels);
	assert_int_equal(plan.nr_levels, 3);
	assert_int_equal(plan.nr_layouts, 5);
	assert_true(plan.left_out[0]);
	plan_free(&plan);
}

static void test_thorough(void **state)
{
	struct map_request quick = { .cpu = 1 }, thorough = { .cpu = 1, .thorough = true };
	struct map_plan few, all;
	size_t p5 = 0;

	(void)state;
	planned(&few, &quick);
	planned(&all, &thorough);
	check_plan(&all);
	assert_true(all.nr_cells > few.nr_cells);
	assert_int_equal(all.nr_levels, 4);
	assert_string_equal(all.left_out, "");
	for (size_t i = 0; i < all.nr_cases; i++)
		p5 += begins(all.cases[i].id, "inc_min_seq.p5-");
	assert_true(p5 > 0);
	plan_free(&few);
	plan_free(&all);
}

static void test_narrowed(void **state)
{
	struct map_request request = {
		.loops = "inc_min_seq/p6-*",
		.layouts = "runs:16,shuffled",
		.sizes = "L2",
		.flavours = "p6,p6-n*",
		.runs = 3,
	};
	struct map_plan plan;

	(void)state;
	planned(&plan, &request);
	check_plan(&plan);
	assert_int_equal(plan.nr_cases, 2 + 2);
	for (size_t i = 0; i < plan.nr_cases; i++) {
		const struct bench_case *bench = &plan.cases[i].bench;

		if (plan.cases[i].bound)
			continue;
		assert_string_equal(case_variant(bench, 0)->name, "p6-noprefetch");
		/* p6, p6-next2, p6-nop */
		assert_int_equal(bench->nr_variants, 4);
		assert_int_equal(bench->effort.replicates, 3);
	}
	plan_free(&plan);
}

/* once with the hardware prefetchers as they are, and then once more without */
static void test_both(void **state)
{
	struct map_request request = { .loops = "inc_min_seq/base", .sizes = "L1" };
	struct map_plan one, two;

	(void)state;
	planned(&one, &request);
	request.both = true;
	planned(&two, &request);
	check_plan(&two);
	assert_int_equal(two.nr_cases, 2 * one.nr_cases);
	assert_int_equal(two.nr_cells, 2 * one.nr_cells);
	for (size_t i = 0; i < two.nr_cases; i++)
		assert_int_equal(two.cases[i].hw_off, i >= one.nr_cases);
	plan_free(&one);
	plan_free(&two);
}

static void refused(const struct map_request *request, const char *words)
{
	char error[512] = "";
	struct map_plan plan;

	assert_int_equal(plan_map(&plan, request, &usual, error, sizeof(error)), -1);
	if (!strstr(error, words) || strchr(error, '\n'))
		fail_msg("'%s' does not say '%s'", error, words);
	plan_free(&plan);
}

static void test_refused(void **state)
{
	(void)state;
	refused(&(struct map_request){ .loops = "walk" }, "no loop 'walk'");
	refused(&(struct map_request){ .loops = "inc_min_seq,junk" }, "no loop 'junk'");
	refused(&(struct map_request){ .loops = "" }, "no loop ''");
	refused(&(struct map_request){ .flavours = "p6,p4" }, "no variant 'p4'");
	refused(&(struct map_request){ .loops = "inc_min_seq/base", .flavours = "p6" }, "no loop has such");
	refused(&(struct map_request){ .layouts = "runs:0" }, "--layouts runs:0");
	refused(&(struct map_request){ .layouts = "Shuffled" }, "--layouts Shuffled");
	refused(&(struct map_request){ .layouts = "runs:1,runs:2,runs:3,runs:4,runs:5,runs:6,runs:7" },
		"--layouts runs:7");
	refused(&(struct map_request){ .sizes = "L9" }, "no working set 'L9'");
}

static void words_of(const struct map_request *request, char *text, size_t size)
{
	struct map_plan plan;

	planned(&plan, request);
	plan_words(&plan, text, size);
	plan_free(&plan);
}

/* what is taken up again must be the same plan */
static void test_words(void **state)
{
	struct map_request request = { .loops = "inc_min_seq/base" };
	char first[128], again[128];

	(void)state;
	words_of(&request, first, sizeof(first));
	words_of(&request, again, sizeof(again));
	assert_string_equal(first, again);
	request.flavours = "base-nop-prev";
	words_of(&request, again, sizeof(again));
	assert_string_not_equal(first, again);
	request = (struct map_request){ .loops = "inc_min_seq/base", .cpu = 1 };
	words_of(&request, again, sizeof(again));
	assert_string_not_equal(first, again);
	request = (struct map_request){ .loops = "inc_min_seq/base", .runs = 2 };
	words_of(&request, again, sizeof(again));
	assert_string_not_equal(first, again);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_levels),   cmocka_unit_test(test_quick),
		cmocka_unit_test(test_thorough), cmocka_unit_test(test_narrowed),
		cmocka_unit_test(test_both),     cmocka_unit_test(test_refused),
		cmocka_unit_test(test_words),
	};

	return cmocka_run_group_tests_name("plan of a map", tests, NULL, NULL);
}
