/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A CSV file read back whole. It may come from anywhere, so everything about it is bounded and checked. */
#ifndef FOLIOLAB_SHEET_H
#define FOLIOLAB_SHEET_H

#include <stdbool.h>
#include <stddef.h>

enum {
	MAX_SHEET_BYTES = 64 << 20,
	MAX_SHEET_ROWS = 1 << 18,
	MAX_SHEET_COLUMNS = 512,
	MAX_SHEET_FIELD = 1024, /* bytes of one field */
};

struct sheet {
	size_t nr_columns, nr_rows; /* without the header */
	char *text;                 /* that the fields lie in */
	const char **fields;        /* the header's, then row by row */
};

/**
 * sheet_parse - takes the fields of @text apart
 * @text: allocated, the sheet's from then on, also on failure; changed in place
 *
 * A header with names that differ, then rows of as many fields, each ended by a
 * newline; quotes as RFC 4180 has them, but no newline within. Returns 0, or
 * -1 with "line N: what is wrong" in @error. sheet_free() either way.
 */
int sheet_parse(struct sheet *sheet, char *text, size_t bytes, char *error, size_t size);
void sheet_free(struct sheet *sheet);

/* the column with that name, or -1 */
int sheet_column(const struct sheet *sheet, const char *name);

/* "" for a column that is not there, which is what an empty field is, too */
const char *sheet_field(const struct sheet *sheet, size_t row, int column);

static inline const char *sheet_name(const struct sheet *sheet, size_t column)
{
	return sheet->fields[column];
}

#endif
