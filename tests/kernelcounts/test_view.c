// SPDX-License-Identifier: GPL-2.0-or-later
/* A view follows its tree, puts back what was patched, and never writes to the tree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "kernelcounts/view.h"
#include "lift/cache.h"

static char top[64], tree[96], ours[96], error[512];
static struct view view;

static char *in(const char *folder, const char *name)
{
	static char paths[4][256];
	static int turn;

	turn = (turn + 1) % 4;
	snprintf(paths[turn], sizeof(paths[turn]), "%s/%s", folder, name);
	return paths[turn];
}

static void put(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static void assert_holds(const char *path, const char *text)
{
	char got[64] = "";
	FILE *file = fopen(path, "r");

	assert_non_null(file);
	assert_int_equal(fread(got, 1, sizeof(got) - 1, file), strlen(text));
	fclose(file);
	assert_string_equal(got, text);
}

static bool is_link(const char *path)
{
	struct stat what;

	assert_int_equal(lstat(path, &what), 0);
	return S_ISLNK(what.st_mode);
}

static int own(const char *files)
{
	struct text text = { 0 };
	int status;

	assert_true(text_add(&text, files, strlen(files)));
	status = view_own(&view, &text, error, sizeof(error));
	text_free(&text);
	return status;
}

static void update(void)
{
	assert_int_equal(view_update(&view, error, sizeof(error)), 0);
}

static int set_up(void **state)
{
	(void)state;
	snprintf(top, sizeof(top), "/tmp/view-XXXXXX");
	if (!mkdtemp(top))
		return -1;
	snprintf(tree, sizeof(tree), "%s/tree of them", top);
	snprintf(ours, sizeof(ours), "%s/ours", top);
	mkdir(tree, 0755);
	mkdir(ours, 0755);
	mkdir(in(tree, "mm"), 0755);
	mkdir(in(tree, ".git"), 0755);
	put(in(tree, ".git/index"), "");
	put(in(tree, "mm/a.c"), "a\n");
	put(in(tree, "run.sh"), "s\n");
	chmod(in(tree, "run.sh"), 0755);
	view = (struct view){ .tree = tree, .folder = ours };
	update();
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	cache_remove(top);
	return 0;
}

static void test_links(void **state)
{
	char before[65];

	(void)state;
	assert_true(is_link(in(ours, "tree/mm/a.c")));
	assert_false(is_link(in(ours, "tree/mm")));
	assert_holds(in(ours, "tree/mm/a.c"), "a\n");
	assert_int_equal(access(in(ours, "tree/run.sh"), X_OK), 0);
	assert_int_equal(access(in(ours, "tree/.git"), F_OK), -1);
	snprintf(before, sizeof(before), "%s", view.identity);
	update();
	assert_string_equal(view.identity, before);
	put(in(tree, "mm/a.c"), "another\n");
	put(in(tree, "mm/b.c"), "b\n");
	unlink(in(tree, "run.sh"));
	update();
	assert_string_not_equal(view.identity, before);
	assert_holds(in(ours, "tree/mm/a.c"), "another\n");
	assert_holds(in(ours, "tree/mm/b.c"), "b\n");
	assert_int_equal(access(in(ours, "tree/run.sh"), F_OK), -1);
}

static void test_patched(void **state)
{
	(void)state;
	assert_int_equal(own("mm/a.c\nmm/new.c\nnew/folder/c.c\n"), 0);
	assert_false(is_link(in(ours, "tree/mm/a.c")));
	put(in(ours, "tree/mm/a.c"), "patched\n");
	put(in(ours, "tree/mm/new.c"), "new\n");
	assert_holds(in(tree, "mm/a.c"), "a\n");
	update();
	assert_holds(in(ours, "tree/mm/a.c"), "a\n");
	assert_int_equal(access(in(ours, "tree/mm/new.c"), F_OK), -1);
}

/* what make goes by: the file's own time, that of our copy, never one from before what was built of it */
static void test_times(void **state)
{
	const struct timespec old[2] = { { .tv_sec = 1000000000 }, { .tv_sec = 1000000000 } };
	struct stat stamp, file;

	(void)state;
	usleep(20000);
	unlink(in(tree, "mm/a.c"));
	put(in(tree, "mm/a.c"), "older\n");
	assert_int_equal(utimensat(0, in(tree, "mm/a.c"), old, 0), 0);
	assert_int_equal(stat(in(ours, "updated"), &stamp), 0);
	update();
	assert_holds(in(ours, "tree/mm/a.c"), "older\n");
	assert_int_equal(stat(in(ours, "tree/mm/a.c"), &file), 0);
	assert_true(file.st_mtim.tv_sec >= stamp.st_mtim.tv_sec);
	/* a copy that is as the tree has it stays as it is */
	usleep(20000);
	stamp = file;
	update();
	assert_int_equal(stat(in(ours, "tree/mm/a.c"), &file), 0);
	assert_memory_equal(&file.st_mtim, &stamp.st_mtim, sizeof(file.st_mtim));
}

static void test_led_out(void **state)
{
	(void)state;
	assert_int_equal(symlink(top, in(tree, "out")), 0);
	update();
	assert_int_equal(own("out/victim\n"), -1);
	assert_non_null(strstr(error, "through a link"));
	assert_int_equal(own("out/new/victim\n"), -1);
	assert_int_equal(own("mm/a.c/x\n"), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_links, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_patched, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_times, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_led_out, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
