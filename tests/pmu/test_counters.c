// SPDX-License-Identifier: GPL-2.0-or-later
/* Counting by a plan, with events that every kernel has, and plans that are out of bounds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "survey.h"

enum { PAGE = 4096, TOUCHED = 100 };

static struct counter_plan plan;

static int make_plan(void **state)
{
	(void)state;
	survey_plan("", 0, "page_faults,instructions,task_clock", &plan);
	return 0;
}

static void touch_pages(void)
{
	char *pages = mmap(NULL, (size_t)TOUCHED * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			   -1, 0);

	assert_true(pages != MAP_FAILED);
	madvise(pages, (size_t)TOUCHED * PAGE, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < TOUCHED; i++)
		*(volatile char *)(pages + i * PAGE) = 1;
	munmap(pages, (size_t)TOUCHED * PAGE);
}

static void test_counts(void **state)
{
	struct reading before, after;
	struct counters *counters;

	(void)state;
	if (plan.counters[0].state != COUNTER_COUNTS)
		skip();
	counters = counters_open(&plan);
	assert_non_null(counters);
	counters_read(counters, &before);
	touch_pages();
	counters_read(counters, &after);
	assert_true(before.counted & 1 && after.counted & 1);
	assert_in_range(after.counts[0] - before.counts[0], TOUCHED, TOUCHED + 40);
	assert_true(after.counted & 4 && after.counts[2] > before.counts[2]);
	/* what is not counted is not there, rather than 0 */
	assert_int_equal(after.counted >> 1 & 1, counter_usable(&plan.counters[1]));
	assert_int_equal(after.has_cycles, counter_usable(&plan.cycles));
	counters_close(counters);
}

/* whichever group has its turn, the kernel's events count on */
static void test_groups(void **state)
{
	struct reading before, after;
	struct counters *counters;

	(void)state;
	if (plan.counters[0].state != COUNTER_COUNTS)
		skip();
	plan.nr_groups = 3;
	counters = counters_open(&plan);
	assert_non_null(counters);
	counters_read(counters, &before);
	for (uint32_t group = 0; group < 7; group++) {
		counters_select(counters, group);
		touch_pages();
		counters_read(counters, &after);
		assert_true(after.counts[0] - before.counts[0] >= TOUCHED * (long long)(group + 1));
	}
	counters_close(counters);
}

static void test_empty(void **state)
{
	struct counter_plan empty = { .cycles = { .state = COUNTER_NO_PMU, .path = PATH_NONE } };
	struct reading reading;
	struct counters *counters = counters_open(&empty);

	(void)state;
	assert_non_null(counters);
	counters_select(counters, 5);
	counters_read(counters, &reading);
	assert_int_equal(reading.counted, 0);
	assert_false(reading.has_cycles);
	counters_close(counters);
	counters_close(NULL);
	assert_true(counter_plan_valid(&empty));
}

/* an event that cannot be opened here is left out, and takes nothing with it */
static void test_cannot_be_opened(void **state)
{
	struct reading reading;
	struct counters *counters;

	(void)state;
	plan.counters[1].state = COUNTER_COUNTS;
	plan.counters[1].path = PATH_PERF;
	plan.counters[1].group = 0;
	plan.nr_groups = 1;
	strcpy(plan.counters[1].event, "no_such_pmu::EVENT");
	counters = counters_open(&plan);
	assert_non_null(counters);
	counters_read(counters, &reading);
	assert_int_equal(reading.counted >> 1 & 1, 0);
	assert_int_equal(reading.counted & 1, plan.counters[0].state == COUNTER_COUNTS);
	counters_close(counters);
}

#define REFUSED(change)                                  \
	do {                                             \
		struct counter_plan good = plan;         \
		change;                                  \
		assert_false(counter_plan_valid(&plan)); \
		plan = good;                             \
		assert_true(counter_plan_valid(&plan));  \
	} while (0)

static void test_hostile_plans(void **state)
{
	(void)state;
	REFUSED(plan.nr = MAX_COUNTERS + 1);
	REFUSED(plan.nr_groups = MAX_COUNTERS + 1);
	REFUSED(plan.counters[0].state = NR_COUNTER_STATES);
	REFUSED(plan.counters[0].path = PATH_NONE + 1);
	REFUSED(plan.counters[0].group = MAX_COUNTERS);
	REFUSED((plan.counters[0].path = PATH_NONE, plan.counters[0].state = COUNTER_COUNTS));
	REFUSED(memset(plan.counters[0].event, 'x', MAX_EVENT));
	REFUSED(memset(plan.counters[1].metric, 'x', MAX_METRIC));
	REFUSED(memset(plan.counters[2].reason, 'x', MAX_REASON));
	REFUSED(memset(plan.core.table, 'x', CORE_NAME));
	REFUSED(memset(plan.cycles.event, 'x', MAX_EVENT));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_counts, make_plan),
		cmocka_unit_test_setup(test_groups, make_plan),
		cmocka_unit_test(test_empty),
		cmocka_unit_test_setup(test_cannot_be_opened, make_plan),
		cmocka_unit_test_setup(test_hostile_plans, make_plan),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
