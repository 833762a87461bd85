// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/grid.h"

#include <stdarg.h>
#include <string.h>

enum { MAX_TEXT = GRID_COLUMNS * (GRID_CELL + 2) };

void grid_cell(struct grid *grid, size_t column, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(grid->cells[grid->rows - 1][column], GRID_CELL, format, arguments);
	va_end(arguments);
}

/* widths of the columns; returns the width of all with @gap between those that have any */
static size_t measure(const struct grid *grid, size_t gap, size_t widths[GRID_COLUMNS])
{
	size_t all = 0;

	for (size_t column = 0; column < GRID_COLUMNS; column++) {
		widths[column] = 0;
		for (size_t row = 0; row < grid->rows; row++) {
			size_t width = strlen(grid->cells[row][column]);

			widths[column] = width > widths[column] ? width : widths[column];
		}
		if (widths[column])
			all += widths[column] + (all ? gap : 0);
	}
	return all;
}

static void print_row(FILE *out, char cells[GRID_COLUMNS][GRID_CELL], const size_t widths[GRID_COLUMNS],
		      size_t gap, unsigned int left)
{
	char text[MAX_TEXT + 1];
	size_t used = 0;

	for (size_t column = 0; column < GRID_COLUMNS; column++) {
		int width = (int)widths[column];

		if (!width)
			continue;
		if (left >> column & 1)
			width = -width;
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%*s%*s", used ? (int)gap : 0, "",
					 width, cells[column]);
	}
	while (used && text[used - 1] == ' ')
		used--;
	text[used] = '\0';
	print_wrapped(out, text);
}

void grid_print(FILE *out, const struct grid *grid, unsigned int left)
{
	size_t widths[GRID_COLUMNS], gap = 2;

	if (measure(grid, gap, widths) > LINE_WIDTH)
		gap = 1;
	for (size_t row = 0; row < grid->rows; row++) {
		char cells[GRID_COLUMNS][GRID_CELL];

		memcpy(cells, grid->cells[row], sizeof(cells));
		print_row(out, cells, widths, gap, left | 1);
	}
}

static void print_ascii(FILE *out, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		putc(text[i] >= ' ' && text[i] < 0x7f ? text[i] : '?', out);
}

/* how much of @text fits in @room; breaks after a comma or semicolon in the second half, else at a space */
static size_t fitting(const char *text, size_t room)
{
	size_t length = strlen(text), at = room;

	if (length <= room)
		return length;
	while (at > room / 2 && !(text[at] == ' ' && strchr(",;", text[at - 1])))
		at--;
	if (at > room / 2)
		return at;
	for (at = room; at && text[at] != ' '; at--)
		;
	return at ? at : room;
}

void print_wrapped(FILE *out, const char *text)
{
	size_t indent = 0;

	do {
		size_t length = fitting(text, LINE_WIDTH - indent);

		fprintf(out, "%*s", (int)indent, "");
		print_ascii(out, text, length);
		putc('\n', out);
		text += length;
		text += strspn(text, " ");
		indent = 2;
	} while (*text);
}
