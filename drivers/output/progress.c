// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/progress.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { MAX_WIDTH = 160, USUAL_WIDTH = 80 };

/* the line that stands on the terminal now */
static struct {
	int width;        /* 0: no line there */
	int64_t drawn_ns; /* when last */
	bool off;
} line;

static const int64_t between_ns = 100000000;

static int64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * (int64_t)1000000000 + now.tv_nsec;
}

static int terminal_width(void)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col)
		return USUAL_WIDTH;
	return size.ws_col < MAX_WIDTH ? size.ws_col : MAX_WIDTH;
}

static void time_left(char *text, size_t size, double seconds)
{
	if (!(seconds >= 0 && seconds < 1e7)) {
		text[0] = '\0';
		return;
	}

	long whole = lround(seconds);

	if (whole < 60)
		snprintf(text, size, ", %ld s left", whole);
	else if (whole < 3600)
		snprintf(text, size, ", %ld min %02ld s left", whole / 60, whole % 60);
	else
		snprintf(text, size, ", %ld h %02ld min left", whole / 3600, whole / 60 % 60);
}

void progress_show(const char *what, size_t case_index, size_t nr_cases, double left_s)
{
	int64_t now = now_ns();
	char left[48], text[MAX_WIDTH];
	int room, width;

	if (line.off || (line.width && now - line.drawn_ns < between_ns) || !isatty(STDERR_FILENO))
		return;
	time_left(left, sizeof(left), left_s);
	/* a line that fills the last column would wrap, and then not go away */
	room = terminal_width() - 1;
	width = snprintf(text, (size_t)room + 1, "[%zu/%zu] %s%s", case_index + 1, nr_cases, what, left);
	if (width < 0)
		return;
	width = width < room ? width : room;
	fprintf(stderr, "\r%-*s", line.width > width ? line.width : width, text);
	fflush(stderr);
	line.width = width;
	line.drawn_ns = now;
}

void progress_clear(void)
{
	if (!line.width)
		return;
	fprintf(stderr, "\r%*s\r", line.width, "");
	fflush(stderr);
	line.width = 0;
}

void progress_off(void)
{
	line.off = true;
}
