// SPDX-License-Identifier: GPL-2.0-or-later
/* The clock's rate and step, from figures of machines that are not here; and this machine's own. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "clock.h"

static bool near(double a, double b)
{
	return fabs(a / b - 1) < 1e-9;
}

static void test_stated(void **state)
{
	struct clock_rate rate = clock_judge(24e6, 24e6 * 1.0002, 1);

	(void)state;
	assert_true(near(rate.hz, 24e6));
	assert_true(near(rate.measured_hz, 24e6 * 1.0002));
	assert_true(near(rate.step_ns, 1e9 / 24e6));
	assert_false(rate.misstated);
	/* 1 GHz since Armv8.6, that may well go by 40 at a time */
	rate = clock_judge(1e9, 0.9999e9, 40);
	assert_true(near(rate.hz, 1e9) && near(rate.step_ns, 40));
	assert_false(rate.misstated);
}

static void test_misstated(void **state)
{
	static const double stated[] = { 1, 19.2e6, 24e6 * 1.006, 24e6 * 0.994, 24e9, INFINITY };

	(void)state;
	for (size_t i = 0; i < sizeof(stated) / sizeof(stated[0]); i++) {
		struct clock_rate rate = clock_judge(stated[i], 24e6, 1);

		assert_true(rate.misstated);
		assert_true(near(rate.hz, 24e6) && near(rate.step_ns, 1e9 / 24e6));
	}
}

/* x86-64's TSC; a clock that stands still; a measurement that is none */
static void test_not_stated(void **state)
{
	struct clock_rate rate = clock_judge(0, 2.6e9, 26);

	(void)state;
	assert_true(near(rate.hz, 2.6e9) && near(rate.step_ns, 10));
	assert_false(rate.misstated);
	rate = clock_judge(0, 0, 0);
	assert_true(rate.hz == 0 && rate.step_ns == 0);
	assert_false(rate.misstated);
	rate = clock_judge(24e6, NAN, 1);
	assert_true(rate.misstated && isnan(rate.hz) && rate.step_ns == 0);
}

static void test_step(void **state)
{
	static const uint64_t same[] = { 7, 7, 7 }, coarse[] = { 1000, 1000, 1040, 1120, 1120, 1240 },
			      fine[] = { 10, 14, 14, 21 }, around[] = { UINT64_MAX - 3, 2, 8 };

	(void)state;
	assert_int_equal(clock_step(NULL, 0), 0);
	assert_int_equal(clock_step(same, 1), 0);
	assert_int_equal(clock_step(same, 3), 0);
	assert_int_equal(clock_step(coarse, 6), 40);
	assert_int_equal(clock_step(fine, 4), 1);
	assert_int_equal(clock_step(around, 3), 6);
}

static void test_this_clock(void **state)
{
	struct clock_rate rate = clock_probe(0.01);
	uint64_t before = clock_ticks(), after;

	(void)state;
	assert_true(isfinite(rate.hz) && rate.hz >= 1e6);
	/* a clock of more than 1 us a step could time nothing here */
	assert_true(rate.step_ns > 0 && rate.step_ns < 1000);
	do {
		after = clock_ticks();
	} while (after == before);
	assert_true(after > before);
	print_message("%s: %.0f Hz, stated %.0f, steps of %.2f ns\n", clock_name(), rate.measured_hz,
		      rate.nominal_hz, rate.step_ns);
}

/* at least as many links as were asked for; what a link takes is known of both or of none */
static void test_chain(void **state)
{
	(void)state;
	assert_true(chain_run(CHAIN_MULTIPLY, 1) >= 1 && chain_run(CHAIN_ROTATE, 1234) >= 1234);
	assert_int_equal(chain_cycles(CHAIN_MULTIPLY) > 0, chain_cycles(CHAIN_ROTATE) > 0);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stated),     cmocka_unit_test(test_misstated),
		cmocka_unit_test(test_not_stated), cmocka_unit_test(test_step),
		cmocka_unit_test(test_this_clock), cmocka_unit_test(test_chain),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
