// SPDX-License-Identifier: GPL-2.0-or-later
/* What a process does in its rounds, with kernels that only write down how they were called. */
#include <math.h>
#include <unistd.h>

#include "fake_kernel.h"

static void test_each_entry_once(void **unused)
{
	size_t first[FAKE_ENTRIES] = { 0 };

	(void)unused;
	open_bench(1);
	for (size_t round = 1; round <= 64; round++) {
		unsigned int seen = 0;

		assert_null(one_round(false));
		assert_int_equal(nr, FAKE_ENTRIES);
		for (size_t i = 0; i < nr; i++) {
			seen |= 1U << samples[i].entry;
			assert_int_equal(samples[i].stack_offset, samples[0].stack_offset);
			assert_int_equal(samples[i].data_offset, samples[0].data_offset);
		}
		assert_int_equal(seen, 0xf);
		for (size_t entry = 0; entry < FAKE_ENTRIES; entry++)
			assert_int_equal(fake.passes[entry], round * PASSES);
		first[samples[0].entry]++;
	}
	/* each goes first in about a quarter of the rounds; never: once in a hundred million */
	for (size_t entry = 0; entry < FAKE_ENTRIES; entry++)
		assert_true(first[entry] > 0);
	assert_int_equal(fake.checks, 0);
}

/* rounds until one has a sample that nothing disturbed */
static const struct sample *undisturbed(void)
{
	for (int round = 0; round < 1000; round++) {
		assert_null(one_round(true));
		assert_int_equal(nr, FAKE_ENTRIES);
		for (size_t i = 0; i < nr; i++)
			if (samples[i].passes == bench.effort.passes && !samples[i].context_switches &&
			    !samples[i].page_faults && !samples[i].migrations)
				return &samples[i];
	}
	fail_msg("every sample is disturbed");
	return NULL;
}

static void test_steady_sample(void **unused)
{
	const struct sample *sample;
	const struct figure *parts;

	(void)unused;
	open_bench(2);
	assert_null(one_round(true));
	assert_int_equal(fake.resets, FAKE_ENTRIES);
	assert_int_equal(fake.checks, FAKE_ENTRIES);
	assert_int_equal(fake.total, FAKE_ENTRIES * PASSES);
	assert_int_equal(fake.checked_passes, PASSES);
	for (size_t i = 0; i < nr; i++) {
		parts = samples[i].parts;
		assert_int_equal(samples[i].steady, 1);
		assert_int_equal(samples[i].items, 64);
		assert_true(samples[i].passes <= PASSES);
		assert_true(samples[i].passes == PASSES || samples[i].context_switches ||
			    samples[i].page_faults || samples[i].migrations);
		assert_true(parts[PART_ALL].ns == (parts[PART_ODD].ns + parts[PART_EVEN].ns) / 2);
		assert_true(parts[PART_LEAD].ns == 0);
		assert_true(parts[PART_ALL].cycles == 0 && samples[i].core_ghz == 0);
	}
	sample = undisturbed();
	parts = sample->parts;
	assert_true(parts[PART_ODD].ns > 0 && parts[PART_EVEN].ns > 0);
	assert_true(fabs(parts[PART_ALL].ns * 64 * PASSES / sample->wall_ns - 1) < 1e-9);
	assert_true(sample->gap_ns >= 0 && sample->gap_ns <= sample->wall_ns);
}

static void test_sample_of_resets(void **unused)
{
	(void)unused;
	fake.steady = false;
	bench.effort.passes = 3;
	open_bench(3);
	assert_null(one_round(true));
	assert_int_equal(fake.resets, 3 * FAKE_ENTRIES);
	assert_int_equal(fake.total, 3 * FAKE_ENTRIES);
	assert_int_equal(fake.checked_passes, 1);
	for (size_t i = 0; i < nr; i++) {
		assert_int_equal(samples[i].steady, 0);
		assert_true(samples[i].passes <= 3);
		assert_true(samples[i].parts[PART_ODD].ns == 0 && samples[i].parts[PART_EVEN].ns == 0);
	}
	assert_true(undisturbed()->parts[PART_ALL].ns > 0);
}

static void test_leads(void **unused)
{
	const struct sample *sample;
	const struct figure *parts;
	double all;

	(void)unused;
	fake_kernel.nr_leads = LEADS;
	fake_kernel.leads = fake_lead_names;
	open_bench(4);
	assert_null(one_round(true));
	assert_int_equal(fake.resets, FAKE_ENTRIES);
	assert_int_equal(fake.total, (LEADS + PASSES) * FAKE_ENTRIES);
	assert_int_equal(fake.checked_passes, LEADS + PASSES);
	sample = undisturbed();
	parts = sample->parts;
	all = parts[PART_ALL].ns * PASSES + parts[PART_LEAD].ns + parts[PART_LEAD + 1].ns;
	assert_true(parts[PART_LEAD].ns > 0 && parts[PART_LEAD + 1].ns > 0);
	assert_true(parts[PART_LEAD + 2].ns == 0);
	assert_true(fabs(all * 64 / sample->wall_ns - 1) < 1e-9);
	/* without names they are run, and that is all */
	fake_kernel.leads = NULL;
	fake.total = 0;
	assert_null(one_round(false));
	assert_int_equal(fake.total, (LEADS + PASSES) * FAKE_ENTRIES);
	assert_true(samples[0].parts[PART_LEAD].ns == 0);
}

static void test_default_passes(void **unused)
{
	static const struct {
		size_t folios;
		bool steady;
		size_t passes;
		double step_ns;
	} table[] = {
		/* about a million items in a sample, an even number of passes */
		{ 1, true, 64, 0 },
		{ 16384, true, 64, 0 },
		{ 100000, true, 10, 0 },
		{ 262144, true, 4, 0 },
		{ 300000, true, 4, 0 },
		{ 1, false, 8, 0 },
		{ 262144, false, 4, 0 },
		{ 300000, false, 3, 0 },
		/* more of short passes where the clock has 24 MHz */
		{ 1, true, 1024, 1e9 / 24e6 },
		{ 64, true, 326, 1e9 / 24e6 },
		{ 16384, true, 64, 1e9 / 24e6 },
		{ 64, false, 326, 1e9 / 24e6 },
		{ 64, true, 64, 0.4 },
	};

	(void)unused;
	bench.effort.passes = 0;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		bench.load.folios = table[i].folios;
		fake.steady = table[i].steady;
		meter.step_ns = table[i].step_ns;
		fake.total = 0;
		open_bench(5);
		assert_null(one_round(false));
		assert_int_equal(fake.total, FAKE_ENTRIES * table[i].passes);
		bench_close(&state);
	}
	open_bench(5);
}

/* what takes only a few steps of the clock is no sample */
static void test_coarse_clock(void **unused)
{
	(void)unused;
	open_bench(5);
	undisturbed();
	meter.step_ns = 1e9;
	assert_null(one_round(false));
	for (size_t i = 0; i < nr; i++)
		assert_true(samples[i].left_out);
}

/* a pass may handle nothing: promoted folios everywhere, an empty list */
static void test_no_items(void **unused)
{
	(void)unused;
	fake.items = 0;
	bench.load.folios = 0;
	open_bench(6);
	assert_null(one_round(true));
	assert_int_equal(samples[0].items, 0);
	assert_true(isfinite(samples[0].parts[PART_ALL].ns));
}

static void test_stop(void **unused)
{
	(void)unused;
	open_bench(7);
	/* in the second entry's fourth pass */
	fake.stop_at = PASSES + 4;
	assert_null(one_round(true));
	assert_int_equal(nr, 1);
	assert_int_equal(fake.total, PASSES + 4);
	/* stays stopped, after one pass at most */
	fake.total = 0;
	assert_null(one_round(true));
	assert_int_equal(nr, 0);
	assert_true(fake.total <= 1);
}

static void test_stop_in_a_lead(void **unused)
{
	(void)unused;
	fake_kernel.nr_leads = LEADS;
	fake_kernel.leads = fake_lead_names;
	open_bench(8);
	fake.stop_at = 1;
	assert_null(one_round(true));
	assert_int_equal(nr, 0);
	assert_int_equal(fake.total, 1);
}

static void test_broken_kernel(void **unused)
{
	(void)unused;
	fake.broken = "folio 3 is lost";
	open_bench(9);
	assert_null(bench_first_pass(&state, 0));
	assert_string_equal(bench_first_pass(&state, 1), "folio 3 is lost");
	assert_int_equal(fake.checked_passes, 1);
	assert_null(bench_first_pass(&state, FAKE_CONTROL));
	assert_int_equal(fake.passes[FAKE_CONTROL], 1);
	assert_null(one_round(false));
	assert_string_equal(one_round(true), "folio 3 is lost");
	assert_string_equal(fake.checked, "b");
}

/* what is drawn for a round really moves the stack and the world */
static void test_offsets(void **unused)
{
	char *stack = NULL;
	uint32_t offset = 0, seen = 0;

	(void)unused;
	open_bench(11);
	for (int round = 0; round < 32; round++) {
		assert_null(one_round(false));
		assert_int_equal(samples[0].stack_offset % 16, 0);
		assert_true(samples[0].stack_offset < 4096);
		assert_int_equal(samples[0].data_offset % LINE, 0);
		assert_int_equal((char *)state.world.pages - (char *)state.memory.pages,
				 samples[0].data_offset);
		/* a sanitizer rounds what lies on the stack */
		if (stack && samples[0].stack_offset > offset + 64)
			assert_true(fake.stack < stack);
		stack = fake.stack;
		offset = samples[0].stack_offset;
		seen |= samples[0].data_offset;
	}
	assert_true(seen != 0);
}

/* one seed, one world and one series of draws */
static void test_seed(void **unused)
{
	uint32_t drawn[2][8][3], order[2][64];

	(void)unused;
	bench.load.layout = LAYOUT_SHUFFLED;
	for (size_t run = 0; run < 2; run++) {
		open_bench(12);
		memcpy(order[run], state.world.order, sizeof(order[run]));
		for (size_t round = 0; round < 8; round++) {
			assert_null(one_round(false));
			drawn[run][round][0] = samples[0].stack_offset;
			drawn[run][round][1] = samples[0].data_offset;
			drawn[run][round][2] = samples[0].entry << 8 | samples[1].entry << 4 |
					       samples[2].entry;
		}
		bench_close(&state);
	}
	assert_memory_equal(drawn[0], drawn[1], sizeof(drawn[0]));
	assert_memory_equal(order[0], order[1], sizeof(order[0]));
	open_bench(13);
	assert_true(memcmp(order[0], state.world.order, sizeof(order[0])));
}

/* 512 GB, which is refused before it is touched */
static void test_no_memory(void **unused)
{
	const char *broken;

	(void)unused;
	bench.load.folios = 1 << 24;
	bench.load.folio_order = MAX_FOLIO_ORDER;
	if ((size_t)sysconf(_SC_PHYS_PAGES) >> 20 > 100)
		skip();
	broken = bench_open(&state, &bench, &meter, 14);
	assert_non_null(broken);
	assert_non_null(strstr(broken, "memory"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh, closed)
	static const struct CMUnitTest tests[] = {
		TEST(test_each_entry_once), TEST(test_steady_sample),  TEST(test_sample_of_resets),
		TEST(test_leads),           TEST(test_default_passes), TEST(test_coarse_clock),
		TEST(test_no_items),        TEST(test_stop),           TEST(test_stop_in_a_lead),
		TEST(test_broken_kernel),   TEST(test_offsets),        TEST(test_seed),
		TEST(test_no_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
