// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/columns.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "output/number.h"

union value {
	const char *text;
	int64_t count;
	double figure;
};

static union value value_of(const struct column *column, const void *row)
{
	const char *at = (const char *)row + column->offset;
	union value value = { .text = NULL };

	switch (column->kind) {
	case COLUMN_TEXT:
		memcpy(&value.text, at, sizeof(value.text));
		break;
	case COLUMN_COUNT:
		memcpy(&value.count, at, sizeof(value.count));
		break;
	case COLUMN_FIGURE:
		memcpy(&value.figure, at, sizeof(value.figure));
		break;
	}
	return value;
}

void csv_text(FILE *out, const char *text)
{
	if (!strpbrk(text, ",\"\r\n")) {
		fputs(text, out);
		return;
	}
	putc('"', out);
	for (; *text; text++) {
		if (*text == '"')
			putc('"', out);
		putc(*text, out);
	}
	putc('"', out);
}

static void csv_field(FILE *out, const struct column *column, const void *row)
{
	union value value = value_of(column, row);

	switch (column->kind) {
	case COLUMN_TEXT:
		csv_text(out, value.text ? value.text : "");
		break;
	case COLUMN_COUNT:
		if (value.count >= 0)
			fprintf(out, "%" PRId64, value.count);
		break;
	case COLUMN_FIGURE:
		fputs(number_exact(value.figure).text, out);
		break;
	}
}

void columns_csv_header(FILE *out, const struct column *columns, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		if (i)
			putc(',', out);
		csv_text(out, columns[i].name);
	}
	putc('\n', out);
}

void columns_csv_row(FILE *out, const struct column *columns, size_t nr, const void *row)
{
	for (size_t i = 0; i < nr; i++) {
		if (i)
			putc(',', out);
		csv_field(out, &columns[i], row);
	}
	putc('\n', out);
}

static json_t *json_value(const struct column *column, const void *row)
{
	union value value = value_of(column, row);

	switch (column->kind) {
	case COLUMN_TEXT:
		return value.text ? json_string(value.text) : json_null();
	case COLUMN_COUNT:
		return value.count >= 0 ? json_integer(value.count) : json_null();
	case COLUMN_FIGURE:
		return isfinite(value.figure) ? json_real(value.figure) : json_null();
	}
	return json_null();
}

json_t *columns_json(const struct column *columns, size_t nr, const void *row)
{
	json_t *object = json_object();

	for (size_t i = 0; object && i < nr; i++) {
		if (!json_object_set_new(object, columns[i].name, json_value(&columns[i], row)))
			continue;
		json_decref(object);
		return NULL;
	}
	return object;
}

/*
 * Takes one field off the front of *@line, without its quotes and zero-terminated
 * in place. NULL where a quote is not closed. *@line is NULL after the last.
 */
static char *take_field(char **line)
{
	char *from = *line, *field = from, *to = from;
	bool quoted = *from == '"';

	for (from += quoted; *from; from++) {
		if (!quoted && *from == ',')
			break;
		if (quoted && *from == '"') {
			if (from[1] != '"')
				break;
			from++;
		}
		*to++ = *from;
	}
	if (quoted && (*from++ != '"' || (*from && *from != ',')))
		return NULL;
	*line = *from ? from + 1 : NULL;
	*to = '\0';
	return field;
}

static bool parse_field(const struct column *column, char *field, void *row)
{
	char *at = (char *)row + column->offset, *end = field;
	const char *text = *field ? field : NULL;
	int64_t count = -1;
	double figure = NAN;

	errno = 0;
	switch (column->kind) {
	case COLUMN_TEXT:
		memcpy(at, &text, sizeof(text));
		return true;
	case COLUMN_COUNT:
		if (text)
			count = strtoimax(field, &end, 10);
		memcpy(at, &count, sizeof(count));
		return !errno && !*end && (!text || (*field >= '0' && *field <= '9'));
	case COLUMN_FIGURE:
		if (text)
			figure = strtod(field, &end);
		memcpy(at, &figure, sizeof(figure));
		return !*end && (!text || isfinite(figure));
	}
	return false;
}

bool columns_parse(const struct column *columns, size_t nr, char *line, void *row)
{
	for (size_t i = 0; i < nr; i++) {
		char *field = line ? take_field(&line) : NULL;

		if (!field || !parse_field(&columns[i], field, row))
			return false;
	}
	return !line;
}
