// SPDX-License-Identifier: GPL-2.0-or-later
/* What guests and the plugin write is parsed, judged and added up; what is odd is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernelcounts/guest/guest.h"
#include "kernelcounts/operations.h"

enum { FOLIOS = 8192, NR_GENERATIONS = 4 };

static struct console console;
static char error[400];

static int parse(const char *text)
{
	struct text said = { 0 };
	int status;

	assert_true(text_add(&said, text, strlen(text)));
	error[0] = 0;
	status = console_parse(&console, &said, error, sizeof(error));
	text_free(&said);
	return status;
}

static void assert_odd(const char *text, const char *why)
{
	assert_int_equal(parse(text), -1);
	if (!strstr(error, why))
		print_error("'%s' got '%s'\n", text, error);
	assert_non_null(strstr(error, why));
}

static void test_console(void **state)
{
	uint64_t pages;

	(void)state;
	assert_int_equal(parse("\033[2Jboot\r\nguest 1 instructions, TSC\r\n"
			       "region 0 a 3949554 2:16385,3:0 2:1,3:16384\r\ndone\r\n[ 1.0] reboot\n"),
			 0);
	assert_string_equal(console.counter, "instructions, TSC");
	assert_int_equal(console.nr, 1);
	assert_int_equal(console.region[0].step, 'a');
	assert_int_equal(console.region[0].count, 3949554);
	assert_int_equal(console.region[0].before.nr, 2);
	assert_int_equal(console.region[0].after.pages[1], 16384);
	assert_int_equal(generations_pages(&console.region[0].after), 16385);
	assert_int_equal(generations_bulk(&console.region[0].after, &pages), 3);
	assert_int_equal(pages, 16384);
}

static void test_odd_console(void **state)
{
	static const char *const odd[] = {
		"region 1 a 3 2:1 2:1\n",
		"region 0 a -3 2:1 2:1\n",
		"region 0 ab 3 2:1 2:1\n",
		"region 0 a 3 2:1\n",
		"region 0 a 3 2 2:1\n",
		"region 0 a 3 2:1 2:x\n",
		"region 0 a 3 2:1 \n",
		"region 0 a 99999999999999999999 2:1 2:1\n",
		"region 0\n",
		"region 0 a 3 1:1,2:1,3:1,4:1,5:1,6:1,7:1,8:1,9:1 2:1\n",
	};
	char many[4096] = "";

	(void)state;
	for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++)
		assert_odd(odd[i], "something odd");
	for (int i = 0; i <= MAX_REGIONS; i++)
		sprintf(many + strlen(many), "region %d a 1 1:1 1:1\n", i);
	assert_odd(many, "something odd");
	assert_odd("error swapon: Function not implemented\n", "the guest says: swapon: Function not");
	assert_odd("Kernel panic - not syncing: \x01VFS\n\n", "'Kernel panic - not syncing: VFS'");
	assert_odd("", "'nothing'");
	memset(many, 'x', sizeof(many) - 1);
	many[sizeof(many) - 1] = 0;
	assert_odd(many, "did not come to its end");
}

/* what writes do: a generation more each, and the label that most folios have then */
static const struct {
	enum aging_path path;
	unsigned int label; /* where folios that were never aged are in the newest generation, and where they are not */
} writes[2][NR_GUEST_REGIONS - 4] = {
	{
		{ AGING_RELABEL, 3 },
		{ AGING_WALK, 3 },
		{ AGING_PROMOTED, 3 },
		{ AGING_INCREMENT, 4 },
		{ AGING_INCREMENT, 5 },
		{ NR_AGING_PATHS, 8 },
		{ AGING_WALK, 8 },
		{ AGING_RELABEL, 10 },
		{ AGING_PROMOTED, 10 },
		{ AGING_WALK, 10 },
		{ AGING_INCREMENT, 11 },
	},
	{
		{ NR_AGING_PATHS, 3 },
		{ AGING_WALK, 3 },
		{ AGING_WALK, 3 },
		{ AGING_INCREMENT, 4 },
		{ AGING_INCREMENT, 5 },
		{ NR_AGING_PATHS, 8 },
		{ AGING_WALK, 8 },
		{ AGING_RELABEL, 10 },
		{ AGING_PROMOTED, 10 },
		{ AGING_WALK, 10 },
		{ AGING_INCREMENT, 11 },
	},
};
static const struct aging_regions expected[2] = {
	{ .at = { [AGING_RELABEL] = 4, [AGING_PROMOTED] = 12, [AGING_WALK] = 13, [AGING_INCREMENT] = 14 } },
	{ .at = { [AGING_RELABEL] = 11, [AGING_PROMOTED] = 12, [AGING_WALK] = 13, [AGING_INCREMENT] = 14 } },
};

static struct generations generations(unsigned int oldest, unsigned int label, uint64_t folios)
{
	struct generations it = { .nr = NR_GENERATIONS };

	for (unsigned int i = 0; i < NR_GENERATIONS; i++) {
		it.seq[i] = oldest + i;
		it.pages[i] = oldest + i == label ? folios : 0;
	}
	return it;
}

/* a guest that ages as it should: what a folio costs, and what a write costs besides */
static void guest(struct console *out, bool newest, uint64_t folios, const unsigned int costs[NR_AGING_PATHS])
{
	unsigned int label = newest ? 3 : 2;

	*out = (struct console){ .nr = NR_GUEST_REGIONS };
	for (unsigned int i = 0; i < 4; i++)
		out->region[i] = (struct region){ .step = i < 2 ? '0' : 'r',
						  .count = 100,
						  .before = generations(0, label, folios),
						  .after = generations(0, label, folios) };
	for (unsigned int i = 0; i < NR_GUEST_REGIONS - 4; i++) {
		enum aging_path path = writes[newest][i].path;
		struct region *region = &out->region[i + 4];

		region->step = 'a';
		region->before = generations(i, label, folios);
		label = writes[newest][i].label;
		region->after = generations(i + 1, label, folios);
		region->count = 1000 + folios / 4096 * 192;
		if (path < NR_AGING_PATHS)
			region->count += costs[path] * folios;
	}
}

static const unsigned int costs[NR_AGING_PATHS] = { 282, 42, 118, 159 };

static int find(const struct console *it, bool newest, uint64_t folios)
{
	struct aging_regions regions;

	error[0] = 0;
	if (figures_find(&regions, it, folios, error, sizeof(error)))
		return -1;
	assert_memory_equal(&regions, &expected[newest], sizeof(regions));
	return 0;
}

static void test_figures(void **state)
{
	struct console small, large;
	struct figures figures;

	(void)state;
	for (int newest = 0; newest < 2; newest++) {
		guest(&small, newest, FOLIOS, costs);
		guest(&large, newest, UINT64_C(2) * FOLIOS, costs);
		assert_int_equal(find(&small, newest, FOLIOS), 0);
		figures = figures_make(&small, &large, &expected[newest], FOLIOS);
		assert_float_equal(figures.path[AGING_WALK], 42 + 192 / 4096., 1e-9);
		assert_float_equal(figures.path[AGING_RELABEL], 240, 1e-9);
		assert_float_equal(figures.path[AGING_PROMOTED], 76, 1e-9);
		assert_float_equal(figures.path[AGING_INCREMENT], 117, 1e-9);
	}
}

static void test_compared(void **state)
{
	struct console one, other;

	(void)state;
	guest(&one, false, FOLIOS, costs);
	for (size_t i = 0; i < NR_GUEST_REGIONS; i++) {
		other = one;
		other.region[i].count++;
		/* the second write */
		assert_int_equal(figures_compare(&one, &other), i == 5 ? -1 : (int)i);
	}
	other = one;
	other.nr--;
	assert_int_equal(figures_compare(&one, &other), 0);
}

static void test_not_aged(void **state)
{
	struct console it;

	(void)state;
	for (unsigned int i = 0; i < NR_GUEST_REGIONS - 4; i++) {
		unsigned int label = writes[i % 2][i].label;

		guest(&it, i % 2, FOLIOS, costs);
		it.region[i + 4].after = generations(i + 1, label == i + 1 ? label + 1 : i + 1, FOLIOS);
		assert_int_equal(find(&it, true, FOLIOS), -1);
		assert_non_null(strstr(error, "left pages in generation"));
	}
	/* some went elsewhere, or came, in the only write of its kind */
	guest(&it, true, FOLIOS, costs);
	it.region[11].after.pages[0] = 1;
	assert_int_equal(find(&it, true, FOLIOS), -1);
	assert_non_null(strstr(error, "relabels"));
	guest(&it, true, FOLIOS, costs);
	it.region[12].after.pages[0] = it.region[12].before.pages[0] = FOLIOS / 50;
	it.region[12].after.pages[2] = it.region[12].before.pages[2] = FOLIOS - FOLIOS / 50;
	assert_int_equal(find(&it, true, FOLIOS), -1);
	guest(&it, false, FOLIOS / 2, costs);
	assert_int_equal(find(&it, true, FOLIOS), -1);
	guest(&it, false, FOLIOS, costs);
	it.nr--;
	assert_int_equal(find(&it, true, FOLIOS), -1);
}

static struct symbols symbols;

static int parse_map(const char *text)
{
	struct text map = { 0 };
	int status;

	symbols_free(&symbols);
	assert_true(text_add(&map, text, strlen(text)));
	status = symbols_parse(&symbols, &map, error, sizeof(error));
	text_free(&map);
	return status;
}

#define MAP                                                                                             \
	"ffff800080010000 T _stext\nffff800080010100 t inc_min_seq\nffff800080010080 t folio_inc_gen\n" \
	"ffff800080010100 t $x\nffff800080010180 D data\nffff800080020000 D _etext\n"

static void test_symbols(void **state)
{
	(void)state;
	assert_int_equal(parse_map(MAP), 0);
	assert_int_equal(symbols.nr, 2);
	assert_string_equal(symbols.symbol[0].name, "folio_inc_gen");
	assert_true(symbols.from == 0xffff800080010000 && symbols.to == 0xffff800080020000);
	assert_int_equal(parse_map(""), -1);
	assert_int_equal(parse_map("ffff800080010100 t inc_min_seq\n"), -1);
	assert_int_equal(parse_map("ffff T _etext\nfffff T _stext\nf t a\n"), -1);
	assert_int_equal(parse_map("words\n\n  \n"), -1);
}

/* all regions, the two paths with these lines */
static int add_up(struct operations *operations, const char *walk, const char *increment)
{
	struct text written = { 0 };
	int status;

	for (size_t i = 0; i < NR_GUEST_REGIONS; i++) {
		text_print(&written, "region %zu\n", i);
		if (i == expected[0].at[AGING_WALK])
			text_print(&written, "%s", walk);
		if (i == expected[0].at[AGING_INCREMENT])
			text_print(&written, "%s", increment);
	}
	status = operations_parse(operations, &symbols, &written, expected, opcode_arm64, error,
				  sizeof(error));
	text_free(&written);
	return status;
}

static void test_operations(void **state)
{
	struct operations operations;

	(void)state;
	assert_int_equal(parse_map(MAP), 0);
	/* ldr, str, str to the stack, casal, prfm */
	assert_int_equal(add_up(&operations, "ffff800080010100 200040f9 8192 8192 0 0 0\n",
				"ffff800080010100 200040f9 24576 24576 0 16384 0\n"
				"ffff800080010084 200000f9 8192 0 8192 0 8192\n"
				"ffff800080010088 e00300f9 8192 0 8192 0 0\n"
				"ffff80008001008c 41fce0c8 8192 8192 8192 8192 8192\n"
				"ffff800080010104 110080f9 8192 0 0 0 0\n"),
			 0);
#define PER(path, kind) operations_per_folio(&operations, AGING_##path, OP_##kind, FOLIOS)
	assert_float_equal(PER(WALK, INSTRUCTIONS), 1, 1e-9);
	assert_float_equal(PER(INCREMENT, INSTRUCTIONS), 6, 1e-9);
	assert_float_equal(PER(INCREMENT, LOADS), 2, 1e-9);
	assert_float_equal(PER(INCREMENT, FLAGS_LOADS), 2, 1e-9);
	assert_float_equal(PER(INCREMENT, STORES), 1, 1e-9);
	assert_float_equal(PER(INCREMENT, STACK), 1, 1e-9);
	assert_float_equal(PER(INCREMENT, LOCKED), 1, 1e-9);
	assert_float_equal(PER(INCREMENT, PREFETCHES), 1, 1e-9);
	assert_float_equal(symbol_per_folio(&symbols.symbol[0], AGING_INCREMENT, FOLIOS), 3, 1e-9);
	assert_float_equal(symbol_per_folio(&symbols.symbol[1], AGING_INCREMENT, FOLIOS), 3, 1e-9);
	assert_float_equal(symbol_per_folio(&symbols.symbol[1], AGING_WALK, FOLIOS), 1, 1e-9);
}

static void test_odd_operations(void **state)
{
	static const char *const odd[] = {
		"ffff800080010100 200040f9 1 2 3 4\n",
		"ffff800080010100 2000 40f9 1 2 3 4\n",
		"ffff800080010100 200040f 1 2 3 4 5\n",
		"ffff800080010100 2000zzf9 1 2 3 4 5\n",
		"ffff800080010100 00112233445566778899aabbccddeeff 1 2 3 4 5\n",
		"words\n",
	};
	struct operations operations;
	struct text written = { 0 };

	(void)state;
	assert_int_equal(parse_map(MAP), 0);
	for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++)
		assert_int_equal(add_up(&operations, "", odd[i]), -1);
	assert_true(text_print(&written, "region 0\n"));
	assert_int_equal(operations_parse(&operations, &symbols, &written, expected, opcode_arm64, error,
					  sizeof(error)),
			 -1);
	assert_non_null(strstr(error, "1 regions"));
	text_free(&written);
	symbols_free(&symbols);
}

/* debugfs lru_gen as kernels print it */
static void test_generations(void **state)
{
	char text[] = "memcg     1 /\n node     0\n          0       1234          0           0 \n"
		      "memcg     7 /lab\n node     0\n          2        812      16385           0 \n"
		      "          3        400          0           0 \nmemcg     9 /lab2\n node     0\n"
		      "          8          1          5           0 \n";
	char none[] = "memcg     1 /\n node     0\n          0       1234          0           0 \n";
	char again[sizeof(text)], said[64], little[8];
	unsigned long long id = 0;
	unsigned long newest = 0;

	(void)state;
	memcpy(again, text, sizeof(text));
	assert_true(generations_find(text, "/lab", &id, &newest, said, sizeof(said)));
	assert_int_equal(id, 7);
	assert_int_equal(newest, 3);
	assert_string_equal(said, "2:16385,3:0");
	assert_false(generations_find(again, "/lab", &id, &newest, little, sizeof(little)));
	assert_false(generations_find(none, "/lab", &id, &newest, said, sizeof(said)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_console),     cmocka_unit_test(test_odd_console),
		cmocka_unit_test(test_figures),     cmocka_unit_test(test_compared),
		cmocka_unit_test(test_not_aged),    cmocka_unit_test(test_symbols),
		cmocka_unit_test(test_operations),  cmocka_unit_test(test_odd_operations),
		cmocka_unit_test(test_generations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
