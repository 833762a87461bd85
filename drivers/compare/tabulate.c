// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/tabulate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/order.h"
#include "compare/origins.h"
#include "output/grid.h"
#include "output/number.h"

enum { MAX_LABELS = NR_KEYS + 1, NARROWEST = 7, MAX_TABLE_LINE = 1024 };

/* the results of one kernel and part, in order: rows lie together */
struct section {
	FILE *out;
	const struct collection *collection;
	const struct origins *origins;
	const struct ordered *members;
	size_t nr;
	bool by_variant; /* columns are variants, not origins */
	bool cycles;
	bool shown[NR_KEYS]; /* which keys differ among the members */
	size_t nr_columns;   /* of all the figures */
	int label_widths[MAX_LABELS];
};

static const char *key_text(const struct result *result, enum key key, char *text, size_t size)
{
	const char *run = result->keys[KEY_OF_RUN_LENGTH];

	snprintf(text, size, "%.40s%s%.20s", result->keys[key], key == KEY_OF_LAYOUT && *run ? ":" : "",
		 key == KEY_OF_LAYOUT ? run : "");
	return text;
}

/* the run length is told with the layout */
static void find_shown(struct section *section)
{
	for (enum key key = 0; key < NR_KEYS; key++) {
		enum key of = key == KEY_OF_RUN_LENGTH ? KEY_OF_LAYOUT : key;

		for (size_t i = 1; i < section->nr; i++)
			if (strcmp(section->members[i].result->keys[key],
				   section->members[0].result->keys[key]))
				section->shown[of] = true;
	}
}

static void print_heading(const struct section *section)
{
	const struct result *result = section->members[0].result;
	char line[MAX_TABLE_LINE], text[80];
	int length = snprintf(line, sizeof(line), "%.60s", result->kernel);

	if (strcmp(result->part, "pass"))
		length += snprintf(line + length, sizeof(line) - (size_t)length, ", %.60s", result->part);
	for (enum key key = 0; key < NR_KEYS; key++) {
		const char *value = result->keys[key];

		if (section->shown[key] || key == KEY_OF_RUN_LENGTH || !key_said(key, value))
			continue;
		length += snprintf(line + length, sizeof(line) - (size_t)length, ", %s %s", key_columns[key],
				   key_text(result, key, text, sizeof(text)));
	}
	snprintf(line + length, sizeof(line) - (size_t)length, "; %s per item",
		 section->cycles ? "cycles" : "ns");
	print_wrapped(section->out, line);
}

static void widen(int *width, const char *text)
{
	int length = (int)strlen(text);

	*width = length > *width ? length : *width;
}

static void measure_labels(struct section *section)
{
	char text[80];

	for (enum key key = 0; key < NR_KEYS; key++) {
		if (!section->shown[key])
			continue;
		widen(&section->label_widths[key], key_columns[key]);
		for (size_t i = 0; i < section->nr; i++)
			widen(&section->label_widths[key],
			      key_text(section->members[i].result, key, text, sizeof(text)));
	}
	if (section->by_variant)
		return;
	widen(&section->label_widths[NR_KEYS], "variant");
	for (size_t i = 0; i < section->nr; i++)
		widen(&section->label_widths[NR_KEYS], section->members[i].result->variant);
}

/* @result: NULL for the line of names */
static int put_labels(const struct section *section, const struct result *result, char *line, size_t size)
{
	char text[80];
	int length = 0;

	for (enum key key = 0; key < NR_KEYS; key++) {
		if (!section->shown[key])
			continue;
		length += snprintf(line + length, size - (size_t)length, "%-*s ", section->label_widths[key],
				   result ? key_text(result, key, text, sizeof(text)) : key_columns[key]);
	}
	if (!section->by_variant)
		length += snprintf(line + length, size - (size_t)length, "%-*.80s ",
				   section->label_widths[NR_KEYS], result ? result->variant : "variant");
	return length;
}

static const char *column_head(const struct section *section, size_t column)
{
	if (!section->by_variant)
		return section->origins->columns[column].head;
	for (size_t i = 0; i < section->nr; i++)
		if (section->members[i].variant == column)
			return section->members[i].result->variant;
	return "";
}

static int column_width(const struct section *section, size_t column)
{
	int width = (int)strlen(column_head(section, column));

	return width < NARROWEST ? NARROWEST : width > 20 ? 20 : width;
}

static double figure_of(const struct section *section, const struct result *result)
{
	return section->cycles ? result->cycles.mid : result->ns.mid;
}

/*
 * The values of the row that begins at @from: by variant, or by origin. Returns
 * where the next row begins: what is there twice has a row of its own.
 */
static size_t row_values(const struct section *section, size_t from, double *values, size_t nr_values)
{
	const struct ordered *first = &section->members[from];
	bool *filled = calloc(nr_values + 1, sizeof(*filled));
	size_t at = from;

	for (size_t i = 0; i < nr_values; i++)
		values[i] = NAN;
	for (; filled && at < section->nr; at++) {
		const struct ordered *one = &section->members[at];
		size_t to = section->by_variant ? one->variant : one->origin;

		if (compare_keys(first->result, one->result) || filled[to] ||
		    (!section->by_variant && one->variant != first->variant))
			break;
		filled[to] = true;
		values[to] = figure_of(section, one->result);
	}
	free(filled);
	return at > from ? at : from + 1;
}

static void print_line(FILE *out, char *line)
{
	size_t length = strlen(line);

	while (length && line[length - 1] == ' ')
		line[--length] = '\0';
	for (size_t i = 0; i < length; i++)
		if (line[i] < ' ' || line[i] > '~')
			line[i] = '?';
	fprintf(out, "%s\n", line);
}

/* columns that fit beside the labels, at least one */
static size_t fitting_columns(const struct section *section, size_t first)
{
	char line[MAX_TABLE_LINE];
	int width = put_labels(section, NULL, line, sizeof(line));
	size_t nr = 0;

	for (; first + nr < section->nr_columns; nr++) {
		width += column_width(section, first + nr) + 1;
		if (nr && width > LINE_WIDTH + 1)
			break;
	}
	return nr;
}

static void print_columns(const struct section *section, size_t first, size_t nr, double *values,
			  size_t nr_values)
{
	char line[MAX_TABLE_LINE];
	int length = put_labels(section, NULL, line, sizeof(line));

	for (size_t i = first; i < first + nr; i++)
		length += snprintf(line + length, sizeof(line) - (size_t)length, "%*.20s ",
				   column_width(section, i), column_head(section, i));
	print_line(section->out, line);
	for (size_t at = 0; at < section->nr;) {
		const struct result *result = section->members[at].result;

		at = row_values(section, at, values, nr_values);
		length = put_labels(section, result, line, sizeof(line));
		for (size_t i = first; i < first + nr; i++) {
			double value = section->by_variant ?
					       values[i] :
					       origin_figure(&section->origins->columns[i], values);

			length += snprintf(
				line + length, sizeof(line) - (size_t)length, "%*s ", column_width(section, i),
				number_fixed(value, value < 1000 ? section->cycles ? 1 : 2 : 0).text);
		}
		print_line(section->out, line);
	}
}

static int print_section(struct section *section, size_t nr_variants)
{
	size_t nr_values = section->by_variant ? nr_variants : section->origins->nr;
	double *values = calloc(nr_values + 1, sizeof(*values));

	if (!values)
		return -1;
	section->nr_columns = section->by_variant ? nr_variants : section->origins->nr_columns;
	section->cycles = true;
	for (size_t i = 0; i < section->nr; i++)
		if (isnan(section->members[i].result->cycles.mid) && !isnan(section->members[i].result->ns.mid))
			section->cycles = false;
	find_shown(section);
	measure_labels(section);
	putc('\n', section->out);
	print_heading(section);
	for (size_t first = 0, nr; first < section->nr_columns; first += nr) {
		nr = fitting_columns(section, first);
		print_columns(section, first, nr, values, nr_values);
	}
	free(values);
	return 0;
}

int tabulate(FILE *out, const struct collection *collection)
{
	struct origins origins;
	struct ordered *all = NULL;
	int ret = origins_find(&origins, collection);

	if (!ret)
		all = order_results(collection, &origins);
	if (!all)
		ret = -1;
	if (!ret)
		origins_print(out, &origins, collection);
	for (size_t from = 0, end; !ret && from < collection->nr_results; from = end) {
		struct section section = {
			.out = out,
			.collection = collection,
			.origins = &origins,
			.members = all + from,
			.by_variant = origins.nr == 1,
		};
		size_t nr_variants = 0;

		for (end = from; end < collection->nr_results && all[end].group == all[from].group; end++)
			nr_variants = all[end].variant >= nr_variants ? all[end].variant + 1 : nr_variants;
		section.nr = end - from;
		ret = print_section(&section, nr_variants);
	}
	free(all);
	origins_free(&origins);
	return ret;
}
