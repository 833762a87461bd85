// SPDX-License-Identifier: GPL-2.0-or-later
#include "host/smaps.h"

#include <string.h>

#include "host/sysfile.h"

/* a line of any length, of which the beginning is kept */
static bool next_line(FILE *stream, char *line, size_t size)
{
	size_t used = 0;
	int c;

	while ((c = getc_unlocked(stream)) != EOF && c != '\n')
		if (used < size - 1)
			line[used++] = (char)c;
	line[used] = '\0';
	return used || c != EOF;
}

/* not strtoull(), which takes blanks, signs and "0x" as well */
static bool parse_address(const char **text, uintptr_t *address)
{
	static const char digits[] = "0123456789abcdef";
	const char *cursor = *text, *digit;
	uintptr_t value = 0;

	while (*cursor && (digit = strchr(digits, *cursor))) {
		if (value > UINTPTR_MAX / 16)
			return false;
		value = value * 16 + (uintptr_t)(digit - digits);
		cursor++;
	}
	if (cursor == *text)
		return false;
	*text = cursor;
	*address = value;
	return true;
}

/* the first line of a mapping: "7f00-7f80 rw-p 00000000 00:00 0 name" */
static bool parse_range(const char *line, uintptr_t *start, uintptr_t *end)
{
	if (!parse_address(&line, start) || *line++ != '-')
		return false;
	return parse_address(&line, end) && *line == ' ';
}

/* "AnonHugePages:      2048 kB" */
static void parse_field(const char *line, const char *name, size_t *bytes)
{
	size_t length = strlen(name);
	uint64_t kilobytes;

	if (strncmp(line, name, length) != 0)
		return;
	line += length;
	line += strspn(line, " \t");
	if (!text_number(&line, &kilobytes) || kilobytes > SIZE_MAX / 1024)
		return;
	*bytes = (size_t)kilobytes * 1024;
}

bool smaps_find(FILE *stream, uintptr_t start, size_t bytes, struct smaps *smaps)
{
	uintptr_t from, to;
	bool inside = false;
	char line[256];

	*smaps = (struct smaps){ 0 };
	while (next_line(stream, line, sizeof(line))) {
		if (parse_range(line, &from, &to)) {
			if (inside)
				break;
			inside = from == start && to > from && to - from == bytes;
		} else if (inside) {
			parse_field(line, "KernelPageSize:", &smaps->page_size);
			parse_field(line, "AnonHugePages:", &smaps->huge);
		}
	}
	return inside;
}
