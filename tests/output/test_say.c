// SPDX-License-Identifier: GPL-2.0-or-later
/* What is said on stderr: errors, warnings, and progress on a terminal alone. */
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "output/progress.h"
#include "output/say.h"

/* runs @speak with stderr on @fd and returns what came out of @from */
static void heard(void (*speak)(void), int fd, int from, char *text, size_t size)
{
	int saved = dup(STDERR_FILENO);
	struct pollfd poll_from = { .fd = from, .events = POLLIN };
	size_t length = 0;

	fflush(stderr);
	dup2(fd, STDERR_FILENO);
	speak();
	fflush(stderr);
	dup2(saved, STDERR_FILENO);
	close(saved);
	/* a terminal hands out what was written bit by bit and a little later */
	while (length < size - 1 && poll(&poll_from, 1, 200) > 0) {
		ssize_t more = read(from, text + length, size - 1 - length);

		if (more <= 0)
			break;
		length += (size_t)more;
	}
	text[length] = '\0';
}

static void speak_errors(void)
{
	say_error("%s: %s", "--cpu 99: no such CPU", "use one of 0-1");
	say_warning("two\nlines");
	progress_show("not a terminal", 0, 1, 1);
	progress_clear();
}

static void test_say(void **state)
{
	char text[512];
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	heard(speak_errors, ends[1], ends[0], text, sizeof(text));
	assert_string_equal(text, "foliolab: --cpu 99: no such CPU: use one of 0-1\n"
				  "foliolab: warning: two?lines\n");
	close(ends[0]);
	close(ends[1]);
}

static void speak_progress(void)
{
	progress_show("ladder", 2, 17, 75);
	progress_show("too soon to be drawn", 3, 17, 74);
	say_error("oops");
	progress_show("walk", 3, 17, -1);
	progress_clear();
	progress_clear();
}

static void test_progress(void **state)
{
	char text[512];
	int master = posix_openpt(O_RDWR | O_NOCTTY), slave;

	(void)state;
	if (master < 0 || grantpt(master) || unlockpt(master))
		skip();
	slave = open(ptsname(master), O_RDWR | O_NOCTTY);
	if (slave < 0)
		skip();
	heard(speak_progress, slave, master, text, sizeof(text));
	assert_string_equal(text, "\r[3/17] ladder, 1 min 15 s left\r                              \r"
				  "foliolab: oops\r\n\r[4/17] walk\r           \r");
	close(slave);
	close(master);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_say),
		cmocka_unit_test(test_progress),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
