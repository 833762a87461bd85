// SPDX-License-Identifier: GPL-2.0-or-later
/* Plans to matrices, matrices to cases. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "output/say.h"
#include "sweep/plan_file.h"

static struct options start(void)
{
	struct options options;

	options_defaults(&options);
	options.effort.budget = 60;
	return options;
}

static error_t parse(struct matrix *matrix, const char *plan)
{
	struct options options = start();
	char *text = strdup(plan);
	error_t error;

	assert_non_null(text);
	error = plan_parse(matrix, "plan", text, &options);
	assert_null(options.origin);
	free(text);
	return error;
}

static void test_plan(void **state)
{
	struct matrix matrix;
	char *words;

	(void)state;
	assert_int_equal(parse(&matrix, "# a comment\n\nfolios 1K..4K,100\n  layout\tascending,runs:16\n"
					"kernel inc_min_seq # the ladder\nvariants base,p[46]\n"
					"kernel walk\nfolios 64\npage-tables 1,2\nyoung 500"),
			 0);
	words = matrix_words(&matrix);
	assert_string_equal(
		words, "inc_min_seq variants base,p[46] folios 1024,2048,4096,100 layout ascending,runs:16; "
		       "walk variants all folios 64 layout ascending,runs:16 page-tables 1,2 young 500");
	free(words);
	matrix_free(&matrix);
	/* a range whose end is not met */
	assert_int_equal(parse(&matrix, "kernel empty\nfolios 3..20\n"), 0);
	words = matrix_words(&matrix);
	assert_string_equal(words, "empty variants all folios 3,6,12");
	free(words);
	matrix_free(&matrix);
}

static void test_cases(void **state)
{
	struct options options = start();
	struct matrix matrix;
	struct cases cases;
	double budget = 0;

	(void)state;
	assert_int_equal(parse(&matrix,
			       "kernel inc_min_seq\nvariants p4,p6\nfolios 64,4M\npromoted 0,500\nzones 2\n"
			       "kernel cmpxchg\nvariants lines\nfolios 512"),
			 0);
	assert_int_equal(matrix_cases(&matrix, &options, 7, &cases), 0);
	assert_int_equal(cases.nr, 5);
	assert_string_equal(cases.list[0].id, "inc_min_seq/64/0/2@7");
	assert_string_equal(cases.list[1].id, "inc_min_seq/4194304/0/2@7");
	assert_string_equal(cases.list[2].id, "inc_min_seq/64/500/2@7");
	assert_string_equal(cases.list[4].id, "cmpxchg/512@7");
	assert_int_equal(cases.list[3].load.folios, 4 << 20);
	assert_int_equal(cases.list[3].load.promoted_permille, 500);
	assert_int_equal(cases.list[3].load.zones, 2);
	assert_int_equal(cases.list[0].nr_variants, 2);
	assert_string_equal(case_variant(&cases.list[0], 0)->name, "p4");
	/* what is not said is the kernel's own default */
	assert_int_equal(cases.list[0].load.layout, cases.list[0].kernel->defaults.layout);
	for (size_t i = 0; i < cases.nr; i++)
		budget += cases.list[i].effort.budget;
	assert_true(fabs(budget - 60) < 1e-9);
	assert_true(cases.list[1].effort.budget > 20 * cases.list[0].effort.budget);
	cases_free(&cases);
	matrix_free(&matrix);
}

/* each says one line on stderr, which tests/commands looks at */
static void test_refused(void **state)
{
	static const char *const plans[] = {
		"",
		"kernel",
		"kernel no_such\n",
		"kernel walk walk\n",
		"kernel walk\nfolios\n",
		"kernel walk\nfolios 4K..\n",
		"kernel walk\nfolios ..4K\n",
		"kernel walk\nfolios 8K..4K\n",
		"kernel walk\nfolios 1..2..4\n",
		"kernel walk\nfolios 99999999999999999999\n",
		"kernel walk\nfolios 1,,2\n",
		"kernel walk\nfolios 4K,4096\n",
		"kernel walk\nlayout zigzag\n",
		"kernel walk\nlayout runs:0\n",
		"kernel walk\nseed 1\n",
		"kernel walk\nbudget 1\n",
		"kernel walk\n\x80\n",
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 1\n",
	};
	struct matrix matrix;

	(void)state;
	for (size_t i = 0; i < sizeof(plans) / sizeof(plans[0]); i++) {
		if (!parse(&matrix, plans[i]))
			fail_msg("taken for a plan: %s", plans[i]);
		matrix_free(&matrix);
	}
}

static void test_refused_cases(void **state)
{
	static const char *const plans[] = {
		"kernel walk\nfolios 64\npage-tables 1\nkernel walk\npage-tables 1\nfolios 64\nkernel walk\nfolios 64\npage-tables 1\n",
		"kernel inc_min_seq\nvariants p9\n",
		"kernel inc_min_seq\npromoted-pattern alternating\npromoted 100\n",
	};
	struct options options = start();
	struct matrix matrix;
	struct cases cases;

	(void)state;
	for (size_t i = 0; i < sizeof(plans) / sizeof(plans[0]); i++) {
		assert_int_equal(parse(&matrix, plans[i]), 0);
		assert_int_equal(matrix_cases(&matrix, &options, 0, &cases), EXIT_USAGE);
		cases_free(&cases);
		matrix_free(&matrix);
	}
}

static void test_too_many(void **state)
{
	struct options options = start();
	struct matrix matrix;
	struct cases cases;
	char plan[4096] = "kernel inc_min_seq\n";

	(void)state;
	for (int i = 0; i < 3; i++) {
		static const char *const names[] = { "folios", "promoted", "young" };

		snprintf(plan + strlen(plan), sizeof(plan) - strlen(plan), "%s", names[i]);
		for (int value = 1; value <= 60; value++)
			snprintf(plan + strlen(plan), sizeof(plan) - strlen(plan), "%c%d",
				 value > 1 ? ',' : ' ', value);
		snprintf(plan + strlen(plan), sizeof(plan) - strlen(plan), "\n");
	}
	assert_int_equal(parse(&matrix, plan), 0);
	assert_int_equal(matrix_cases(&matrix, &options, 0, &cases), EXIT_USAGE);
	cases_free(&cases);
	matrix_free(&matrix);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_plan),     cmocka_unit_test(test_cases),
		cmocka_unit_test(test_refused),  cmocka_unit_test(test_refused_cases),
		cmocka_unit_test(test_too_many),
	};

	return cmocka_run_group_tests_name("matrix", tests, NULL, NULL);
}
