// SPDX-License-Identifier: GPL-2.0-or-later
#include "host/interrupts.h"

#include <stdlib.h>
#include <string.h>

#include "host/sysfile.h"

enum { MAX_INTERRUPTS = 16 << 20 };

static const char *skip_blanks(const char *text)
{
	return text + strspn(text, " \t");
}

/*
 * The first line names the online CPUs: "  CPU0  CPU2". Returns how many there
 * are, their numbers in @column.
 */
static size_t parse_columns(const char *line, uint64_t *column, size_t size)
{
	uint64_t number;
	size_t nr = 0;

	for (line = skip_blanks(line); nr < size && !strncmp(line, "CPU", 3); line = skip_blanks(line)) {
		line += 3;
		if (!text_number(&line, &number) || number > MAX_CPU_NUMBER)
			break;
		column[nr++] = number;
	}
	return nr;
}

/* " 24:   1   0  IO-APIC ...": true only with a number for every CPU, so not for "ERR: 0" */
static bool parse_row(const char *line, uint64_t *row, size_t nr)
{
	size_t i;

	line += strcspn(line, ":\n");
	if (*line++ != ':')
		return false;
	for (i = 0; i < nr; i++) {
		line = skip_blanks(line);
		if (!text_number(&line, &row[i]))
			return false;
	}
	return true;
}

static int make_counts(struct interrupts *interrupts, const uint64_t *column, size_t nr)
{
	size_t i, size = 0;

	for (i = 0; i < nr; i++)
		if (column[i] >= size)
			size = column[i] + 1;
	interrupts->count = malloc(size * sizeof(*interrupts->count));
	if (!interrupts->count)
		return -1;
	interrupts->nr = size;
	for (i = 0; i < size; i++)
		interrupts->count[i] = UINT64_MAX;
	for (i = 0; i < nr; i++)
		interrupts->count[column[i]] = 0;
	return 0;
}

void interrupts_read(struct interrupts *interrupts, const char *sysroot)
{
	uint64_t *column = NULL, *row = NULL;
	const char *line;
	size_t nr, i;
	char *text;

	*interrupts = (struct interrupts){ 0 };
	text = sysfile_all(sysroot, "/proc/interrupts", MAX_INTERRUPTS);
	column = calloc(MAX_CPU_NUMBER + 1, sizeof(*column));
	row = calloc(MAX_CPU_NUMBER + 1, sizeof(*row));
	if (!text || !column || !row)
		goto out;
	nr = parse_columns(text, column, MAX_CPU_NUMBER + 1);
	if (!nr || make_counts(interrupts, column, nr))
		goto out;
	for (line = strchr(text, '\n'); line; line = strchr(line, '\n')) {
		line++;
		if (!parse_row(line, row, nr))
			continue;
		for (i = 0; i < nr; i++)
			interrupts->count[column[i]] += row[i];
	}
out:
	free(row);
	free(column);
	free(text);
}

uint64_t interrupts_of(const struct interrupts *interrupts, size_t cpu)
{
	return cpu < interrupts->nr ? interrupts->count[cpu] : UINT64_MAX;
}

void interrupts_free(struct interrupts *interrupts)
{
	free(interrupts->count);
	*interrupts = (struct interrupts){ 0 };
}
