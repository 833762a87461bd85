// SPDX-License-Identifier: GPL-2.0-or-later
/* The rows of estimates.csv, byte by byte, and the same as JSON. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fixture.h"
#include "output/results.h"

#define HEADER                                                                                               \
	"kernel,variant,cpu,folios,items,cycles_per_item,cycles_lo,cycles_hi,ns_per_item,ratio,"             \
	"ratio_lo,ratio_hi,cycle_source,ns_lo,ns_hi,ns_odd,ns_even,cycles_odd,cycles_even,case,part,"        \
	"layout,run_length,order,promoted,promoted_pattern,zones,type,page_tables,young,refs,batch,"         \
	"reclaim_zones,distance,when,work_loads,work_locked,work_stores,contention,companions,companion_ns," \
	"companion_ns_lo,companion_ns_hi,companion_ratio,companion_ratio_lo,companion_ratio_hi,sample,"      \
	"passes,replicates,rounds,page_size,stopped\n"

static char *csv_of(const struct fake *fake)
{
	char *text = NULL;
	size_t bytes;
	FILE *out = open_memstream(&text, &bytes);

	estimates_csv_header(out, fake->outcome.counters);
	estimates_csv_rows(out, &fake_cpu, &fake->outcome);
	assert_int_equal(fclose(out), 0);
	return text;
}

static void test_csv_rows(void **state)
{
	struct fake fake;
	char *text;

	(void)state;
	fake_init(&fake);
	text = csv_of(&fake);
	assert_string_equal(
		text, HEADER
		"inc_min_seq,base,1,131072,131072,50,49.5,50.5,12.5,1,1,1,calibrated,12.375,12.625,"
		"12.625,12.375,50.5,49.5,ladder,pass,runs,16,0,0,random,1,anon,0,0,0,0,,,,,,,none,0,,,,,,,steady,16,20,2,"
		"2097152,precision\n"
		"inc_min_seq,p1,1,131072,131072,39,38.5,39.5,9.75,0.78,0.775,0.785,calibrated,9.625,"
		"9.875,9.8475,9.6525,39.39,38.61,ladder,pass,runs,16,0,0,random,1,anon,0,0,0,0,,,,,,,none,0,,,,,,,steady,"
		"16,20,2,2097152,precision\n"
		"inc_min_seq,p6,1,131072,131072,50,49.5,50.5,12.5,1,0.999,1.001,calibrated,12.375,"
		"12.625,12.625,12.375,50.5,49.5,ladder,pass,runs,16,0,0,random,1,anon,0,0,0,0,,,,,,,none,0,,,,,,,steady,"
		"16,20,2,2097152,precision\n"
		"inc_min_seq,control,1,131072,131072,49,48.5,49.5,12.25,0.999,0.9955,1.0025,"
		"calibrated,12.125,12.375,12.3725,12.1275,49.49,48.51,ladder,pass,runs,16,0,0,"
		"random,1,anon,0,0,0,0,,,,,,,none,0,,,,,,,steady,16,20,2,2097152,precision\n");
	free(text);
}

/* what was not measured is an empty field, and a name with a comma or quote survives */
static void test_csv_gaps_and_quotes(void **state)
{
	struct fake fake;
	char *text, *row;

	(void)state;
	fake_init(&fake);
	fake.bench.nr_variants = 1;
	fake.bench.id = "a,\"b\"";
	fake.bench.load.layout = LAYOUT_ASCENDING;
	fake.outcome.source = CYCLES_NONE;
	fake.outcome.nr_samples = 0;
	fake.outcome.page_size = 0;
	fake.outcome.stopped = NULL;
	for (size_t part = 0; part < NR_PARTS; part++)
		fake.outcome.estimates[0][part] = (struct estimate){ nothing(), nothing(), nothing(), 0, 0 };
	text = csv_of(&fake);
	row = strchr(text, '\n') + 1;
	*strchr(row, '\n') = '\0';
	assert_string_equal(row, "inc_min_seq,base,1,131072,,,,,,,,,none,,,,,,,\"a,\"\"b\"\"\",pass,"
				 "ascending,,0,0,random,1,anon,0,0,0,0,,,,,,,none,0,,,,,,,,,0,0,,");
	free(text);
}

static void test_csv_leads(void **state)
{
	static const char *const starts[] = {
		"agetest,base,", "agetest,p1,", "agetest,p6,",   "agetest,control,", "agetest,base,",
		"agetest,p1,",   "agetest,p6,", "agetest,base,", "agetest,p1,",      "agetest,p6,",
	};
	struct fake fake;
	char *text, *row;

	(void)state;
	fake_init(&fake);
	fake.bench.kernel = fake.bench.control = &fake_kernel_with_leads;
	fake.outcome.estimates[2][PART_LEAD + 1].ns = around(7.5, 0.25);
	text = csv_of(&fake);
	row = text;
	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {
		row = strchr(row, '\n') + 1;
		assert_memory_equal(row, starts[i], strlen(starts[i]));
	}
	assert_string_equal(
		row, "agetest,p6,1,131072,131072,,,,7.5,,,,calibrated,7.25,7.75,,,,,ladder,write 2,"
		     "runs,16,0,0,random,1,anon,0,0,0,0,,,,,,,none,0,,,,,,,steady,1,20,2,2097152,precision\n");
	free(text);
}

/* with companions: in the rows of the passes alone, and never a 0 for what was not measured */
static void test_csv_companions(void **state)
{
	struct fake fake;
	char *text;

	(void)state;
	fake_init(&fake);
	fake.bench.kernel = fake.bench.control = &fake_kernel_with_leads;
	fake.bench.load.contention = CONTENTION_WRITERS;
	fake.bench.load.companions = 3;
	fake.outcome.estimates[0][PART_COMPANION].ns = around(40, 0.5);
	fake.outcome.estimates[0][PART_COMPANION].ratio = around(1, 0);
	fake.outcome.estimates[1][PART_COMPANION].ns = around(10, 0.25);
	fake.outcome.estimates[1][PART_COMPANION].ratio = around(0.25, 0.125);
	text = csv_of(&fake);
	assert_non_null(strstr(text, "\nagetest,base,"));
	assert_non_null(strstr(
		text, ",pass,runs,16,0,0,random,1,anon,0,0,0,0,,,,,,,writers,3,40,39.5,40.5,1,1,1,steady,16,"));
	assert_non_null(strstr(
		text,
		",pass,runs,16,0,0,random,1,anon,0,0,0,0,,,,,,,writers,3,10,9.75,10.25,0.25,0.125,0.375,"));
	assert_non_null(
		strstr(text, ",pass,runs,16,0,0,random,1,anon,0,0,0,0,,,,,,,writers,3,,,,,,,steady,16,"));
	assert_non_null(
		strstr(text, ",write 1,runs,16,0,0,random,1,anon,0,0,0,0,,,,,,,writers,3,,,,,,,steady,1,"));
	free(text);
}

static size_t header_fields(void)
{
	size_t fields = 1;

	for (const char *at = HEADER; *at; at++)
		fields += *at == ',';
	return fields;
}

static void test_json(void **state)
{
	struct fake fake;
	json_t *rows, *again, *row;
	char *text;

	(void)state;
	fake_init(&fake);
	fake.bench.kernel = fake.bench.control = &fake_kernel_with_leads;
	fake.outcome.estimates[1][PART_ALL].ratio.hi = INFINITY;
	rows = estimates_json(&fake_cpu, &fake.outcome);
	assert_non_null(rows);
	text = json_dumps(rows, 0);
	assert_non_null(text);
	assert_null(strstr(text, "nan"));
	again = json_loads(text, 0, NULL);
	assert_non_null(again);
	assert_int_equal(json_array_size(again), 10);
	row = json_array_get(again, 1);
	assert_int_equal(json_object_size(row), header_fields());
	assert_string_equal(json_string_value(json_object_get(row, "variant")), "p1");
	assert_true(json_is_null(json_object_get(row, "ratio_hi")));
	assert_true(json_real_value(json_object_get(row, "ns_per_item")) == 9.75);
	assert_int_equal(json_integer_value(json_object_get(row, "folios")), 131072);
	row = json_array_get(again, 4);
	assert_string_equal(json_string_value(json_object_get(row, "part")), "write 1");
	assert_true(json_is_null(json_object_get(row, "ns_per_item")));
	free(text);
	json_decref(again);
	json_decref(rows);
}

/* a locale with a comma must not reach any file */
static void test_no_locale(void **state)
{
	struct fake fake;
	char *plain, *other;

	(void)state;
	if (!setlocale(LC_ALL, "de_DE.UTF-8") && !setlocale(LC_ALL, "fr_FR.UTF-8"))
		skip();
	fake_init(&fake);
	other = csv_of(&fake);
	setlocale(LC_ALL, "C");
	plain = csv_of(&fake);
	assert_string_equal(other, plain);
	free(plain);
	free(other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_csv_rows),  cmocka_unit_test(test_csv_gaps_and_quotes),
		cmocka_unit_test(test_csv_leads), cmocka_unit_test(test_csv_companions),
		cmocka_unit_test(test_json),      cmocka_unit_test(test_no_locale),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
