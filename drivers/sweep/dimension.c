// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "commands/parse.h"
#include "sweep/matrix.h"

static error_t add_value(struct dimension *dimension, const char *value, struct options *options)
{
	struct options tried = { .origin = options->origin };
	error_t error;

	if (dimension->nr == MAX_VALUES)
		return options_complain(options, "%s %s: give at most %d values", dimension->name, value,
					MAX_VALUES);
	error = options_set(&tried, dimension->name, value);
	options->reported = options->reported || tried.reported;
	if (error)
		return error;
	for (size_t i = 0; i < dimension->nr; i++)
		if (!strcmp(dimension->values[i], value))
			return options_complain(options, "%s %s: name it only once", dimension->name, value);
	snprintf(dimension->values[dimension->nr++], MAX_VALUE, "%s", value);
	return 0;
}

static error_t add_range(struct dimension *dimension, const char *text, const char *dots,
			 struct options *options)
{
	char from[MAX_VALUE], value[MAX_VALUE];
	uint64_t at, last;
	error_t error = 0;

	snprintf(from, sizeof(from), "%.*s", (int)(dots - text), text);
	if (!parse_count(from, 1, MAX_FOLIOS, &at) || !parse_count(dots + 2, at, MAX_FOLIOS, &last))
		return options_complain(options, "%s %s: give a range such as 4K..4M, which doubles",
					dimension->name, text);
	for (; !error && at <= last; at *= 2) {
		snprintf(value, sizeof(value), "%llu", (unsigned long long)at);
		error = add_value(dimension, value, options);
	}
	return error;
}

static error_t add_values(struct dimension *dimension, const char *values, struct options *options)
{
	error_t error = 0;
	uint64_t number;

	while (!error) {
		char text[MAX_VALUE];
		size_t length = strcspn(values, ",");
		const char *dots;

		if (!length || length >= sizeof(text))
			return options_complain(options, "%s %.40s: give values with commas between them",
						dimension->name, values);
		snprintf(text, sizeof(text), "%.*s", (int)length, values);
		dots = strstr(text, "..");
		/* 4K and 4096 are one value */
		if (!dots && parse_count(text, 0, MAX_FOLIOS, &number))
			snprintf(text, sizeof(text), "%llu", (unsigned long long)number);
		error = dots ? add_range(dimension, text, dots, options) : add_value(dimension, text, options);
		if (!values[length])
			break;
		values += length + 1;
	}
	return error;
}

error_t dimension_set(struct block *block, const char *name, const char *values, struct options *options)
{
	struct dimension *dimension = block->dimensions;

	while (dimension < block->dimensions + block->nr && strcmp(dimension->name, name))
		dimension++;
	if (dimension == block->dimensions + MAX_DIMENSIONS)
		return options_complain(options, "%s: give at most %d options", name, MAX_DIMENSIONS);
	if (dimension == block->dimensions + block->nr)
		block->nr++;
	*dimension = (struct dimension){ 0 };
	if (strlen(name) >= sizeof(dimension->name) || !strcmp(name, "seed"))
		return options_complain(options, "%.40s: no option of a workload, see foliolab run --help",
					name);
	snprintf(dimension->name, sizeof(dimension->name), "%s", name);
	return add_values(dimension, values, options);
}
