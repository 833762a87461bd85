/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of a file, described once: a const table says where in a row's struct
 * each column lies, and CSV and JSON are both written from it.
 */
#ifndef FOLIOLAB_COLUMNS_H
#define FOLIOLAB_COLUMNS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum column_kind {
	COLUMN_TEXT,   /* const char *; NULL where there is none */
	COLUMN_COUNT,  /* int64_t; below 0 where there is none */
	COLUMN_FIGURE, /* double; NAN where it was not measured */
};

/* what there is none of is an empty field in CSV and null in JSON */
struct column {
	const char *name;
	enum column_kind kind;
	size_t offset; /* into the row's struct */
};

/* for a table whose rows are of struct row */
/* clang-format off */
#define ROW_TEXT(name, member)		{ name, COLUMN_TEXT, offsetof(struct row, member) }
#define ROW_COUNT(name, member)		{ name, COLUMN_COUNT, offsetof(struct row, member) }
#define ROW_FIGURE(name, member)	{ name, COLUMN_FIGURE, offsetof(struct row, member) }
/* clang-format on */

/* one field, quoted where it must be */
void csv_text(FILE *out, const char *text);
void columns_csv_header(FILE *out, const struct column *columns, size_t nr);
void columns_csv_row(FILE *out, const struct column *columns, size_t nr, const void *row);

/**
 * columns_json - a row as an object; NULL where memory ran out
 */
json_t *columns_json(const struct column *columns, size_t nr, const void *row);

/**
 * columns_parse - a row of CSV back into its struct
 * @line: one line without its end; cut up in place, and texts of the row lie in it
 *
 * Empty fields become what stands for none. Returns false where it has not
 * these columns.
 */
bool columns_parse(const struct column *columns, size_t nr, char *line, void *row);

#endif
