// SPDX-License-Identifier: GPL-2.0-or-later
/* From made-up outcomes of a plan to cells, bounds, and what is printed and written of them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arch/arch.h"
#include "prefetch/loops.h"
#include "prefetch/map_report.h"

/* whose helping is made up; an architecture may have no such prefetch */
#ifndef PREFETCH_TO_WRITE_NAME
#define PREFETCH_TO_WRITE_NAME "none"
#endif

static const struct caches caches = { .l1 = 48 << 10, .l2 = 1 << 20, .memory = 1 << 30 };

struct made {
	struct map_plan plan;
	struct outcome *outcomes;
	struct map map;
};

static struct interval around(double mid, double half)
{
	return (struct interval){ mid, mid - half, mid + half };
}

/* a write prefetch helps beyond L1, all else shows nothing; a pass over n KB takes 10 + n / 64 ns a folio */
static void make_outcome(struct outcome *outcome, const struct map_plan *plan, size_t index)
{
	const struct map_case *one = &plan->cases[index];
	double ns = one->bound ? 2 : 10 + (double)(plan->levels[one->level].bytes >> 16);

	*outcome = (struct outcome){ .bench = &one->bench, .page_size = 2 << 20, .stopped = "replicates" };
	for (size_t entry = 0; entry < case_entries(&one->bench); entry++) {
		struct estimate *estimate = &outcome->estimates[entry][PART_ALL];
		bool helps = !one->bound && entry < one->bench.nr_variants && one->level &&
			     prefetch_is(case_variant(&one->bench, entry), PREFETCH_TO_WRITE_NAME);

		estimate->ratio = around(helps ? 0.5 : 1, 0.01);
		estimate->ns = around(ns * estimate->ratio.mid, 0.1);
	}
}

static int make(void **state)
{
	struct map_request request = {
		.loops = "inc_min_seq/base",
		.layouts = "ascending,shuffled",
	};
	struct made *made = calloc(1, sizeof(*made));
	char error[256];

	if (!made || plan_map(&made->plan, &request, &caches, error, sizeof(error)))
		return -1;
	made->outcomes = calloc(made->plan.nr_cases, sizeof(*made->outcomes));
	for (size_t i = 0; made->outcomes && i < made->plan.nr_cases; i++)
		make_outcome(&made->outcomes[i], &made->plan, i);
	*state = made;
	return !made->outcomes || map_make(&made->map, &made->plan, made->outcomes);
}

static int unmake(void **state)
{
	struct made *made = *state;

	map_free(&made->map);
	free(made->outcomes);
	plan_free(&made->plan);
	free(made);
	return 0;
}

static void test_cells(void **state)
{
	const struct made *made = *state;
	size_t found = 0;

	assert_int_equal(made->map.nr_cells, made->plan.nr_cells);
	for (size_t i = 0; i < made->map.nr_cells; i++) {
		const struct cell *cell = &made->map.cells[i];
		bool inside = !strcmp(cell->level, "L1");

		assert_string_equal(cell->loop, "inc_min_seq/base");
		assert_true(cell->idle == !strncmp(cell->flavour, "nop", 3));
		/* the idle instruction stands beside all but itself */
		assert_true(cell->idle == (bool)isnan(cell->nop.mid));
		found += cell_finding(cell) == FINDING_HELPS;
		if (inside)
			assert_true(isnan(cell->most_ns));
		else
			/* 10 + 8 ns, against 10 in L1 */
			assert_true(fabs(cell->most_ns - 8) < 1e-9);
	}
	/* one instruction, on two layouts, beyond L1 */
	assert_int_equal(found, made->plan.nr_levels - 1 > 0 ? 2 * (made->plan.nr_levels - 1) : 0);
	for (size_t i = 0; i < made->plan.nr_levels; i++) {
		assert_true(made->map.bounds[0][i].latency.mid == 2);
		assert_true(made->map.bounds[0][i].write.mid == 2);
		assert_true(isnan(made->map.bounds[1][i].latency.mid));
	}
}

static void test_most_saved(void **state)
{
	(void)state;
	assert_true(most_saved(50, 10, 2) == 40);
	/* the line's own way takes longer than the loop's work */
	assert_true(most_saved(50, 10, 20) == 30);
	assert_true(most_saved(10, 12, 2) == 0);
	assert_true(isnan(most_saved(50, NAN, 2)));
	assert_true(isnan(most_saved(50, 10, NAN)));
	assert_true(isnan(most_saved(NAN, 10, 2)));
}

typedef void print_fn(FILE *out, const struct map *map);

static char *printed(print_fn *print, const struct map *map, size_t most)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);

	assert_non_null(out);
	print(out, map);
	assert_int_equal(fclose(out), 0);
	for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
		assert_true(strcspn(line, "\n") <= most);
	return text;
}

static void says(const char *text, const char *words)
{
	if (!strstr(text, words))
		fail_msg("'%s' is not in:\n%s", words, text);
}

static void test_printed(void **state)
{
	const struct made *made = *state;
	/* of the loop's prefetches: the idle one, and where there is one that for reading */
	static const int others = 1 WITH_BOTH_PREFETCHES(+1);
	char *text = printed(map_print, &made->map, 72), *row, words[64];

	says(text, "inc_min_seq/base, L1 (24 KB)\n");
	says(text, "inc_min_seq/base, L2 (512 KB)\n");
	says(text, "without, ns");
	/* a cell without a finding is blank: one row of percents, in L2's block */
	row = strstr(text, PREFETCH_TO_WRITE_NAME);
	assert_non_null(row);
	assert_ptr_equal(row, strstr(text, PREFETCH_TO_WRITE_NAME " prev"));
	assert_true(row > strstr(text, "L2 ("));
	snprintf(words, sizeof(words), "     -50.0%%    -50.0%%\n%d more: nothing shows\n", others);
	says(row, words);
	WITH_BOTH_PREFETCHES(assert_null(strstr(text, PREFETCH_TO_READ_NAME " prev"));)
	free(text);
	text = printed(map_bounds_print, &made->map, 72);
	says(text, "latency ns");
	/* half of 18 ns saved, of 8 that a perfect one could */
	says(text, "9.0/8.0");
	free(text);
}

static void test_rows(void **state)
{
	const struct made *made = *state;
	char *text = printed(map_csv, &made->map, 400);
	json_t *rows = map_json(&made->map), *bounds = map_bounds_json(&made->map);
	size_t lines = 0;

	for (const char *at = text; (at = strchr(at, '\n')); at++)
		lines++;
	assert_int_equal(lines, made->plan.nr_cells + 1);
	says(text, "\ninc_min_seq/base," PREFETCH_TO_WRITE_NAME " prev,no,as found,L2,524288,shuffled,");
	says(text, ",L2,524288,shuffled,0.5,0.49,0.51,0.99,1.01,0.99,1.01,helps,18,9,8\n");
	says(text,
	     "inc_min_seq/base,nop prev,yes,as found,L1,24576,ascending,1,0.99,1.01,0.99,1.01,,,none,10,10,\n");
	assert_int_equal(json_array_size(rows), made->plan.nr_cells);
	assert_true(json_is_null(json_object_get(json_array_get(rows, 0), "most_ns")));
	assert_int_equal(json_array_size(bounds), made->plan.nr_levels);
	json_decref(rows);
	json_decref(bounds);
	free(text);
}

/* a map that was interrupted holds what was measured, and nothing of the rest */
static void test_partial(void **state)
{
	struct made *made = *state;
	char *text;

	map_free(&made->map);
	for (size_t i = 0; i < made->plan.nr_cases; i++)
		if (made->plan.cases[i].bound || made->plan.cases[i].level)
			made->outcomes[i].bench = NULL;
	assert_int_equal(map_make(&made->map, &made->plan, made->outcomes), 0);
	assert_true(made->map.nr_cells && made->map.nr_cells < made->plan.nr_cells);
	text = printed(map_print, &made->map, 72);
	assert_null(strstr(text, "L2"));
	free(text);
	text = printed(map_bounds_print, &made->map, 72);
	assert_string_equal(text, "");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_cells, make, unmake),
		cmocka_unit_test(test_most_saved),
		cmocka_unit_test_setup_teardown(test_printed, make, unmake),
		cmocka_unit_test_setup_teardown(test_rows, make, unmake),
		cmocka_unit_test_setup_teardown(test_partial, make, unmake),
	};

	if (!strcmp(PREFETCH_TO_WRITE_NAME, "none")) {
		print_message("skipped: no prefetch on this architecture\n");
		return 77;
	}
	return cmocka_run_group_tests_name("map", tests, NULL, NULL);
}
