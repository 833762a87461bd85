// SPDX-License-Identifier: GPL-2.0-or-later
/* Fragments of configurations: what is taken, what is refused, what did not take. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "kernelcounts/kconfig.h"

static char path[] = "/tmp/kconfig-XXXXXX", error[256], missed[256];
static struct text config;

static int read_string(const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
	error[0] = 0;
	return kconfig_read(&config, path, error, sizeof(error));
}

static void assert_refused(const char *text, const char *why)
{
	assert_int_equal(read_string(text), -1);
	if (!strstr(error, why))
		print_error("'%s' got '%s'\n", text, error);
	assert_non_null(strstr(error, why));
}

static void test_read(void **state)
{
	(void)state;
	assert_int_equal(read_string("# words\n\nCONFIG_A=y\n"), 0);
	assert_int_equal(read_string("# CONFIG_B is not set\nCONFIG_C=\"a b\""), 0);
	assert_string_equal(config.data, "# words\n\nCONFIG_A=y\n\n# CONFIG_B is not set\nCONFIG_C=\"a b\"\n");
	text_free(&config);
}

static void test_refused(void **state)
{
	(void)state;
	assert_refused("CONFIG_A=y\nA=y\n", "line 2");
	assert_refused("CONFIG_A\n", "line 1");
	assert_refused("CONFIG_=y\n", "line 1");
	assert_refused("CONFIG_A=\n", "line 1");
	assert_refused("CONFIG_A=$(shell touch /tmp/x)\n", "line 1");
	assert_refused("CONFIG_A=y\t\n", "line 1");
	assert_refused("CONFIG_A =y\n", "line 1");
	assert_int_equal(kconfig_read(&config, "/nowhere/at/all", error, sizeof(error)), -1);
	assert_non_null(strstr(error, "/nowhere/at/all"));
	assert_int_equal(kconfig_read(&config, "/tmp", error, sizeof(error)), -1);
	assert_int_equal(config.size, 0);
}

static size_t miss(const char *wanted, const char *made)
{
	struct text one = { 0 }, other = { 0 };
	size_t nr;

	assert_true(text_add(&one, wanted, strlen(wanted)) && text_add(&other, made, strlen(made)));
	nr = kconfig_missed(&one, &other, missed, sizeof(missed));
	text_free(&one);
	text_free(&other);
	return nr;
}

static void test_missed(void **state)
{
	(void)state;
	assert_int_equal(miss("CONFIG_A=y\n# CONFIG_B is not set\n", "CONFIG_A=y\n"), 0);
	assert_string_equal(missed, "");
	/* longer names that begin alike are others */
	assert_int_equal(miss("CONFIG_A=y\n", "CONFIG_AB=y\n# CONFIG_A is not set\n"), 1);
	assert_string_equal(missed, "CONFIG_A");
	assert_int_equal(miss("CONFIG_A=y\nCONFIG_B=4\n# CONFIG_C is not set\n", "CONFIG_B=5\nCONFIG_C=y\n"),
			 3);
	assert_string_equal(missed, "CONFIG_A CONFIG_B CONFIG_C");
	/* the later of two lines holds */
	assert_int_equal(miss("CONFIG_A=y\n# CONFIG_A is not set\n", ""), 0);
	assert_int_equal(miss("# CONFIG_A is not set\nCONFIG_A=y\n", ""), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_read),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_missed),
	};
	int file = mkstemp(path), failed;

	if (file < 0)
		return 1;
	close(file);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	unlink(path);
	return failed;
}
