// SPDX-License-Identifier: GPL-2.0-or-later
/* Which mails of a mailbox are patches, in which order, and what is in them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lift/mailbox.h"

#define FROM "From 0123456789 Mon Sep 17 00:00:00 2001\n"
#define DIFF "---\n f | 2 +-\n\ndiff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n-- \n2.39\n\n"

static char path[] = "/tmp/foliolab-mailbox-XXXXXX";
static struct series series;
static char error[256];

static int read_text(const char *text, size_t size)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
	series_free(&series);
	error[0] = 0;
	return mailbox_read(&series, path, error, sizeof(error));
}

static int read_string(const char *text)
{
	return read_text(text, strlen(text));
}

static void assert_error(const char *text, const char *expected)
{
	assert_int_equal(read_string(text), -1);
	if (!strstr(error, expected))
		print_error("got '%s'\n", error);
	assert_non_null(strstr(error, expected));
	assert_null(strchr(error, '\n'));
}

static void test_series(void **state)
{
	(void)state;
	assert_int_equal(
		read_string(
			FROM
			"Subject: [PATCH v2 0/2] cover\n\nA diff is quoted below.\n\n" FROM
			"Subject: [PATCH v2 2/2] mm: second\n\nFrom here on it says\nFrom one to two\n" DIFF FROM
			"Subject: Re: [PATCH v2 1/2] mm: first\nIn-Reply-To: <x>\n\n> diff --git a/f b/f\nNice.\n\n" FROM
			"Subject: [RFC PATCH v2 1/2] mm: first\n\nwhy\n" DIFF),
		0);
	assert_int_equal(series.nr, 2);
	assert_string_equal(series.patch[0].subject, "mm: first");
	assert_int_equal(series.patch[0].number, 1);
	assert_int_equal(series.patch[0].of, 2);
	assert_string_equal(series.patch[1].subject, "mm: second");
	assert_non_null(strstr(series.patch[1].body.data, "From one to two"));
	assert_non_null(strstr(series.patch[1].body.data, "@@ -1 +1 @@\n-a\n+b\n"));
}

static void test_encodings(void **state)
{
	(void)state;
	assert_int_equal(
		read_string(
			FROM
			"Subject: =?utf-8?q?=5BPATCH_1/3=5D_mm=3A_caf=C3=A9_=22x=22?=\nMIME-Version: 1.0\n"
			"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
			"why\n---\n\ndiff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a =3D a very l=\nong line\n+b\n\n" FROM
			"Subject: [PATCH 2/3]\n mm: folded\nMIME-Version: 1.0\nContent-Transfer-Encoding: base64\n"
			"Content-Type: text/plain\n\nLS0tIGEvZgorKysgYi9mCkBAIC0xICsxIEBACi1hDQorYg0K\n\n" FROM
			"Subject: [PATCH 3/3] mm: attached\nMIME-Version: 1.0\n"
			"Content-Type: multipart/mixed; boundary=\"b\"\n\n--b\nContent-Type: text/plain\n\nsee there\n"
			"--b\nContent-Type: text/x-patch\nContent-Disposition: attachment\n\n" DIFF "--b--\n"),
		0);
	assert_int_equal(series.nr, 3);
	assert_string_equal(series.patch[0].subject, "mm: caf' 'x'");
	assert_non_null(strstr(series.patch[0].body.data, "-a = a very long line\n"));
	assert_string_equal(series.patch[1].subject, "mm: folded");
	assert_non_null(strstr(series.patch[1].body.data, "-a\n+b\n"));
	assert_non_null(strstr(series.patch[2].body.data, "-a\n+b\n"));
}

static void test_one_mail(void **state)
{
	(void)state;
	assert_int_equal(read_string("From: x <x@example.org>\r\nSubject: [PATCH] mm: alone\r\n\r\nwhy\r\n"
				     "--- a/f\r\n+++ b/f\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n"),
			 0);
	assert_int_equal(series.nr, 1);
	assert_int_equal(series.patch[0].number, 0);
	assert_null(strchr(series.patch[0].body.data, '\r'));
}

static void test_refused(void **state)
{
	(void)state;
	assert_error("", "is empty");
	assert_error("Dear all,\n\nhere is no mail.\n", "is no mailbox");
	assert_error(FROM "Subject: [PATCH 0/6] cover\n\nalone\n", "holds no patch");
	assert_error(FROM "Subject: [PATCH 1/6] cut\n\nwhy\n---\n mm/vm", "without a diff");
	assert_error(FROM "Subject: [PATCH 1/3] a\n\n" DIFF FROM "Subject: [PATCH 3/3] c\n\n" DIFF,
		     "in the middle");
	assert_error(FROM "Subject: [PATCH 1/3] a\n\n" DIFF FROM "Subject: [PATCH v2 1/3] a\n\n" DIFF,
		     "twice");
	assert_error(FROM "Subject: [PATCH 2/2] b\n\n" DIFF, "lacks the first patch");
	assert_error(FROM "Subject: [PATCH 1/2] a\n\n" DIFF FROM "Subject: [PATCH] b\n\n" DIFF,
		     "with and without a number");
	assert_error(FROM "Subject: [PATCH 1/2] a\n\n" DIFF FROM "Subject: [PATCH 2/3] b\n\n" DIFF,
		     "several series");
	assert_int_equal(read_text("From: a\nSubject: b\n\n\0\n", 23), -1);
	assert_non_null(strstr(error, "not text"));
}

static void test_many(void **state)
{
	struct text box = { 0 };

	(void)state;
	for (int i = 1; i <= MAX_PATCHES + 1; i++)
		assert_true(text_print(&box, FROM "Subject: [PATCH %d/20] x\n\n" DIFF, i));
	assert_error(box.data, "more than 19");
	text_free(&box);
	for (int i = 0; i < 2001; i++)
		assert_true(text_print(&box, FROM "Subject: hello\n\nhello\n"));
	assert_error(box.data, "more than 2000");
	text_free(&box);
}

static void test_long_line(void **state)
{
	size_t size = 12 << 20;
	char *text = malloc(size);

	(void)state;
	assert_non_null(text);
	memset(text, 'x', size);
	for (size_t i = 0; i < strlen(FROM); i++)
		text[i] = FROM[i];
	assert_int_equal(read_text(text, size), -1);
	assert_non_null(strstr(error, "65536 bytes"));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_series),   cmocka_unit_test(test_encodings),
		cmocka_unit_test(test_one_mail), cmocka_unit_test(test_refused),
		cmocka_unit_test(test_many),     cmocka_unit_test(test_long_line),
	};
	int file = mkstemp(path), failed;

	if (file < 0)
		return 1;
	close(file);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	series_free(&series);
	unlink(path);
	return failed;
}
