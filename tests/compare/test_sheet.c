// SPDX-License-Identifier: GPL-2.0-or-later
/* A CSV file taken apart, and what is refused in one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/sheet.h"

static int parse(struct sheet *sheet, const char *text, size_t bytes, char *error)
{
	char *copy = malloc(bytes + 1);

	assert_non_null(copy);
	memcpy(copy, text, bytes);
	return sheet_parse(sheet, copy, bytes, error, 128);
}

static void test_fields(void **state)
{
	static const char text[] = "kernel,ns,what\n"
				   "walk,1.5,\"a, \"\"b\"\"\"\n"
				   ",,\n";
	struct sheet sheet;
	char error[128];

	(void)state;
	assert_int_equal(parse(&sheet, text, strlen(text), error), 0);
	assert_int_equal(sheet.nr_columns, 3);
	assert_int_equal(sheet.nr_rows, 2);
	assert_int_equal(sheet_column(&sheet, "what"), 2);
	assert_int_equal(sheet_column(&sheet, "wha"), -1);
	assert_string_equal(sheet_field(&sheet, 0, 0), "walk");
	assert_string_equal(sheet_field(&sheet, 0, 2), "a, \"b\"");
	assert_string_equal(sheet_field(&sheet, 1, 1), "");
	assert_string_equal(sheet_field(&sheet, 0, -1), "");
	sheet_free(&sheet);
	assert_int_equal(parse(&sheet, "a\n", 2, error), 0);
	assert_int_equal(sheet.nr_rows, 0);
	sheet_free(&sheet);
}

static void refuses(const char *text, size_t bytes, const char *wrong)
{
	struct sheet sheet;
	char error[128] = "";

	assert_int_equal(parse(&sheet, text, bytes, error), -1);
	assert_string_equal(error, wrong);
	sheet_free(&sheet);
}

static void test_refused(void **state)
{
	static const struct {
		const char *text, *wrong;
	} bad[] = {
		{ "", "line 1: nothing there" },
		{ "a,b\n1,2", "line 2: the end is missing" },
		{ "a,b\n1\n", "line 2: fewer fields than the header has names" },
		{ "a,b\n1,2\n1,2,3\n", "line 3: more fields than the header has names" },
		{ "a,a\n", "line 1: two columns of the same name" },
		{ "a\n\"x\n", "line 2: a quote that is not closed" },
		{ "a\n\"x\"y\n", "line 2: something after a closing quote" },
		{ "a\nx\"y\n", "line 2: a quote within a field" },
		{ "a\n\x1b[2J\n", "line 2: bytes that are no text" },
		{ "a\r\n1\r\n", "line 1: bytes that are no text" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		refuses(bad[i].text, strlen(bad[i].text), bad[i].wrong);
	refuses("a,b\n1,\0\n", 8, "line 2: bytes that are no text");
}

static void test_too_much(void **state)
{
	size_t bytes = MAX_SHEET_FIELD + 4;
	char *text = malloc(4 * (MAX_SHEET_COLUMNS + 2) + MAX_SHEET_FIELD), *at = text;

	(void)state;
	assert_non_null(text);
	text[0] = 'a';
	text[1] = '\n';
	memset(text + 2, 'x', MAX_SHEET_FIELD + 1);
	text[bytes - 1] = '\n';
	refuses(text, bytes, "line 2: a field that is too long");
	for (unsigned int i = 0; i <= MAX_SHEET_COLUMNS; i++) {
		*at++ = (char)('a' + i % 26);
		*at++ = (char)('a' + i / 26 % 26);
		*at++ = ',';
	}
	at[-1] = '\n';
	refuses(text, (size_t)(at - text), "line 1: too many columns");
	free(text);
	text = malloc(MAX_SHEET_ROWS + 4);
	assert_non_null(text);
	text[0] = 'a';
	memset(text + 1, '\n', MAX_SHEET_ROWS + 3);
	refuses(text, MAX_SHEET_ROWS + 4, "line 1: too many rows");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fields),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_too_much),
	};

	return cmocka_run_group_tests_name("sheet", tests, NULL, NULL);
}
