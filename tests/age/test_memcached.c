// SPDX-License-Identifier: GPL-2.0-or-later
/* What memtier_benchmark prints, and which of the two programs is missing. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../drivers/fake_root.h"
#include "age/memcached.h"

#define HEAD                                                                    \
	"Writing results to stdout\n[RUN #1] Preparing benchmark client...\n\n" \
	"ALL STATS\n======\n"                                                   \
	"Type         Ops/sec     Hits/sec   Misses/sec    KB/sec \n------\n"
#define SETS "Sets        44017.78          ---          ---  46000.1 \n"
#define GETS "Gets            0.00         0.00         0.00     0.00 \n"

static void test_totals(void **state __attribute__((unused)))
{
	double ops = 0;

	assert_true(memtier_parse(HEAD SETS GETS "Totals      44017.78         0.00         0.00  46000.1 \n",
				  &ops));
	assert_true(fabs(ops - 44017.78) < 1e-9);
	/* of several tables the last, which is that of all runs */
	assert_true(memtier_parse(HEAD "Totals 1.5 0 0 \n" HEAD "Totals 2.5 0 0 \n", &ops));
	assert_true(fabs(ops - 2.5) < 1e-9);
}

static void test_no_totals(void **state __attribute__((unused)))
{
	static const char *const texts[] = {
		"",
		"Totals 44017.78 0 0\n", /* of what? */
		HEAD,
		HEAD SETS GETS,
		HEAD "Totals",
		HEAD "Totals ",
		HEAD "Totals 12", /* cut */
		HEAD "Totals --- 0 0 \n",
		HEAD "Totals -5 0 0 \n",
		HEAD "Totals 0.00 0 0 \n",
		HEAD "Totals 1e999 0 0 \n",
		HEAD "Totals nan 0 0 \n",
		HEAD " Totals 5 0 0 \n",
		"Type  Hits/sec  Ops/sec\nTotals 5 6 7 \n",
		"Type",
	};
	double ops;

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_false(memtier_parse(texts[i], &ops));
}

static void make_program(const char *path)
{
	char full[PATH_MAX];

	fake_file(path, "");
	snprintf(full, sizeof(full), "%s%s", fake_root, path);
	assert_int_equal(chmod(full, 0700), 0);
}

static void test_missing(void **state __attribute__((unused)))
{
	char path[2 * PATH_MAX];
	char *old = strdup(getenv("PATH") ?: "");

	snprintf(path, sizeof(path), ":/nonexistent:%s/a:%s/b", fake_root, fake_root);
	assert_int_equal(setenv("PATH", path, 1), 0);
	assert_non_null(strstr(memcached_missing(), "apt-get install memcached"));
	make_program("/a/memcached");
	assert_non_null(strstr(memcached_missing(), "memtier_benchmark is not installed"));
	fake_file("/b/memtier_benchmark", "no program");
	assert_non_null(strstr(memcached_missing(), "memtier_benchmark is not installed"));
	make_program("/b/memtier_benchmark");
	assert_null(memcached_missing());
	assert_int_equal(setenv("PATH", old, 1), 0);
	free(old);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_totals),
		cmocka_unit_test(test_no_totals),
		cmocka_unit_test_setup_teardown(test_missing, fake_make, fake_destroy),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
