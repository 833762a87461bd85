// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernelcounts/console.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CONSOLE_LINE = 512 };

/* a decimal number, with one of @ends behind it, which is taken, too */
static bool take_number(const char **at, const char *ends, uint64_t *number)
{
	char *end;

	if (!isdigit((unsigned char)**at))
		return false;
	errno = 0;
	*number = strtoull(*at, &end, 10);
	if (errno || (*end && !strchr(ends, *end)))
		return false;
	*at = end + (*end != 0);
	return true;
}

/* "2:1,3:16384" */
static bool take_generations(const char *text, struct generations *generations)
{
	generations->nr = 0;
	while (*text) {
		size_t i = generations->nr;

		if (i == MAX_GENERATIONS || !take_number(&text, ":", &generations->seq[i]) ||
		    !take_number(&text, ",", &generations->pages[i]))
			return false;
		generations->nr++;
	}
	return generations->nr;
}

/* "INDEX STEP COUNT BEFORE AFTER" */
static bool take_region(struct console *console, char *line)
{
	struct region *region = &console->region[console->nr];
	const char *at = line;
	uint64_t index;
	char *after;

	if (console->nr == MAX_REGIONS || !take_number(&at, " ", &index) || index != console->nr || !at[0] ||
	    at[1] != ' ')
		return false;
	region->step = at[0];
	at += 2;
	if (!take_number(&at, " ", &region->count))
		return false;
	after = strchr(at, ' ');
	if (!after)
		return false;
	*after++ = 0;
	console->nr++;
	return take_generations(at, &region->before) && take_generations(after, &region->after);
}

/* 1 at the guest's end, 0 to go on, -1 with a line in @error */
static int take_line(struct console *console, char *line, char *error, size_t size)
{
	if (!strncmp(line, "guest 1 ", 8)) {
		snprintf(console->counter, sizeof(console->counter), "%.47s", line + 8);
	} else if (!strncmp(line, "error ", 6)) {
		snprintf(error, size, "the guest says: %.200s", line + 6);
		return -1;
	} else if (!strncmp(line, "region ", 7) && !take_region(console, line + 7)) {
		snprintf(error, size, "the guest says something odd in line '%.80s'", line);
		return -1;
	}
	return !strcmp(line, "done");
}

/* printable, without what a serial console adds */
static void clean(char *line, const char *from, size_t length)
{
	size_t kept = 0;

	for (size_t i = 0; i < length && kept + 1 < MAX_CONSOLE_LINE; i++)
		if (from[i] >= ' ' && from[i] <= '~')
			line[kept++] = from[i];
	line[kept] = 0;
}

int console_parse(struct console *console, const struct text *said, char *error, size_t size)
{
	const char *at = said->data ? said->data : "", *end = at + said->size;
	char line[MAX_CONSOLE_LINE] = "", last[MAX_CONSOLE_LINE] = "nothing";

	*console = (struct console){ 0 };
	while (at < end) {
		size_t length = line_length(at, end);
		int status;

		clean(line, at, length);
		status = take_line(console, line, error, size);
		if (status)
			return status > 0 ? 0 : -1;
		if (line[0])
			snprintf(last, sizeof(last), "%s", line);
		at += length + (at + length < end);
	}
	snprintf(error, size, "the guest did not come to its end, the last it said was '%.120s'", last);
	return -1;
}

uint64_t generations_pages(const struct generations *generations)
{
	uint64_t pages = 0;

	for (size_t i = 0; i < generations->nr; i++)
		pages += generations->pages[i];
	return pages;
}

uint64_t generations_bulk(const struct generations *generations, uint64_t *pages)
{
	uint64_t seq = 0;

	*pages = 0;
	for (size_t i = 0; i < generations->nr; i++) {
		if (generations->pages[i] <= *pages)
			continue;
		*pages = generations->pages[i];
		seq = generations->seq[i];
	}
	return seq;
}
