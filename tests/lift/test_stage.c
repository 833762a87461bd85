// SPDX-License-Identifier: GPL-2.0-or-later
/* What is taken of a tree for a function, and how it is written out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lift/compile.h"
#include "lift/spawn.h"
#include "lift/stage.h"

static char folder[] = "/tmp/foliolab-stage-XXXXXX";
static struct text stage;
static char error[512];

static void make_tree(void)
{
	const char *const arguments[] = { "sh", LIFT_TESTS "/make-tree.sh", folder, NULL };
	struct text said = { 0 };

	assert_int_equal(spawn_run(arguments, "/", &said, error, sizeof(error)), 0);
	text_free(&said);
}

/* puts text at the end of the tree's vmscan.c, or in place of what is there from a mark on */
static void change(const char *from, const char *to)
{
	char path[128];
	struct text text = { 0 }, changed = { 0 };
	const char *wrong, *at;

	snprintf(path, sizeof(path), "%s/mm/vmscan.c", folder);
	make_tree();
	assert_int_equal(text_read(&text, -100, path, 1 << 20, &wrong), 0);
	at = strstr(text.data, from);
	assert_non_null(at);
	assert_true(text_add(&changed, text.data, (size_t)(at - text.data)));
	assert_true(text_add(&changed, to, strlen(to)));
	at += strlen(from);
	assert_true(text_add(&changed, at, strlen(at)));
	assert_int_equal(unlink(path), 0);
	assert_int_equal(text_write(&changed, -100, path), 0);
	text_free(&text);
	text_free(&changed);
}

static int print(const char *function)
{
	text_free(&stage);
	error[0] = 0;
	return stage_print(liftable_find(function), folder, compile_headers(), CHECKS_NONE, &stage, error,
			   sizeof(error));
}

static void assert_refused(const char *why)
{
	assert_int_equal(print("inc_min_seq"), -1);
	if (!strstr(error, why))
		print_error("got '%s'\n", error);
	assert_non_null(strstr(error, why));
}

static bool has(const char *what)
{
	return strstr(stage.data, what) != NULL;
}

static void test_closure(void **state)
{
	(void)state;
	make_tree();
	assert_int_equal(print("inc_min_seq"), 0);
	/* callees of callees, enums by their names, variables, and each after what it needs */
	assert_true(has("static int folio_age(") && has("static int add_step(") && has("TEST_STEPS,\n};"));
	assert_true(has("static const char *const braces[]") && has("static int brace(char c)"));
	assert_true(strstr(stage.data, "static int add_step(") < strstr(stage.data, "static int folio_age("));
	/* what the shim has is not taken, nor what is not called */
	assert_false(has("folio_update_gen") || has("sort_by_moonlight") || has("#include <linux/"));
	assert_true(has("#define SHIM_FLAGS_F 1") && has("#define SHIM_TREE_LIST 1"));
	assert_true(has("#define LIFTED_CALL inc_min_seq(lruvec, type, swappiness)\n"));
	/* a type on the line before the name */
	assert_true(has("static inline int\nfolio_label("));
}

static void test_branches(void **state)
{
	(void)state;
	make_tree();
	assert_int_equal(print("inc_min_seq"), 0);
	/* each branch of an #if with all branches before it */
	assert_true(has("#if defined(CONFIG_LIST_HARDENED)\n#elif defined(CONFIG_NO_LISTS)\n#else\n#line "));
	assert_true(has("none_of_this_is_defined"));
	/* and a function in which two branches open a brace each */
	assert_true(has("static inline void list_move_tail("));
}

static void test_calls(void **state)
{
	(void)state;
	make_tree();
	assert_int_equal(print("folio_update_gen"), 0);
	assert_true(has("#define LIFTED_CALL folio_update_gen(folio, gen, &(int){ 0 })\n"));
	assert_int_equal(print("folio_set_lru_refs"), 0);
	assert_true(has("static void folio_set_lru_refs(struct folio *folio, unsigned int refs)\n;"));
	change("static bool inc_min_seq(struct lruvec *lruvec, int type, int swappiness)",
	       "static bool inc_min_seq(bool\n\tmay_swap, struct lruvec *v, int type)");
	assert_int_equal(print("inc_min_seq"), 0);
	assert_true(has("#define LIFTED_CALL inc_min_seq(swappiness, lruvec, type)\n"));
	change("int type, int swappiness)", "int type, struct moon *moon)");
	assert_refused("no value is known");
}

static void test_refused(void **state)
{
	static const struct {
		const char *from, *to, *why;
	} changes[] = {
		{ "static bool inc_min_seq(", "static bool inc_max_seq(", "no inc_min_seq()" },
		{ "\treturn gen;\n}\n\nstatic bool", "\treturn gen;\n\nstatic bool", "no inc_min_seq()" },
		{ "\treturn true;\n}\n\nstatic int", "\treturn true;\n\nstatic int", "do not balance" },
		{ "// }\n}", "// }\n}\n#if 1", "do not pair" },
		{ "// }\n}", "// }\n}\n#endif", "do not pair" },
		{ "// }\n}", "// }\n}\n#else", "do not pair" },
		{ "/* calls what nobody here has */", "/* calls what nobody here has *", "inside a comment" },
		{ "\tint gen;\n", "\tint gen;\n#include \"/etc/passwd\"\n", "#include" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		change(changes[i].from, changes[i].to);
		assert_refused(changes[i].why);
	}
}

static void test_without_list(void **state)
{
	char path[128];

	(void)state;
	make_tree();
	snprintf(path, sizeof(path), "%s/include/linux/list.h", folder);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(print("inc_min_seq"), 0);
	assert_true(has("#include \"lifted/lists.h\""));
	assert_false(has("SHIM_TREE_LIST"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_closure),      cmocka_unit_test(test_branches),
		cmocka_unit_test(test_calls),        cmocka_unit_test(test_refused),
		cmocka_unit_test(test_without_list),
	};
	const char *const clean[] = { "rm", "-rf", folder, NULL }, *const ctags[] = { "ctags", "--version",
										      NULL };
	struct text said = { 0 };
	int failed;

	if (spawn_run(ctags, "/", &said, error, sizeof(error))) {
		puts("no ctags: apt-get install universal-ctags");
		return 77;
	}
	if (!mkdtemp(folder))
		return 1;
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	spawn_run(clean, "/", &said, error, sizeof(error));
	text_free(&said);
	text_free(&stage);
	return failed;
}
