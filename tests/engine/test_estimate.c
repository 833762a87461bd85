// SPDX-License-Identifier: GPL-2.0-or-later
/* Medians, intervals and ratios against what binomial tables and hand arithmetic give. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/estimate.h"
#include "model/random.h"

enum { MOST = 4096, CONTROL = 2 };

static const struct variant variants[] = { { .name = "base" }, { .name = "other" } };
static const struct kernel kernel = { .name = "fake", .variants = variants, .nr_variants = 2 };
static const struct bench_case bench = {
	.kernel = &kernel, .control = &kernel, .nr_variants = 2, .variants = { 0, 1 }
};

static struct sample samples[MOST];
static struct outcome outcome;

static int fresh(void **state)
{
	(void)state;
	memset(samples, 0, sizeof(samples));
	outcome = (struct outcome){ .bench = &bench, .samples = samples, .looks_planned = 1 };
	return 0;
}

static struct sample *add(uint32_t replicate, uint32_t round, uint32_t entry, double ns)
{
	struct sample *sample = &samples[outcome.nr_samples++];

	assert_true(outcome.nr_samples <= MOST);
	*sample = (struct sample){ .replicate = replicate, .round = round, .entry = entry };
	sample->parts[PART_ALL].ns = ns;
	return sample;
}

#define assert_near(a, b) near_or_fail(a, b, __LINE__)

static void near_or_fail(double a, double b, int line)
{
	if (!(fabs(a - b) <= 1e-12 * fabs(b)))
		fail_msg("line %d: %.17g is not %.17g", line, a, b);
}

static void assert_nothing(struct interval interval)
{
	assert_true(isnan(interval.mid) && isnan(interval.lo) && isnan(interval.hi));
}

static void test_median(void **state)
{
	double odd[] = { 9, -1, 5 }, even[] = { 4, 1, 3, 100 }, one[] = { 7 }, same[] = { 2, 2, 2, 2 };

	(void)state;
	assert_near(median(odd, 3), 5);
	assert_near(odd[0], -1);
	assert_near(odd[2], 9);
	assert_near(median(even, 4), 3.5);
	assert_near(median(one, 1), 7);
	assert_near(median(same, 4), 2);
	assert_true(isnan(median(one, 0)));
}

/* 1 to n, in an order that is not theirs */
static void ranks(double *values, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		values[i] = (double)((i * 11 + 3) % nr + 1);
}

/* the widest r with 2 P(Binomial(n, 1/2) < r) within alpha */
static void test_interval_ranks(void **state)
{
	static const struct {
		size_t nr, lo, hi;
		double alpha;
	} table[] = {
		{ 6, 1, 6, 0.05 },       { 8, 1, 8, 0.05 },        { 9, 2, 8, 0.05 },
		{ 10, 2, 9, 0.05 },      { 20, 6, 15, 0.05 },      { 40, 14, 27, 0.05 },
		{ 80, 31, 50, 0.05 },    { 8, 1, 8, 0.05 / 3 },    { 10, 1, 10, 0.05 / 3 },
		{ 20, 5, 16, 0.05 / 3 }, { 40, 13, 28, 0.05 / 3 },
	};
	double values[80];

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct interval interval;

		ranks(values, table[i].nr);
		interval = order_interval(values, table[i].nr, table[i].alpha);
		assert_near(interval.lo, (double)table[i].lo);
		assert_near(interval.hi, (double)table[i].hi);
		assert_near(interval.mid, (double)(table[i].nr + 1) / 2);
	}
}

/* a million values: the exact sum of terms that a double cannot hold one by one */
static void test_interval_of_many(void **state)
{
	static double values[1000000];
	const size_t nr = sizeof(values) / sizeof(values[0]);
	struct interval interval;

	(void)state;
	for (size_t i = 0; i < nr; i++)
		values[i] = (double)(i + 1);
	interval = order_interval(values, nr, 0.05);
	/* n/2 - 1.96 sqrt(n)/2 */
	assert_true(interval.lo > 499015 && interval.lo < 499025);
	assert_near(interval.lo + interval.hi, (double)nr + 1);
}

static void test_too_few(void **state)
{
	double values[10];

	(void)state;
	assert_nothing(order_interval(values, 0, 0.05));
	for (size_t nr = 1; nr < 6; nr++) {
		struct interval interval;

		ranks(values, nr);
		interval = order_interval(values, nr, 0.05);
		assert_near(interval.mid, (double)(nr + 1) / 2);
		assert_true(isnan(interval.lo) && isnan(interval.hi));
	}
	ranks(values, 6);
	assert_true(isnan(order_interval(values, 6, 0.05 / 3).lo));
	ranks(values, 7);
	assert_near(order_interval(values, 7, 0.05 / 3).lo, 1);
}

/* however skewed the distribution, the interval holds its median as often as the ranks say */
static void test_coverage(void **state)
{
	enum { TRIALS = 4000, SIZE = 20 };
	const double exact = 0.95861, sd = sqrt(exact * (1 - exact) / TRIALS), middle = log(2);
	uint64_t random = 20240607;
	size_t holds = 0;

	(void)state;
	for (int trial = 0; trial < TRIALS; trial++) {
		double values[SIZE];
		struct interval interval;

		for (int i = 0; i < SIZE; i++)
			values[i] = -log(((double)(random_next(&random) >> 11) + 0.5) / 0x1p53);
		interval = order_interval(values, SIZE, 0.05);
		holds += interval.lo <= middle && middle <= interval.hi;
	}
	assert_true(fabs((double)holds / TRIALS - exact) < 4 * sd);
}

/* the machine drifts from round to round; what a round says of the ratio does not */
static void test_ratio_is_paired(void **state)
{
	(void)state;
	for (uint32_t process = 0; process < 6; process++) {
		const double base[] = { 10, 20, 30 }, other[] = { 20, 10, 60 };

		for (uint32_t round = 0; round < 3; round++) {
			/* whichever came first in its round */
			add(process, round, round % 2, round % 2 ? other[round] : base[round]);
			add(process, round, !(round % 2), round % 2 ? base[round] : other[round]);
		}
	}
	/* of 2, 1/2 and 2; the medians of each are 20 and 20 */
	assert_near(estimate_ratio(&outcome, 1, 0, PART_ALL).mid, 2);
	assert_near(estimate_ratio(&outcome, 1, 0, PART_ALL).lo, 2);
	assert_near(estimate_ratio(&outcome, 0, 1, PART_ALL).hi, 0.5);
	assert_near(estimate_ratio(&outcome, 1, 1, PART_ALL).mid, 1);
	assert_nothing(estimate_ratio(&outcome, CONTROL, 0, PART_ALL));
	assert_nothing(estimate_ratio(&outcome, 1, 0, PART_EVEN));
}

/* a process is one value, however many rounds it had */
static void test_ratio_over_processes(void **state)
{
	struct interval interval;

	(void)state;
	for (uint32_t process = 0; process < 10; process++) {
		for (uint32_t round = 0; round <= process * 3; round++) {
			add(process, round, 0, 1);
			add(process, round, 1, 1.0 + (process * 7 + 3) % 10);
		}
	}
	interval = estimate_ratio(&outcome, 1, 0, PART_ALL);
	assert_near(interval.lo, 2);
	assert_near(interval.hi, 9);
	assert_near(interval.mid, sqrt(5 * 6.));
	outcome.looks_planned = 3;
	interval = estimate_ratio(&outcome, 1, 0, PART_ALL);
	assert_near(interval.lo, 1);
	assert_near(interval.hi, 10);
}

/* left out samples and rounds cut short are in no pair, and a process without pairs is none */
static void test_ratio_with_holes(void **state)
{
	(void)state;
	for (uint32_t process = 0; process < 6; process++) {
		add(process, 0, 0, 10);
		add(process, 0, 1, 30);
		add(process, 1, 1, 1000)->left_out = 1;
		add(process, 1, 0, 10);
		add(process, 2, 0, 1000);
		/* round 2 was interrupted here; this one measured nothing */
		add(process, 3, 0, 0);
		add(process, 3, 1, 10);
	}
	assert_near(estimate_ratio(&outcome, 1, 0, PART_ALL).mid, 3);
	assert_near(estimate_ratio(&outcome, 1, 0, PART_ALL).hi, 3);
	samples[1].left_out = 1;
	assert_near(estimate_ratio(&outcome, 1, 0, PART_ALL).mid, 3);
	assert_true(isnan(estimate_ratio(&outcome, 1, 0, PART_ALL).hi));
	outcome.nr_samples = 0;
	assert_nothing(estimate_ratio(&outcome, 1, 0, PART_ALL));
}

/* base 10 ns, other 4 ns, control 11 ns; the k-th of ten processes is k% slower */
static void ten_processes(void)
{
	for (uint32_t process = 0; process < 10; process++) {
		const double slow = 1 + process / 100., ns[] = { 10, 4, 11 };

		for (uint32_t entry = 0; entry < 3; entry++) {
			struct sample *sample = add(process, 0, entry, ns[entry] * slow);

			sample->parts[PART_ALL].cycles = 3 * ns[entry] * slow;
			sample->parts[PART_ODD].ns = (ns[entry] + 1) * slow;
			sample->parts[PART_EVEN].ns = (ns[entry] - 1) * slow;
			sample->parts[PART_LEAD + 1].ns = 2 * ns[entry] * slow;
			sample->wall_ns = 1e9;
			sample->core_ghz = 3 + process / 10. + entry / 100.;
		}
	}
}

static void test_all(void **state)
{
	const struct estimate *base = outcome.estimates[0], *other = outcome.estimates[1];

	(void)state;
	ten_processes();
	estimate_all(&outcome);
	assert_near(base[PART_ALL].ns.mid, 10.45);
	assert_near(base[PART_ALL].ns.lo, 10.1);
	assert_near(base[PART_ALL].ns.hi, 10.8);
	assert_near(base[PART_ALL].cycles.mid, 31.35);
	assert_near(other[PART_ODD].ns.mid, 5 * 1.045);
	assert_near(other[PART_EVEN].ns.mid, 3 * 1.045);
	assert_near(other[PART_LEAD + 1].ns.mid, 8 * 1.045);
	assert_near(other[PART_LEAD + 1].ratio.mid, 0.4);
	assert_near(other[PART_ODD].ratio.hi, 5 / 11.);
	assert_nothing(other[PART_LEAD].ns);
	assert_nothing(other[PART_LEAD].ratio);
	assert_nothing(other[PART_ODD].cycles);
	assert_near(base[PART_ALL].ratio.lo, 1);
	assert_near(base[PART_ALL].ratio.hi, 1);
	assert_near(outcome.estimates[CONTROL][PART_ALL].ratio.mid, 1.1);
	assert_int_equal(other[PART_ALL].replicates, 10);
	assert_int_equal(other[PART_ALL].samples, 10);
	assert_int_equal(other[PART_LEAD].replicates, 0);
}

static void test_shares(void **state)
{
	(void)state;
	ten_processes();
	samples[0].left_out = samples[4].left_out = samples[5].left_out = 1;
	samples[1].core_ghz = 0;
	estimate_all(&outcome);
	assert_near(outcome.timed_s, 30);
	assert_near(outcome.left_out_share, 0.1);
	/* the 3rd and the 27th of 29 */
	assert_near(outcome.ghz_lo, 3.1);
	assert_near(outcome.ghz_hi, 3.9);
	assert_int_equal(outcome.estimates[0][PART_ALL].samples, 9);
	assert_int_equal(outcome.estimates[1][PART_ALL].replicates, 9);
	fresh(NULL);
	estimate_all(&outcome);
	assert_nothing(outcome.estimates[0][PART_ALL].ns);
	assert_near(outcome.left_out_share, 0);
	assert_near(outcome.ghz_hi, 0);
}

static void test_looks(void **state)
{
	static const struct {
		size_t most, looks;
	} table[] = {
		{ 0, 1 },  { 1, 1 },  { 10, 1 }, { 11, 2 },  { 20, 2 },
		{ 21, 3 }, { 40, 3 }, { 41, 4 }, { 640, 7 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		assert_int_equal(looks_planned(table[i].most), table[i].looks);
	outcome.looks_planned = 0;
	assert_near(outcome_alpha(&outcome), 0.05);
	outcome.looks_planned = 1;
	assert_near(outcome_alpha(&outcome), 0.05);
	outcome.looks_planned = 4;
	assert_near(outcome_alpha(&outcome), 0.0125);
}

/* intervals that are read together share the 5%, whatever the looks */
static void test_comparisons(void **state)
{
	struct bench_case many = bench;

	(void)state;
	many.effort.comparisons = 1;
	outcome.bench = &many;
	assert_near(outcome_alpha(&outcome), 0.05);
	many.effort.comparisons = 250;
	assert_near(outcome_alpha(&outcome), 0.0002);
	outcome.looks_planned = 2;
	assert_near(outcome_alpha(&outcome), 0.0001);
	outcome.bench = &bench;
}

/* as few as give an interval that leaves so many out on each side */
static void test_fewest(void **state)
{
	static const double alphas[] = { 0.05, 0.01, 0.05 / 42, 0.05 / 300, 0.05 / 3000 };
	double values[64];

	(void)state;
	assert_int_equal(order_fewest(0.05, 0), 6);
	assert_int_equal(order_fewest(0.05, 1), 9);
	for (size_t i = 0; i < sizeof(alphas) / sizeof(alphas[0]); i++)
		for (size_t spare = 0; spare < 4; spare++) {
			size_t nr = order_fewest(alphas[i], spare);
			struct interval interval;

			for (size_t k = 0; k < nr; k++)
				values[k] = (double)k;
			interval = order_interval(values, nr, alphas[i]);
			assert_near(interval.lo, (double)spare);
			assert_near(interval.hi, (double)(nr - 1 - spare));
			/* one less is too few */
			interval = order_interval(values, nr - 1, alphas[i]);
			assert_true(isnan(interval.lo) || interval.lo < (double)spare);
		}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_median),
		cmocka_unit_test(test_interval_ranks),
		cmocka_unit_test(test_interval_of_many),
		cmocka_unit_test(test_too_few),
		cmocka_unit_test(test_coverage),
		cmocka_unit_test_setup(test_ratio_is_paired, fresh),
		cmocka_unit_test_setup(test_ratio_over_processes, fresh),
		cmocka_unit_test_setup(test_ratio_with_holes, fresh),
		cmocka_unit_test_setup(test_all, fresh),
		cmocka_unit_test_setup(test_shares, fresh),
		cmocka_unit_test_setup(test_looks, fresh),
		cmocka_unit_test_setup(test_comparisons, fresh),
		cmocka_unit_test(test_fewest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
