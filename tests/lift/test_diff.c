// SPDX-License-Identifier: GPL-2.0-or-later
/* What of a mail reaches patch, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lift/diff.h"

#define HUNK   "@@ -1,2 +1,2 @@\n a\n-b\n+c\n"
#define VMSCAN "--- a/mm/vmscan.c\n+++ b/mm/vmscan.c\n"

static struct diff diff;
static enum diff_scope scope = DIFF_LIFTED;
static char error[256];

static int filter(const char *mail)
{
	struct text body = { 0 };
	int status;

	assert_true(text_add(&body, mail, strlen(mail)));
	diff_free(&diff);
	error[0] = 0;
	status = diff_filter(&diff, &body, scope, error, sizeof(error));
	text_free(&body);
	return status;
}

static void assert_kept(const char *mail, const char *kept)
{
	assert_int_equal(filter(mail), 0);
	assert_string_equal(diff.kept.data ? diff.kept.data : "", kept);
}

static void assert_refused(const char *mail, const char *why)
{
	assert_int_equal(filter(mail), -1);
	if (!strstr(error, why))
		print_error("'%s' got '%s'\n", mail, error);
	assert_non_null(strstr(error, why));
}

static void test_kept(void **state)
{
	(void)state;
	assert_kept(
		"why\n---\n mm/vmscan.c | 2\n\ndiff --git a/mm/vmscan.c b/mm/vmscan.c\nindex 1..2 100644\n" VMSCAN HUNK
		"-- \n2.39\n",
		VMSCAN HUNK);
	/* other files are left out, ours are not */
	assert_kept("--- a/mm/swap.c\n+++ b/mm/swap.c\n" HUNK VMSCAN HUNK HUNK
		    "--- a/Makefile\n+++ b/Makefile\n" HUNK,
		    VMSCAN HUNK HUNK);
	assert_int_equal(diff.nr_kept, 1);
	assert_int_equal(diff.nr_others, 2);
	/* other prefixes and dates are written anew; what pretends to be for patch is not passed on */
	assert_kept(
		"Index: /etc/passwd\nPrereq: 1\n--- old/mm/vmscan.c\t2026-01-01\n+++ new/mm/vmscan.c\t2026-01-02\n" HUNK,
		VMSCAN HUNK);
	/* blanks at the ends of lines are lost in mail; lines that look like headers are content */
	assert_kept(VMSCAN "@@ -1,3 +1,3 @@\n a\n\n--- a/x\n+++ b/x\n",
		    VMSCAN "@@ -1,3 +1,3 @@\n a\n \n--- a/x\n+++ b/x\n");
	assert_kept(VMSCAN "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n",
		    VMSCAN
		    "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n");
	assert_kept("no diff\n--- at all\n", "");
}

static void test_paths(void **state)
{
	static const char *const paths[] = {
		"/etc/passwd",
		"a/../../etc/passwd",
		"../mm/vmscan.c",
		"a/mm/../../x",
		"a//etc/passwd",
		"a/..",
		"\"a/mm/vmscan.c\"",
		"",
		"x",
	};
	char mail[256];

	(void)state;
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		snprintf(mail, sizeof(mail), "--- a/mm/swap.c\n+++ %s\n" HUNK, paths[i]);
		assert_refused(mail, "leads out of a tree");
		snprintf(mail, sizeof(mail), "--- %s\n+++ b/mm/swap.c\n" HUNK, paths[i]);
		assert_refused(mail, "leads out of a tree");
	}
}

static void test_cut(void **state)
{
	(void)state;
	assert_refused(VMSCAN "@@ -1,2 +1,2 @@\n a\n", "ends inside a hunk");
	assert_refused(VMSCAN "@@ -1,2 +1,2 @@\n a\n-b\nFrom someone\n", "ends inside a hunk");
	assert_refused(VMSCAN "@@ -1,2 +1,2 @@", "ends inside a hunk");
	assert_refused(VMSCAN "@@ -x +1 @@\n", "makes no sense");
	assert_refused(VMSCAN "@@ -1,99999999999999999999 +1 @@\n", "makes no sense");
	/* also where the file is nobody's here: the mail is broken */
	assert_refused("--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n", "ends inside a hunk");
}

static void test_whole_files(void **state)
{
	static const char ours[] = "diff --git a/mm/vmscan.c b/mm/vmscan.c\n";
	static const char *const kinds[] = {
		"deleted file mode 100644\n",
		"new file mode 120000\n",
		"rename from mm/x.c\n",
		"GIT binary patch\nliteral 3\n",
		"Binary files a/mm/vmscan.c and b/mm/vmscan.c differ\n",
	};
	char mail[256];

	(void)state;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		snprintf(mail, sizeof(mail), "%s%sindex 1..2\n", ours, kinds[i]);
		assert_refused(mail, "creates, removes or renames");
		snprintf(mail, sizeof(mail), "diff --git a/x b/x\n%sindex 1..2\n", kinds[i]);
		assert_kept(mail, "");
	}
	assert_refused("--- a/mm/vmscan.c\n+++ /dev/null\n" HUNK, "creates, removes or renames");
	assert_refused("--- /dev/null\n+++ b/mm/vmscan.c\n" HUNK, "creates, removes or renames");
	assert_refused("--- a/mm/swap.c\n+++ b/mm/vmscan.c\n" HUNK, "creates, removes or renames");
	assert_kept("--- /dev/null\n+++ b/mm/new.c\n@@ -0,0 +1 @@\n+a\n", "");
}

/* a kernel that is built has all files of a series; they may come and go, but not be renamed */
static void test_all(void **state)
{
	(void)state;
	scope = DIFF_ALL;
	assert_kept("--- a/mm/swap.c\n+++ b/mm/swap.c\n" HUNK VMSCAN HUNK,
		    "--- a/mm/swap.c\n+++ b/mm/swap.c\n" HUNK VMSCAN HUNK);
	assert_string_equal(diff.files.data, "mm/swap.c\nmm/vmscan.c\n");
	assert_kept("diff --git a/mm/new.c b/mm/new.c\nnew file mode 100644\n--- /dev/null\n+++ b/mm/new.c\n"
		    "@@ -0,0 +1 @@\n+a\n"
		    "--- a/mm/old.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n",
		    "--- /dev/null\n+++ b/mm/new.c\n@@ -0,0 +1 @@\n+a\n"
		    "--- a/mm/old.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n");
	assert_string_equal(diff.files.data, "mm/new.c\nmm/old.c\n");
	assert_kept("--- /dev/null\n+++ /dev/null\n@@ -0,0 +1 @@\n+a\n", "");
	assert_refused("--- a/mm/old.c\n+++ b/mm/new.c\n" HUNK, "renamed");
	assert_refused("diff --git a/a.c b/b.c\nrename from a.c\nrename to b.c\n", "renamed");
	assert_refused("diff --git a/a b/a\nGIT binary patch\nliteral 1\n", "in binary");
	assert_refused("--- a/mm/new.c\n+++ b/../new.c\n" HUNK, "leads out of a tree");
	scope = DIFF_LIFTED;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kept),        cmocka_unit_test(test_paths), cmocka_unit_test(test_cut),
		cmocka_unit_test(test_whole_files), cmocka_unit_test(test_all),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	diff_free(&diff);
	return failed;
}
