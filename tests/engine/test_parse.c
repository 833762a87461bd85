// SPDX-License-Identifier: GPL-2.0-or-later
/* Every parser of values on the command line, with good and hostile text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "commands/parse.h"

static const uint64_t untouched = 4711;

struct count_case {
	const char *text;
	uint64_t least, most;
	uint64_t value;
};

static void test_counts(void **state)
{
	static const struct count_case good[] = {
		{ "0", 0, 10, 0 },
		{ "10", 0, 10, 10 },
		{ "007", 0, 10, 7 },
		{ "1K", 0, UINT64_MAX, 1024 },
		{ "1k", 1024, 1024, 1024 },
		{ "3M", 0, UINT64_MAX, UINT64_C(3) << 20 },
		{ "2g", 0, UINT64_MAX, UINT64_C(2) << 30 },
		{ "0G", 0, 0, 0 },
		{ "18446744073709551615", 0, UINT64_MAX, UINT64_MAX },
		{ "17179869183G", 0, UINT64_MAX, UINT64_C(17179869183) << 30 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		uint64_t value = untouched;

		if (!parse_count(good[i].text, good[i].least, good[i].most, &value))
			fail_msg("\"%s\" is refused", good[i].text);
		assert_int_equal(value, good[i].value);
	}
}

static void test_no_counts(void **state)
{
	static const char *const bad[] = {
		"",
		"-1",
		"+1",
		" 1",
		"1 ",
		"1.5",
		"1e3",
		"0x10",
		"K",
		"1KK",
		"1KB",
		"1T",
		"1K ",
		"--1",
		"one",
		"1,000",
		"1\n",
		"1-",
		"0-1",
		"\xff",
		"\xd9\xa1",
		"18446744073709551616",
		"99999999999999999999999999999999999999",
		"17179869184G", /* 2^64 */
		"18446744073709551615K",
	};
	uint64_t value = untouched;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (parse_count(bad[i], 0, UINT64_MAX, &value))
			fail_msg("\"%s\" is taken", bad[i]);
	assert_false(parse_count("0", 1, 10, &value));
	assert_false(parse_count("11", 1, 10, &value));
	assert_false(parse_count("1K", 1, 1023, &value));
	assert_false(parse_count("5", 10, 1, &value));
	assert_int_equal(value, untouched);
}

static void test_reals(void **state)
{
	static const struct {
		const char *text;
		double value;
	} good[] = {
		{ "0.1", 0.1 }, { "1e-1", 0.1 },    { ".5", 0.5 },
		{ "5.", 5 },    { "86400", 86400 }, { "1E2", 100 },
	};
	static const char *const bad[] = {
		"",    "nan",    "inf", "infinity", "0x1p3", "1e400", "-1",   "1,5",     " 1",
		"1 ",  "e",      "--1", "1e",       "1e+",   "1.2.3", ".",    "1-2",     "\xff",
		"1\n", "NAN(1)", "s",   "10 s",     "10s",   "86401", "-0.1", "1e-400x",
	};
	double value = -1;

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		if (!parse_real(good[i].text, 0, 86400, &value))
			fail_msg("\"%s\" is refused", good[i].text);
		assert_true(value == good[i].value);
	}
	value = -1;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (parse_real(bad[i], 0, 86400, &value))
			fail_msg("\"%s\" is taken", bad[i]);
	assert_true(value == -1);
}

static void test_words(void **state)
{
	static const char *const words[] = { "text", "csv", "json", NULL };
	static const char *const none[] = { NULL };

	(void)state;
	assert_int_equal(parse_word("text", words), 0);
	assert_int_equal(parse_word("json", words), 2);
	assert_int_equal(parse_word("", words), -1);
	assert_int_equal(parse_word("jso", words), -1);
	assert_int_equal(parse_word("jsonl", words), -1);
	assert_int_equal(parse_word("CSV", words), -1);
	assert_int_equal(parse_word("text", none), -1);
}

static void test_layouts(void **state)
{
	struct workload load = { 0 };

	(void)state;
	assert_true(parse_layout("shuffled", &load));
	assert_int_equal(load.layout, LAYOUT_SHUFFLED);
	assert_true(parse_layout("descending", &load));
	assert_int_equal(load.layout, LAYOUT_DESCENDING);
	assert_true(parse_layout("ascending", &load));
	assert_int_equal(load.layout, LAYOUT_ASCENDING);
	assert_true(parse_layout("runs:16", &load));
	assert_int_equal(load.layout, LAYOUT_RUNS);
	assert_int_equal(load.run_length, 16);
	assert_true(parse_layout("runs:1K", &load));
	assert_int_equal(load.run_length, 1024);
	assert_true(parse_layout("runs:1", &load));
	assert_int_equal(load.run_length, 1);
}

static void test_no_layouts(void **state)
{
	static const char *const bad[] = {
		"",         "runs",      "runs:",        "runs:0",
		"runs:-1",  "runs:16x",  "runs: 16",     "RUNS:1",
		"ascend",   "shuffled ", "ascending:16", "runs:1:2",
		"runs:1e3", "16",        "runs:2G",      "runs:99999999999999999999",
	};
	struct workload load = { .layout = LAYOUT_DESCENDING, .run_length = untouched };

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (parse_layout(bad[i], &load))
			fail_msg("\"%s\" is taken", bad[i]);
	assert_int_equal(load.layout, LAYOUT_DESCENDING);
	assert_int_equal(load.run_length, untouched);
}

/* no text, however long, is read past its end or taken for a number */
static void test_noise(void **state)
{
	static char text[100000];
	struct workload load = { 0 };
	uint64_t count;
	double real;

	(void)state;
	memset(text, '9', sizeof(text) - 1);
	assert_false(parse_count(text, 0, UINT64_MAX, &count));
	assert_false(parse_real(text, 0, 86400, &real));
	assert_false(parse_layout(text, &load));
	for (size_t i = 0; i < 5; i++)
		text[i] = "runs:"[i];
	assert_false(parse_layout(text, &load));
	memset(text, '0', sizeof(text) - 1);
	assert_true(parse_count(text, 0, 0, &count));
	assert_int_equal(count, 0);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counts),  cmocka_unit_test(test_no_counts),
		cmocka_unit_test(test_reals),   cmocka_unit_test(test_words),
		cmocka_unit_test(test_layouts), cmocka_unit_test(test_no_layouts),
		cmocka_unit_test(test_noise),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
