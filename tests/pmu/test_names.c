// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Every name in the tables is resolved by libpfm4, which has them for all cores
 * of the architecture it was built for: x86-64's natively, arm64's by this
 * same program cross-built.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "counters.h"
#include "metrics.h"

/* of the architecture it is built for: see CMakeLists.txt */
static const struct event_table *const tables_here = TABLES;
static const size_t least_names = LEAST_NAMES;

static size_t nr_here(void)
{
	return NR_TABLES;
}

/* how many rows of a table resolve; each that does not is said */
static size_t resolve(const struct event_table *table, size_t *wrong)
{
	const struct native_event *row;
	char name[MAX_EVENT];
	size_t nr = 0;

	for (size_t i = 0; (row = table_row(table, NULL, i)); i++) {
		event_name(name, sizeof(name), table, row);
		if (row->lacks)
			continue;
		nr++;
		if (perf_encodes(name))
			continue;
		print_error("%s (%s) does not resolve\n", name, row->metric);
		++*wrong;
	}
	return nr;
}

/* libpfm4 gains tables: a row that has none there now may have one in a later version */
static bool is_compiled_in(const struct event_table *table)
{
	return perf_knows(table->pmu);
}

static void test_this_architecture(void **state)
{
	size_t nr = 0, wrong = 0;

	(void)state;
	for (size_t i = 0; i < nr_here(); i++)
		nr += resolve(&tables_here[i], &wrong);
	assert_int_equal(wrong, 0);
	assert_true(nr >= least_names);
}

static void test_generic(void **state)
{
	size_t wrong = 0;

	(void)state;
	for (size_t i = 0; i < nr_tables_generic; i++)
		if (strcmp(tables_generic[i].pmu, "papi"))
			assert_true(resolve(&tables_generic[i], &wrong) > 0);
	assert_int_equal(wrong, 0);
}

/* what a table is said to lack it really lacks, where libpfm4 has that table at all */
static void test_what_is_lacking(void **state)
{
	const struct native_event *row;
	char name[MAX_EVENT];

	(void)state;
	for (size_t i = 0; i < nr_here(); i++) {
		for (size_t k = 0; (row = table_row(&tables_here[i], NULL, k)); k++) {
			event_name(name, sizeof(name), &tables_here[i], row);
			if (row->lacks && row->event && is_compiled_in(&tables_here[i]) && perf_encodes(name))
				fail_msg("%s resolves: %s", name, row->lacks);
		}
	}
}

/* rows and metrics belong together: no name is misspelt, no metric without an event anywhere */
static void test_metrics_and_rows(void **state)
{
	const struct event_table *table;
	const struct native_event *row;

	(void)state;
	for (size_t i = 0; (table = table_at(i)); i++) {
		assert_ptr_equal(table_find(table->pmu), table);
		for (size_t k = 0; (row = table_row(table, NULL, k)); k++) {
			if (!metric_find(row->metric))
				fail_msg("%s: no metric %s", table->pmu, row->metric);
			assert_true(row->event || row->lacks);
		}
	}
	for (size_t m = 0; m < nr_metrics; m++) {
		size_t found = 0;

		for (size_t i = 0; (table = table_at(i)); i++)
			found += table_row(table, metrics[m].name, 0) != NULL;
		if (!found)
			fail_msg("metric %s: no table has it", metrics[m].name);
		assert_ptr_equal(metric_find(metrics[m].name), &metrics[m]);
		assert_true(strlen(metrics[m].name) < 25);
	}
}

/* each core has at least what no explanation can do without */
static void test_every_core(void **state)
{
	const struct event_table *table;

	(void)state;
	for (size_t i = 0; (table = table_at(i)); i++) {
		if (!table->core)
			continue;
		assert_non_null(table_row(table, "instructions", 0));
		assert_non_null(table_row(table, "core_cycles", 0));
	}
	assert_null(table_find("pentium"));
	assert_null(metric_find("instruction"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_this_architecture), cmocka_unit_test(test_generic),
		cmocka_unit_test(test_what_is_lacking),   cmocka_unit_test(test_metrics_and_rows),
		cmocka_unit_test(test_every_core),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
