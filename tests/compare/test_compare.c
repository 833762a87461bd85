// SPDX-License-Identifier: GPL-2.0-or-later
/* Which rows of two folders are the same thing, and what is said of each. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/diff.h"
#include "folders.h"

static const char here[] =
	"{\"complete\": true, \"arch\": \"x86_64\", \"cpu_model\": \"A\", \"compiler\": \"GNU 12\"}";
static const char other_compiler[] =
	"{\"complete\": true, \"arch\": \"x86_64\", \"cpu_model\": \"A\", \"compiler\": \"Clang 14\"}";
static const char elsewhere[] =
	"{\"complete\": true, \"arch\": \"x86_64\", \"cpu_model\": \"B\", \"compiler\": \"GNU 12\"}";

struct pair {
	struct collection old, new;
	struct comparisons result;
};

static void compare_folders(struct pair *pair, const char *environment, const char *old, const char *new)
{
	char error[256];

	*pair = (struct pair){ 0 };
	write_folder("old", here, old);
	write_folder("new", environment, new);
	assert_int_equal(collection_add(&pair->old, "old", error, sizeof(error)), 0);
	assert_int_equal(collection_add(&pair->new, "new", error, sizeof(error)), 0);
	assert_int_equal(compare(&pair->result, &pair->old, &pair->new, 0.05), 0);
}

static void done(struct pair *pair)
{
	free(pair->result.list);
	collection_free(&pair->old);
	collection_free(&pair->new);
}

static void test_quotient(void **state)
{
	struct interval over = { 20, 19, 21 }, under = { 10, 9.5, 10.5 }, exact = { 10, 10, 10 }, got;

	(void)state;
	got = interval_quotient(over, exact);
	assert_true(fabs(got.mid - 2) < 1e-9 && fabs(got.lo - 1.9) < 1e-9 && fabs(got.hi - 2.1) < 1e-9);
	/* wider than either alone, narrower than their worst ends */
	got = interval_quotient(over, under);
	assert_true(got.lo < 1.9 && got.lo > 19 / 10.5);
	assert_true(got.hi > 2.1 && got.hi < 21 / 9.5);
	got = interval_quotient(under, over);
	assert_true(fabs(got.mid - 0.5) < 1e-9);
	under.lo = NAN;
	got = interval_quotient(over, under);
	assert_true(got.mid == 2 && isnan(got.lo) && isnan(got.hi));
	got = interval_quotient(over, (struct interval){ 0, 0, 0 });
	assert_true(isnan(got.mid) && isnan(got.lo));
}

/* one loop, judged by its own figure */
static void test_verdicts(void **state)
{
	static const struct {
		const char *old, *new;
		enum verdict verdict;
		bool regression;
	} cases[] = {
		{ "40,39.8,40.2", "44,43.8,44.2", SLOWER, true },
		{ "40,39.8,40.2", "41,40.8,41.2", SLOWER, false },
		/* beyond the threshold in the middle, not with the whole interval */
		{ "40,39.8,40.2", "43,41,45", SLOWER, false },
		{ "40,39.8,40.2", "36,35.8,36.2", FASTER, false },
		{ "40,39.8,40.2", "40.1,39.9,40.3", NO_DIFFERENCE, false },
		{ "40,39.8,40.2", "41,37,45", CANNOT_TELL, false },
		{ "40,,", "80,79,81", CANNOT_TELL, false },
	};
	struct pair pair;
	char old[512], new[512];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		snprintf(old, sizeof(old), HEADER "k,base,1,4096,%s,10,,,1,1,1,pmu,c,pass,ascending\n",
			 cases[i].old);
		snprintf(new, sizeof(new), HEADER "k,base,1,4096,%s,10,,,1,1,1,pmu,c,pass,ascending\n",
			 cases[i].new);
		compare_folders(&pair, here, old, new);
		assert_int_equal(pair.result.nr, 1);
		assert_false(pair.result.list[0].paired);
		assert_int_equal(pair.result.list[0].verdict, cases[i].verdict);
		assert_int_equal(pair.result.list[0].regression, cases[i].regression);
		done(&pair);
	}
}

#define PASS(variant, cycles, ratio) \
	"k," variant ",1,4096," cycles ",10,9,11," ratio ",pmu,c,pass,ascending\n"
#define OLD_PASSES PASS("base", "40,39,41", "1,1,1") PASS("p6", "20,19,21", "0.5,0.495,0.505")

/* the whole machine was slower by a third: no difference, but for a loop that lost to its baseline */
static void test_paired(void **state)
{
	struct pair pair;

	(void)state;
	compare_folders(&pair, here, HEADER OLD_PASSES,
			HEADER PASS("base", "54,53,55", "1,1,1") PASS("p6", "27,26,28", "0.5,0.495,0.505"));
	assert_int_equal(pair.result.nr, 2);
	assert_int_equal(pair.result.list[0].verdict, SLOWER);
	assert_true(pair.result.list[1].paired);
	assert_int_equal(pair.result.list[1].verdict, NO_DIFFERENCE);
	done(&pair);

	compare_folders(&pair, here, HEADER OLD_PASSES,
			HEADER PASS("base", "54,53,55", "1,1,1") PASS("p6", "33,32,34", "0.61,0.605,0.615"));
	assert_int_equal(pair.result.list[1].verdict, SLOWER);
	assert_true(pair.result.list[1].regression);
	assert_true(fabs(pair.result.list[1].by_base.mid - 1.22) < 0.001);
	done(&pair);

	/* it got faster, its baseline more so: one says slower, the other faster */
	compare_folders(&pair, here, HEADER OLD_PASSES,
			HEADER PASS("base", "20,19,21", "1,1,1") PASS("p6", "15,14,16", "0.75,0.74,0.76"));
	assert_int_equal(pair.result.list[1].verdict, CANNOT_TELL);
	assert_false(pair.result.list[1].regression);
	done(&pair);
}

static void test_not_paired(void **state)
{
	const char *new = HEADER PASS("base", "54,53,55", "1,1,1") PASS("p6", "27,26,28", "0.5,0.495,0.505");
	struct pair pair;

	(void)state;
	/* other code or another machine: the baseline is none */
	compare_folders(&pair, other_compiler, HEADER OLD_PASSES, new);
	assert_true(pair.result.same_machine && !pair.result.same_build);
	assert_false(pair.result.list[1].paired);
	assert_int_equal(pair.result.list[1].verdict, SLOWER);
	done(&pair);
	compare_folders(&pair, elsewhere, HEADER OLD_PASSES, new);
	assert_true(!pair.result.same_machine && pair.result.same_build);
	assert_false(pair.result.list[1].paired);
	done(&pair);
	/* another baseline */
	compare_folders(&pair, here, HEADER OLD_PASSES,
			HEADER PASS("p4", "30,29,31", "1,1,1") PASS("p6", "20,19,21", "0.66,0.65,0.67"));
	assert_int_equal(pair.result.nr, 1);
	assert_false(pair.result.list[0].paired);
	assert_int_equal(pair.result.only_old, 1);
	assert_int_equal(pair.result.only_new, 1);
	done(&pair);
}

/* what the control showed is no difference, however narrow the interval */
static void test_floor(void **state)
{
	struct pair pair;

	(void)state;
	compare_folders(&pair, here, HEADER OLD_PASSES PASS("control", "40,39,41", "1.01,0.98,1.04"),
			HEADER PASS("base", "40,39,41", "1,1,1") PASS("p6", "20,19,21", "0.51,0.509,0.511"));
	assert_true(pair.result.list[1].paired);
	assert_true(pair.result.list[1].by_base.lo > 1);
	assert_int_equal(pair.result.list[1].verdict, NO_DIFFERENCE);
	done(&pair);
}

#define AT(variant, cpu, folios, layout, ns) \
	"k," variant "," cpu "," folios ",,,," ns "," ns "," ns ",1,1,1,none,c,pass," layout "\n"

static void test_matching(void **state)
{
	struct pair pair;

	(void)state;
	/* the same CPU of several; workloads that differ have nothing in common */
	compare_folders(
		&pair, here,
		HEADER AT("base", "0", "512", "ascending", "1") AT("base", "1", "512", "ascending", "2")
			AT("base", "1", "1024", "ascending", "3"),
		HEADER AT("base", "1", "512", "ascending", "2") AT("base", "0", "512", "ascending", "1")
			AT("base", "1", "1024", "shuffled", "3"));
	assert_int_equal(pair.result.nr, 2);
	assert_int_equal(pair.result.list[0].verdict, NO_DIFFERENCE);
	assert_int_equal(pair.result.list[1].verdict, NO_DIFFERENCE);
	assert_false(pair.result.list[0].cycles);
	assert_int_equal(pair.result.only_old, 1);
	assert_int_equal(pair.result.only_new, 1);
	done(&pair);
	/* one CPU on either side: whichever it is */
	compare_folders(&pair, here, HEADER AT("base", "0", "512", "ascending", "1"),
			HEADER AT("base", "7", "512", "ascending", "1"));
	assert_int_equal(pair.result.nr, 1);
	done(&pair);
	/* but two of them are not taken for either */
	compare_folders(&pair, here, HEADER AT("base", "0", "512", "ascending", "1"),
			HEADER AT("base", "7", "512", "ascending", "1")
				AT("base", "8", "512", "ascending", "1"));
	assert_int_equal(pair.result.nr, 0);
	assert_int_equal(pair.result.only_new, 2);
	assert_int_equal(pair.result.only_old, 1);
	done(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_quotient), cmocka_unit_test(test_verdicts),
		cmocka_unit_test(test_paired),   cmocka_unit_test(test_not_paired),
		cmocka_unit_test(test_floor),    cmocka_unit_test(test_matching),
	};

	return cmocka_run_group_tests_name("diff", tests, folders_make, folders_remove);
}
