// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/sheet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* where parsing is; fields are ended and unquoted where they lie */
struct cursor {
	char *at, *end; /* of the text, which ends with a newline */
	size_t line;
};

/* what is wrong with the field at the cursor, or NULL; *last: whether it ends its line */
static const char *quoted_field(struct cursor *cursor, char **field, bool *last)
{
	char *from = cursor->at + 1, *to = from;

	*field = from;
	for (;; from++) {
		if (*from == '\n')
			return "a quote that is not closed";
		if (*from == '"' && *++from != '"')
			break;
		*to++ = *from;
	}
	if (*from != ',' && *from != '\n')
		return "something after a closing quote";
	*last = *from == '\n';
	*to = '\0';
	cursor->at = from + 1;
	return NULL;
}

static const char *plain_field(struct cursor *cursor, char **field, bool *last)
{
	char *end = cursor->at + strcspn(cursor->at, ",\n\"");

	if (*end == '"')
		return "a quote within a field";
	*field = cursor->at;
	*last = *end == '\n';
	*end = '\0';
	cursor->at = end + 1;
	return NULL;
}

static const char *next_field(struct cursor *cursor, const char **field, bool *last)
{
	char *found = NULL;
	const char *wrong = *cursor->at == '"' ? quoted_field(cursor, &found, last) :
						 plain_field(cursor, &found, last);

	if (!wrong && strlen(found) > MAX_SHEET_FIELD)
		return "a field that is too long";
	*field = found;
	return wrong;
}

static const char *parse_header(struct sheet *sheet, struct cursor *cursor)
{
	const char *names[MAX_SHEET_COLUMNS], *wrong;
	bool last = false;

	for (size_t i = 0; i < MAX_SHEET_COLUMNS; i++)
		names[i] = "";
	while (!last) {
		if (sheet->nr_columns == MAX_SHEET_COLUMNS)
			return "too many columns";
		wrong = next_field(cursor, &names[sheet->nr_columns], &last);
		if (wrong)
			return wrong;
		for (size_t i = 0; i < sheet->nr_columns; i++)
			if (!strcmp(names[i], names[sheet->nr_columns]))
				return "two columns of the same name";
		sheet->nr_columns++;
	}
	sheet->fields = calloc(sheet->nr_columns * (sheet->nr_rows + 1), sizeof(*sheet->fields));
	if (!sheet->fields)
		return "more than there is memory for";
	memcpy(sheet->fields, names, sheet->nr_columns * sizeof(names[0]));
	return NULL;
}

static const char *parse_row(struct sheet *sheet, struct cursor *cursor, size_t row)
{
	const char **fields = sheet->fields + (row + 1) * sheet->nr_columns, *wrong;
	bool last = false;

	for (size_t i = 0; i < sheet->nr_columns; i++) {
		if (last)
			return "fewer fields than the header has names";
		wrong = next_field(cursor, &fields[i], &last);
		if (wrong)
			return wrong;
	}
	return last ? NULL : "more fields than the header has names";
}

/* control characters have no place in a text file; the lines are counted on the way */
static const char *check_text(struct sheet *sheet, struct cursor *cursor)
{
	for (const char *at = cursor->at; at < cursor->end; at++) {
		if ((unsigned char)*at < ' ' && *at != '\n')
			return "bytes that are no text";
		cursor->line += *at == '\n';
	}
	if (cursor->at == cursor->end)
		return "nothing there";
	if (cursor->end[-1] != '\n')
		return "the end is missing";
	sheet->nr_rows = cursor->line - 2;
	cursor->line = 1;
	return sheet->nr_rows > MAX_SHEET_ROWS ? "too many rows" : NULL;
}

int sheet_parse(struct sheet *sheet, char *text, size_t bytes, char *error, size_t size)
{
	struct cursor cursor = { .at = text, .end = text + bytes, .line = 1 };
	const char *wrong;

	*sheet = (struct sheet){ .text = text };
	wrong = check_text(sheet, &cursor);
	if (!wrong)
		wrong = parse_header(sheet, &cursor);
	for (size_t row = 0; !wrong && row < sheet->nr_rows; row++) {
		cursor.line++;
		wrong = parse_row(sheet, &cursor, row);
	}
	if (!wrong)
		return 0;
	snprintf(error, size, "line %zu: %s", cursor.line, wrong);
	return -1;
}

void sheet_free(struct sheet *sheet)
{
	free(sheet->fields);
	free(sheet->text);
	*sheet = (struct sheet){ 0 };
}

int sheet_column(const struct sheet *sheet, const char *name)
{
	for (size_t i = 0; i < sheet->nr_columns; i++)
		if (!strcmp(sheet->fields[i], name))
			return (int)i;
	return -1;
}

const char *sheet_field(const struct sheet *sheet, size_t row, int column)
{
	if (column < 0)
		return "";
	return sheet->fields[(row + 1) * sheet->nr_columns + (size_t)column];
}
