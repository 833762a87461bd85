// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of counts: 72 columns of ASCII; the same figures as CSV and JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "output/counted.h"

static struct kernel_counts counts;
static char *text;
static size_t size;

static void fill(void)
{
	counts = (struct kernel_counts){
		.arch = guest_arch_find("arm64"),
		.compiler = "aarch64-linux-gnu-gcc (Debian 12.2.0-14) 12.2.0",
		.counter = "kernel instructions, PMU",
		.repeats = 2,
		.nr = 2,
		.stage = {
			{
				.name = "tree",
				.what = "the tree as it is",
				.figures = { { 239.5, 42.446533, 76.0259, 117.0261 } },
				.hot = { { "folio_inc_gen", { 0, 0, 0, 72 } }, { "inc_min_seq", { 0, 0, 0, 45.047 } } },
				.nr_hot = 2,
				.alike = true,
			},
			{
				.name = "patch6",
				.what = "mm, with a comma",
				.figures = { { 239.5, 42.446533, 65.049, 60.0569 } },
				.alike = true,
			},
		},
	};
	counts.stage[0].operations[AGING_INCREMENT][OP_FLAGS_LOADS] = 8.0001;
	counts.stage[0].operations[AGING_INCREMENT][OP_STORES] = 9.01;
	counts.stage[1].operations[AGING_INCREMENT][OP_PREFETCHES] = 1;
}

static void print(void (*to)(FILE *out, const struct kernel_counts *counts))
{
	FILE *out;

	free(text);
	out = open_memstream(&text, &size);
	assert_non_null(out);
	to(out, &counts);
	fclose(out);
}

static void assert_says(const char *words)
{
	if (!strstr(text, words))
		print_error("no '%s' in\n%s", words, text);
	assert_non_null(strstr(text, words));
}

static void test_text(void **state)
{
	(void)state;
	fill();
	print(counted_text);
	assert_says("\nstage     walk  relabel  increment  promoted\n"
		    "tree    42.447  239.500    117.026    76.026\n"
		    "patch6  42.447  239.500     60.057    65.049\n");
	assert_says("\ntree           8.00   0.00    9.01   0.00    0.00        0.00\n");
	assert_says("\ntree: folio_inc_gen 72.0, inc_min_seq 45.0\n");
	assert_says("all alike");
	assert_says("aarch64-linux-gnu-gcc");
	for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
		assert_true(strcspn(line, "\n") <= 72);
	for (size_t i = 0; i < size; i++)
		assert_true(text[i] == '\n' || (text[i] >= ' ' && text[i] <= '~'));
}

static void test_not_alike(void **state)
{
	(void)state;
	fill();
	counts.stage[1].alike = false;
	print(counted_text);
	assert_says("NOT alike for patch6");
}

static void test_csv(void **state)
{
	char *second;

	(void)state;
	fill();
	print(counted_csv_rows);
	assert_int_equal(strncmp(text, "arm64,tree,the tree as it is,42.446533,239.5,117.0261,76.0259,", 62),
			 0);
	second = strchr(text, '\n') + 1;
	assert_int_equal(strncmp(second, "arm64,patch6,\"mm, with a comma\",42.446533,", 42), 0);
	assert_says("folio_inc_gen 72.0, inc_min_seq 45.0\",5,1\n");
}

static void test_json(void **state)
{
	json_t *list;

	(void)state;
	fill();
	list = counted_json(&counts);
	assert_int_equal(json_array_size(list), 2);
	assert_float_equal(json_real_value(json_object_get(json_array_get(list, 0), "increment_flags_loads")),
			   8.0001, 1e-9);
	assert_float_equal(json_real_value(json_object_get(json_array_get(list, 1), "increment_prefetches")),
			   1, 1e-9);
	assert_string_equal(json_string_value(json_object_get(json_array_get(list, 1), "stage")), "patch6");
	json_decref(list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_not_alike),
		cmocka_unit_test(test_csv),
		cmocka_unit_test(test_json),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	free(text);
	return failed;
}
