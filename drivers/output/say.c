// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/say.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "output/progress.h"

enum { MAX_LINE = 2048 };

/* names that people gave may hold anything, and it must stay one line */
static void make_one_line(char *text)
{
	for (; *text; text++) {
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = '?';
	}
}

static void say(const char *prefix, const char *format, va_list arguments)
{
	char text[MAX_LINE];
	int length = vsnprintf(text, sizeof(text), format, arguments);

	if (length < 0)
		snprintf(text, sizeof(text), "%s", format);
	else if ((size_t)length >= sizeof(text))
		memcpy(text + sizeof(text) - sizeof("..."), "...", sizeof("..."));
	make_one_line(text);
	progress_clear();
	fprintf(stderr, "foliolab: %s%s\n", prefix, text);
}

void say_error(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	say("", format, arguments);
	va_end(arguments);
}

void say_warning(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	say("warning: ", format, arguments);
	va_end(arguments);
}

int say_stdout_done(void)
{
	if (!fflush(stdout) && !ferror(stdout))
		return 0;
	say_error("standard output cannot be written (%s): make room, or send it elsewhere", strerror(errno));
	return EXIT_FAILED;
}
