// SPDX-License-Identifier: GPL-2.0-or-later
/* Counts of passes, and estimates from them: per item, with the rounds behind each, empty where not counted. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "engine/estimate.h"
#include "engine/tally.h"
#include "survey.h"

enum { PAGE = 4096, PASSES = 4, FAULTS = 50, ITEMS = 25 };

static struct counter_plan plan;

static void pass(void)
{
	char *pages = mmap(NULL, (size_t)FAULTS * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			   -1, 0);

	assert_true(pages != MAP_FAILED);
	madvise(pages, (size_t)FAULTS * PAGE, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < FAULTS; i++)
		*(volatile char *)(pages + i * PAGE) = 1;
	munmap(pages, (size_t)FAULTS * PAGE);
}

static void test_sample(void **state)
{
	struct sample sample = { 0 };
	struct tally *tally;

	(void)state;
	survey_plan("", 0, "native:no_such::EVENT,page_faults", &plan);
	if (plan.counters[1].state != COUNTER_COUNTS)
		skip();
	tally = tally_open(&plan);
	assert_non_null(tally);
	for (uint32_t i = 0; i < PASSES; i++) {
		tally_round(tally, i);
		tally_start(tally);
		pass();
		tally_stop(tally);
		tally_add(tally, &sample, ITEMS);
	}
	tally_mean(tally, &sample, PASSES);
	assert_int_equal(sample.counted & 3, 2);
	assert_true(fabs(sample.counts[1] - (double)FAULTS / ITEMS) < 0.2);
	tally_close(tally);
}

static void test_nothing_counted(void **state)
{
	struct sample sample = { 0 };

	(void)state;
	tally_round(NULL, 3);
	tally_start(NULL);
	assert_true(tally_stop(NULL) == 0);
	tally_add(NULL, &sample, 1);
	tally_mean(NULL, &sample, 1);
	assert_int_equal(sample.counted, 0);
	tally_close(NULL);
}

static const struct variant variants[] = { { .name = "base" }, { .name = "p1" } };
static const struct kernel kernel = { .name = "k", .item = "item", .variants = variants, .nr_variants = 2 };
static const struct bench_case bench = {
	.id = "k",
	.kernel = &kernel,
	.control = &kernel,
	.nr_variants = 2,
	.variants = { 0, 1 },
};

/* two processes of three rounds; two groups take turns, so that one is counted in half of the rounds */
static void make_samples(struct sample *samples, size_t *nr)
{
	*nr = 0;
	for (uint32_t replicate = 0; replicate < 2; replicate++) {
		for (uint32_t round = 0; round < 3; round++) {
			for (uint32_t entry = 0; entry < 3; entry++) {
				struct sample *sample = &samples[(*nr)++];
				uint32_t group = (2 * replicate + round) % 2;

				*sample = (struct sample){ .replicate = replicate,
							   .round = round,
							   .entry = entry };
				sample->counted = UINT64_C(1) << group;
				sample->counts[group] = 10 * (entry + 1) + group + replicate;
			}
		}
	}
}

static void test_estimates(void **state)
{
	struct outcome outcome = { .bench = &bench, .counters = &plan };
	struct sample samples[18];

	(void)state;
	plan = (struct counter_plan){ .nr = 3 };
	outcome.samples = samples;
	make_samples(samples, &outcome.nr_samples);
	/* one that was disturbed is in no estimate */
	samples[0].left_out = 1;
	samples[0].counts[0] = 1e9;
	estimate_counts(&outcome);
	assert_int_equal(outcome.counts[0][0].rounds, 3);
	assert_int_equal(outcome.counts[1][0].rounds, 4);
	assert_int_equal(outcome.counts[1][1].rounds, 2);
	assert_true(fabs(outcome.counts[0][0].per_item - 10.5) < 1e-9);
	assert_true(fabs(outcome.counts[1][1].per_item - 21.5) < 1e-9);
	assert_true(fabs(outcome.counts[2][0].per_item - 30.5) < 1e-9);
	/* asked for and never counted: not a number, and not 0 */
	assert_int_equal(outcome.counts[0][2].rounds, 0);
	assert_true(isnan(outcome.counts[0][2].per_item));
	outcome.counters = NULL;
	estimate_counts(&outcome);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sample),
		cmocka_unit_test(test_nothing_counted),
		cmocka_unit_test(test_estimates),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
