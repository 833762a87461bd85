// SPDX-License-Identifier: GPL-2.0-or-later
/* Tables, character by character, and that they fit a mail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fixture.h"
#include "output/table.h"

static char *table_of(const struct fake *fake)
{
	char *text = NULL;
	size_t bytes;
	FILE *out = open_memstream(&text, &bytes);

	table_outcome(out, &fake_cpu, &fake->outcome);
	assert_int_equal(fclose(out), 0);
	return text;
}

static void assert_mailable(const char *text)
{
	size_t width = 0;

	for (; *text; text++) {
		width = *text == '\n' ? 0 : width + 1;
		assert_true(width <= 72);
		assert_true(*text == '\n' || (*text >= ' ' && *text <= '~'));
	}
}

/* without the kind of atomics, which the title names where an architecture has several; to be freed */
static char *plain_table_of(struct fake *fake)
{
	char *text = table_of(fake), words[32], *at;

	snprintf(words, sizeof(words), "; %s\n", flavours[0].atomics);
	at = *flavours[0].atomics ? strstr(text, words) : NULL;
	assert_int_equal(!at, !*flavours[0].atomics);
	if (at)
		memmove(at, at + strlen(words) - 1, strlen(at + strlen(words) - 1) + 1);
	return text;
}

static void test_table(void **state)
{
	struct fake fake;
	char *text;

	(void)state;
	fake_init(&fake);
	text = plain_table_of(&fake);
	assert_mailable(text);
	assert_string_equal(text, "inc_min_seq: 131072 folios, runs:16; cpu 1\n"
				  "variant  cycles/folio  (95%)         ns  ratio  (95%)\n"
				  "base             50.0  49.5-50.5  12.50  1.000\n"
				  "p1               39.0  38.5-39.5   9.75  0.780  0.775-0.785\n"
				  "p6               50.0  49.5-50.5  12.50  1.000  0.999-1.001  none\n"
				  "control          49.0  48.5-49.5  12.25  0.999  0.996-1.002  floor\n"
				  "floor: the baseline built twice; none: no difference beyond the floor\n"
				  "cycles: calibrated (3.60-3.72 GHz); 20 processes, 2 rounds;\n"
				  "  stopped: precision\n"
				  "time lost in gaps 5.1%, samples left out 0.4%; 2 MB pages;\n"
				  "  82% of time timed\n");
	free(text);
}

static void test_table_without_cycles_or_intervals(void **state)
{
	struct fake fake;
	char *text;

	(void)state;
	fake_init(&fake);
	fake.outcome.source = CYCLES_NONE;
	fake.outcome.replicates = 1;
	fake.outcome.lost = 1;
	fake.outcome.stopped = "interrupted";
	fake.outcome.page_size = 4096;
	fake.bench.nr_variants = 1;
	fake.outcome.estimates[0][PART_ALL].ns = (struct interval){ 18.7, NAN, NAN };
	fake.outcome.estimates[1][PART_ALL].ns = (struct interval){ 18.6, NAN, NAN };
	fake.outcome.estimates[1][PART_ALL].ratio = (struct interval){ 0.995, NAN, NAN };
	fake.outcome.estimates[0][PART_EVEN].ns.mid = 40;
	text = plain_table_of(&fake);
	assert_mailable(text);
	assert_string_equal(text, "inc_min_seq: 131072 folios, runs:16; cpu 1\n"
				  "variant  ns/folio  (95%)  ratio  (95%)\n"
				  "base        18.70  -      1.000\n"
				  "control     18.60  -      0.995  -      floor\n"
				  "pass  odd ns  even ns\n"
				  "base   12.62    40.00\n"
				  "floor: the baseline built twice\n"
				  "-: no interval, 1 process: too few for 95%\n"
				  "cycles: none; 1 process, 2 rounds, 1 process lost;\n"
				  "  stopped: interrupted (partial)\n"
				  "time lost in gaps 5.1%, samples left out 0.4%; 4 KB pages;\n"
				  "  82% of time timed\n");
	free(text);
}

/* big figures, long names and a talkative workload still fit a mail */
static void test_table_stays_narrow(void **state)
{
	static const struct variant long_names[] = {
		{ .name = "a_variant_with_a_long_name" },
		{ .name = "caf\xc3\xa9" },
		{ .name = "p6" },
	};
	static const struct kernel kernel = {
		.name = "a_kernel_with_quite_a_long_name",
		.item = "pass",
		.variants = long_names,
		.nr_variants = 3,
	};
	struct fake fake;
	char *text;

	(void)state;
	fake_init(&fake);
	fake.bench.kernel = fake.bench.control = &kernel;
	fake.bench.load = (struct workload){
		.folios = 1 << 30,
		.folio_order = 9,
		.layout = LAYOUT_RUNS,
		.run_length = 1 << 29,
		.promoted_permille = 333,
		.promoted_pattern = PROMOTED_RANDOM,
		.zones = 3,
		.type = 1,
		.page_tables = 1024,
		.young_permille = 125,
		.refs = 4,
		.batch_length = 4096,
		.reclaim_zones = 1,
		.prefetch_distance = 64,
		.prefetch_after = 1,
		.work_loads = 1000,
		.work_locked = 1000,
		.work_stores = 1000,
	};
	for (size_t part = 0; part < PART_LEAD; part++) {
		fake.outcome.estimates[0][part].ns = around(5031234567.0, 1234567);
		fake.outcome.estimates[0][part].cycles = around(20031234567.0, 1234567);
	}
	text = table_of(&fake);
	assert_mailable(text);
	assert_non_null(strstr(text, "33.3% promoted"));
	assert_non_null(strstr(text, "12.5% young"));
	free(text);
}

static void test_table_with_companions(void **state)
{
	struct fake fake;
	char *text;

	(void)state;
	fake_init(&fake);
	fake.bench.load.contention = CONTENTION_READERS;
	fake.bench.load.companions = 7;
	fake.outcome.estimates[0][PART_COMPANION].ns = around(80.5, 0.5);
	fake.outcome.estimates[0][PART_COMPANION].ratio = around(1, 0);
	fake.outcome.estimates[1][PART_COMPANION].ns = around(1.125, 0.0625);
	fake.outcome.estimates[1][PART_COMPANION].ratio = around(0.014, 0.001);
	text = plain_table_of(&fake);
	assert_mailable(text);
	assert_memory_equal(text, "inc_min_seq: 131072 folios, runs:16, 7 readers; cpu 1\n", 54);
	assert_non_null(strstr(text, "each reader  ns/read  (95%)        ratio  (95%)\n"
				     "base           80.50  80.00-81.00  1.000\n"
				     "p1              1.12  1.06-1.19    0.014  0.013-0.015\n"
				     "p6                 -  -                -  -\n"
				     "control            -  -                -  -            floor\n"));
	fake.bench.load.contention = CONTENTION_WRITERS;
	fake.bench.load.companions = 1;
	free(text);
	text = plain_table_of(&fake);
	assert_memory_equal(text, "inc_min_seq: 131072 folios, runs:16, 1 writer; cpu 1\n", 53);
	assert_non_null(strstr(text, "each writer  ns/write  (95%)        ratio  (95%)\n"));
	free(text);
}

static void test_workload_words(void **state)
{
	static const struct {
		struct workload load;
		const char *words;
	} cases[] = {
		{ { .folios = 131072,
		    .layout = LAYOUT_RUNS,
		    .run_length = 16,
		    .promoted_permille = 100,
		    .promoted_pattern = PROMOTED_BLOCK },
		  "131072 folios, runs:16, 10% promoted (block)" },
		{ { .folios = 1, .type = 1 }, "1 file folio, ascending" },
		{ { .folios = 256, .folio_order = 9, .promoted_permille = 1000, .layout = LAYOUT_SHUFFLED },
		  "256 folios of 512 pages, shuffled, 100% promoted" },
		{ { .folios = 8, .promoted_pattern = PROMOTED_ALTERNATING, .zones = 2 },
		  "8 folios, ascending, every second one promoted, 2 zones" },
		{ { .folios = 8, .layout = LAYOUT_DESCENDING, .page_tables = 1, .young_permille = 0 },
		  "8 folios, descending, 1 page table, 0% young" },
		{ { .folios = 8, .page_tables = 8, .young_permille = 1000, .refs = 1 },
		  "8 folios, ascending, refs 1, 8 page tables" },
		{ { .folios = 8, .batch_length = 32 }, "8 folios, ascending, batches of 32" },
		{ { .folios = 8, .zones = 4, .reclaim_zones = 3 },
		  "8 folios, ascending, 4 zones, 3 reclaimed" },
		{ { .folios = 8, .zones = 4, .reclaim_zones = 4 }, "8 folios, ascending, 4 zones" },
		{ { .folios = 8, .prefetch_distance = 4, .work_locked = 1 },
		  "8 folios, ascending, distance 4, 0 loads, 1 locked, 0 stores" },
		{ { .folios = 8, .prefetch_distance = 64, .prefetch_after = 1, .work_stores = 2 },
		  "8 folios, ascending, distance 64 after, 0 loads, 0 locked, 2 stores" },
	};
	char text[128], small[8];
	struct bench_case bench = { .id = "words" };

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		bench.load = cases[i].load;
		table_workload(text, sizeof(text), &bench);
		assert_string_equal(text, cases[i].words);
	}
	table_workload(small, sizeof(small), &bench);
	assert_string_equal(small, "8 folio");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_table_without_cycles_or_intervals),
		cmocka_unit_test(test_table_stays_narrow),
		cmocka_unit_test(test_table_with_companions),
		cmocka_unit_test(test_workload_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
