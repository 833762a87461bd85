// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../drivers/fake_root.h"
#include "age/lru_gen.h"

#define OURS "foliolab-age.12.345"

static const char two_nodes[] = "memcg     1 /\n"
				" node     0\n"
				"          0     310236         11         12 \n"
				"          1     310236         13         14 \n"
				"memcg    27 /system.slice/" OURS "-not\n"
				" node     0\n"
				"          7         12        100        200 \n"
				"memcg    30 /a b/" OURS "\n"
				" node     0\n"
				"          2       5036          1          0 \n"
				"          3       5036      16384          7x\n"
				"          4         20          0          0 \n"
				" node     1\n"
				"          0       5036          5          6 \n"
				"          1       5036          7          8 \n"
				"memcg    31 /" OURS "/below\n"
				" node     0\n"
				"          9         12        100        200 \n";

static void test_finds_memcg_and_node(void **state __attribute__((unused)))
{
	struct generations found;

	assert_true(lru_gen_parse(two_nodes, OURS, 0, &found));
	assert_int_equal(found.memcg, 30);
	assert_int_equal(found.nr, 3);
	assert_int_equal(lru_gen_oldest(&found), 2);
	assert_int_equal(lru_gen_youngest(&found), 4);
	assert_int_equal(lru_gen_anon(&found, 3), 16384);
	assert_int_equal(found.gens[1].file, 7);
	assert_int_equal(lru_gen_anon(&found, 5), 0);
	assert_int_equal(lru_gen_total(&found), 16392);
	assert_int_equal(found.elsewhere, 26);

	assert_true(lru_gen_parse(two_nodes, OURS, 1, &found));
	assert_int_equal(found.nr, 2);
	assert_int_equal(lru_gen_total(&found), 26);
	assert_int_equal(found.elsewhere, 16392);
}

static void test_not_there(void **state __attribute__((unused)))
{
	struct generations found;

	assert_false(lru_gen_parse(two_nodes, OURS, 2, &found));
	assert_false(lru_gen_parse(two_nodes, "foliolab-age.12", 0, &found));
	assert_false(lru_gen_parse(two_nodes, "oliolab-age.12.345", 0, &found));
	assert_false(lru_gen_parse("", OURS, 0, &found));
	assert_false(lru_gen_parse("memcg 30 " OURS "\n node 0\n 1 2 3 4\n", OURS, 0, &found));
	assert_false(lru_gen_parse("memcg 30 /" OURS "\n", OURS, 0, &found));
	assert_false(lru_gen_parse(" node 0\n 1 2 3 4\n", OURS, 0, &found));
}

/* rows that cannot be of one memcg, or are none */
static void test_odd_rows(void **state __attribute__((unused)))
{
	static const char *const odd[] = {
		" 1 2 3 4\n 3 2 3 4\n", /* a gap */
		" 1 2 3 4\n 1 2 3 4\n", /* twice */
		" 1 2 3 4\n 0 2 3 4\n", /* backwards */
		" 0 0 0 0\n 1 0 0 0\n 2 0 0 0\n 3 0 0 0\n 4 0 0 0\n 5 0 0 0\n 6 0 0 0\n 7 0 0 0\n 8 0 0 0\n",
		" 99999999999999999999999 2 3 4\n",
		" -1 2 3 4\n",
		" 1 2 3\n",
		" x\n",
		"",
	};
	char text[512];
	struct generations found;

	for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
		snprintf(text, sizeof(text), "memcg 30 /" OURS "\n node 0\n%s", odd[i]);
		assert_false(lru_gen_parse(text, OURS, 0, &found));
	}
	/* a row that is none is no reason to leave the others */
	assert_true(lru_gen_parse("memcg 30 /" OURS "\n node 0\n what\n 1 2 3 4\n", OURS, 0, &found));
	assert_int_equal(found.nr, 1);
}

/* cut anywhere, it is survived, and no row comes from half of one but the last */
static void test_cut_anywhere(void **state __attribute__((unused)))
{
	struct generations found;
	char *text;

	for (size_t length = 0; length < sizeof(two_nodes); length++) {
		text = strndup(two_nodes, length);
		assert_non_null(text);
		if (lru_gen_parse(text, OURS, 0, &found))
			assert_true(found.nr >= 1 && found.nr <= 3 && found.memcg == 30);
		free(text);
	}
}

static void test_file(void **state __attribute__((unused)))
{
	struct generations found;

	assert_false(lru_gen_read(fake_root, "/debug/lru_gen", OURS, 0, &found));
	fake_noise("/debug/lru_gen", 300000);
	assert_false(lru_gen_read(fake_root, "/debug/lru_gen", OURS, 0, &found));
	fake_file("/debug/lru_gen", two_nodes);
	assert_true(lru_gen_read(fake_root, "/debug/lru_gen", OURS, 0, &found));
	assert_int_equal(found.memcg, 30);
}

/* the command is one write, and its failure is told */
static void test_command(void **state __attribute__((unused)))
{
	char got[128] = "";
	double ns = -1;
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	assert_int_equal(lru_gen_age(ends[1], 30, 1, 4, &ns), 0);
	assert_true(ns > 0);
	assert_int_equal(read(ends[0], got, sizeof(got) - 1), 15);
	assert_string_equal(got, "+ 30 1 4 200 1\n");
	close(ends[1]);
	assert_int_equal(lru_gen_age(ends[0], 30, 1, 4, &ns), EBADF);
	close(ends[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_finds_memcg_and_node),
		cmocka_unit_test(test_not_there),
		cmocka_unit_test(test_odd_rows),
		cmocka_unit_test(test_cut_anywhere),
		cmocka_unit_test_setup_teardown(test_file, fake_make, fake_destroy),
		cmocka_unit_test(test_command),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
