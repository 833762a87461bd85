// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/columns.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
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

static void csv_text(FILE *out, const char *text)
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
