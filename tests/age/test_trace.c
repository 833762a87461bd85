// SPDX-License-Identifier: GPL-2.0-or-later
/* What writes executed, told from counts as kernels really show them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "age/trace.h"

enum { PAGES = 16384 };

/* consecutive generations from @oldest on */
#define GENERATIONS(oldest, ...)                                  \
	generations_of(oldest, (const uint64_t[]){ __VA_ARGS__ }, \
		       sizeof((uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t))

static struct generations generations_of(uint64_t oldest, const uint64_t *anon, size_t nr)
{
	struct generations state = { .nr = (unsigned int)nr };

	for (size_t i = 0; i < nr; i++)
		state.gens[i] = (struct generation){ .seq = oldest + i, .anon = anon[i] };
	return state;
}

static void expect(struct tracker *tracker, const struct generations *before, const struct generations *after,
		   uint64_t relabelled, uint64_t promoted, uint64_t incremented)
{
	struct executed executed = tracker_step(tracker, before, after);

	assert_int_equal(executed.relabelled, relabelled);
	assert_int_equal(executed.promoted, promoted);
	assert_int_equal(executed.incremented, incremented);
}

/* a state per write, one more than there are writes */
static void expect_all(const struct generations *states, const uint64_t (*wanted)[3], size_t writes)
{
	struct tracker tracker;

	tracker_start(&tracker, &states[0]);
	for (size_t i = 0; i < writes; i++)
		expect(&tracker, &states[i], &states[i + 1], wanted[i][0], wanted[i][1], wanted[i][2]);
}

/* the cover letter's, as 7.3 shows it, with the one page that is not young */
static void test_trace(void **state __attribute__((unused)))
{
	const struct generations states[] = {
		GENERATIONS(0, 0, 0, PAGES + 1, 0), GENERATIONS(1, 0, 1, PAGES, 0),
		GENERATIONS(2, 1, PAGES, 0, 0),     GENERATIONS(3, PAGES + 1, 0, 0, 0),
		GENERATIONS(4, PAGES + 1, 0, 0, 0), GENERATIONS(5, PAGES + 1, 0, 0, 0),
	};
	static const uint64_t wanted[][3] = {
		{ PAGES, 0, 0 }, { 0, 0, 0 }, { 0, PAGES, 1 }, { 0, 0, PAGES + 1 }, { 0, 0, PAGES + 1 },
	};

	expect_all(states, wanted, 5);
}

/* read before each write: labels run ahead of the list, which each third write takes to them */
static void test_reread(void **state __attribute__((unused)))
{
	const struct generations states[] = {
		GENERATIONS(1, 0, 0, PAGES, 0), GENERATIONS(2, 0, 0, PAGES, 0),
		GENERATIONS(3, 0, 0, PAGES, 0), GENERATIONS(4, 0, 0, PAGES, 0),
		GENERATIONS(5, 0, 0, PAGES, 0), GENERATIONS(6, 0, 0, PAGES, 0),
		GENERATIONS(7, 0, 0, PAGES, 0),
	};
	static const uint64_t wanted[][3] = {
		{ PAGES, 0, 0 }, { PAGES, 0, 0 }, { PAGES, PAGES, 0 },
		{ PAGES, 0, 0 }, { PAGES, 0, 0 }, { PAGES, PAGES, 0 },
	};

	expect_all(states, wanted, 6);
}

/* half of the pages read once: each half takes its own path */
static void test_halves(void **state __attribute__((unused)))
{
	const uint64_t half = PAGES / 2;
	const struct generations states[] = {
		GENERATIONS(1, PAGES, 0, 0, 0),
		GENERATIONS(2, half, 0, half, 0), /* half to the youngest; the other half on */
		GENERATIONS(3, half, half, 0, 0),
		GENERATIONS(4, PAGES, 0, 0, 0), /* the one half comes to where the other is */
	};
	static const uint64_t wanted[][3] = { { PAGES / 2, PAGES / 2, PAGES / 2 },
					      { 0, 0, PAGES / 2 },
					      { 0, 0, PAGES / 2 } };

	expect_all(states, wanted, 3);
}

/* fewer than four generations: none goes */
static void test_young_lruvec(void **state __attribute__((unused)))
{
	const struct generations states[] = {
		GENERATIONS(0, PAGES, 0),
		GENERATIONS(0, 0, PAGES, 0),
		GENERATIONS(0, 0, PAGES, 0, 0),
	};
	static const uint64_t wanted[][3] = { { PAGES, 0, 0 }, { 0, 0, 0 } };

	expect_all(states, wanted, 2);
}

static void test_kinds(void **state __attribute__((unused)))
{
	static const struct {
		struct executed executed;
		const char *name;
	} kinds[] = {
		{ { 0, 0, 0 }, "walk only" },
		{ { 100, 100, 100 }, "walk only" }, /* a hundredth is nothing */
		{ { 10000, 0, 0 }, "walk and promote" },
		{ { 0, 10000, 1 }, "walk, promoted path" },
		{ { 0, 0, 10000 }, "walk, increment path" },
		{ { 10000, 10000, 0 }, "walk and promote, promoted path" },
		{ { 10000, 0, 10000 }, "walk and promote, increment path" },
		{ { 0, 5000, 5000 }, "walk, both paths" },
		{ { 5000, 5000, 5000 }, "walk and promote, both paths" },
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		assert_string_equal(kind_name(executed_kind(&kinds[i].executed, 10000)), kinds[i].name);
}

static const char *problem(struct generations before, struct generations after)
{
	struct age_write write = { .before = before, .after = after };

	return write_problem(&write, PAGES);
}

static void test_problems(void **state __attribute__((unused)))
{
	struct generations start = GENERATIONS(2, PAGES, 0, 0, 0);

	assert_null(problem(start, GENERATIONS(3, PAGES, 0, 0, 0)));
	assert_non_null(strstr(problem(start, start), "made no generation"));
	assert_non_null(strstr(problem(start, GENERATIONS(4, PAGES, 0, 0, 0)), "more than one generation"));
	/* left where they were, the pages count as those of the generation that took the oldest's place */
	assert_non_null(strstr(problem(start, GENERATIONS(3, 0, 0, 0, PAGES)), "left anonymous memory out"));
	assert_non_null(strstr(problem(start, GENERATIONS(3, PAGES / 2, 0, 0, 0)), "pages came or went"));
	assert_null(problem(start, GENERATIONS(3, PAGES - 10, 0, 0, 10)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_trace),  cmocka_unit_test(test_reread),
		cmocka_unit_test(test_halves), cmocka_unit_test(test_young_lruvec),
		cmocka_unit_test(test_kinds),  cmocka_unit_test(test_problems),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
