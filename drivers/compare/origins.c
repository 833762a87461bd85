// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/origins.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "output/grid.h"

/* as many CPUs of one kind stand side by side */
enum { SIDE_BY_SIDE = 4 };

static int by_place(const void *a, const void *b)
{
	const struct origin *x = a, *y = b;

	if (x->machine != y->machine)
		return x->machine < y->machine ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return (x->cpu > y->cpu) - (x->cpu < y->cpu);
}

static struct origin place_of(const struct result *result)
{
	return (struct origin){ result->machine, result->kind, result->cpu };
}

/* A, B ... Z, AA, AB ... */
static void letters(char *text, size_t size, size_t index)
{
	char reversed[8];
	size_t length = 0, at = 0;

	for (index++; index && length < sizeof(reversed); index = (index - 1) / 26)
		reversed[length++] = (char)('A' + (index - 1) % 26);
	while (length && at + 1 < size)
		text[at++] = reversed[--length];
	text[at] = '\0';
}

static void add_column(struct origins *origins, size_t first, size_t nr, enum statistic statistic, size_t name)
{
	static const char *const words[] = { "", " low", " mid", " high" };
	struct origin_column *column = &origins->columns[origins->nr_columns++];
	char letter[8];

	*column = (struct origin_column){ first, nr, statistic, "" };
	letters(letter, sizeof(letter), name);
	snprintf(column->head, sizeof(column->head), "%s%s", letter, words[statistic]);
}

static void make_columns(struct origins *origins)
{
	size_t name = 0;

	for (size_t first = 0, end; first < origins->nr; first = end) {
		const struct origin *one = &origins->list[first];

		for (end = first + 1; end < origins->nr && origins->list[end].machine == one->machine &&
				      origins->list[end].kind == one->kind;
		     end++)
			;
		if (end - first <= SIDE_BY_SIDE) {
			for (size_t i = first; i < end; i++)
				add_column(origins, i, 1, THE_VALUE, name++);
			continue;
		}
		for (enum statistic i = THE_LOWEST; i <= THE_HIGHEST; i++)
			add_column(origins, first, end - first, i, name);
		name++;
	}
}

int origins_find(struct origins *origins, const struct collection *collection)
{
	size_t nr = 0;

	*origins = (struct origins){ 0 };
	origins->list = calloc(collection->nr_results + 1, sizeof(*origins->list));
	if (!origins->list)
		return -1;
	for (size_t i = 0; i < collection->nr_results; i++)
		origins->list[i] = place_of(&collection->results[i]);
	qsort(origins->list, collection->nr_results, sizeof(*origins->list), by_place);
	for (size_t i = 0; i < collection->nr_results; i++)
		if (!nr || by_place(&origins->list[nr - 1], &origins->list[i]))
			origins->list[nr++] = origins->list[i];
	origins->nr = nr;
	origins->columns = calloc(nr + 1, sizeof(*origins->columns));
	if (!origins->columns)
		return -1;
	make_columns(origins);
	return 0;
}

void origins_free(struct origins *origins)
{
	free(origins->list);
	free(origins->columns);
	*origins = (struct origins){ 0 };
}

size_t origin_of(const struct origins *origins, const struct result *result)
{
	struct origin place = place_of(result);
	const struct origin *found = bsearch(&place, origins->list, origins->nr, sizeof(place), by_place);

	return (size_t)(found - origins->list);
}

double origin_figure(const struct origin_column *column, const double *values)
{
	double *sorted, figure = NAN;
	size_t nr = 0;

	if (column->statistic == THE_VALUE)
		return values[column->first];
	sorted = calloc(column->nr, sizeof(*sorted));
	if (!sorted)
		return NAN;
	for (size_t i = 0; i < column->nr; i++)
		if (!isnan(values[column->first + i]))
			sorted[nr++] = values[column->first + i];
	figure = median(sorted, nr);
	if (nr && column->statistic != THE_MEDIAN)
		figure = sorted[column->statistic == THE_LOWEST ? 0 : nr - 1];
	free(sorted);
	return figure;
}

static const char *cycle_source_of(const struct collection *collection, const struct origin *origin)
{
	for (size_t i = 0; i < collection->nr_results; i++) {
		struct origin place = place_of(&collection->results[i]);

		if (!by_place(&place, origin))
			return collection->results[i].cycle_source;
	}
	return "";
}

static void print_origin(FILE *out, const struct origin_column *column, const struct origins *origins,
			 const struct collection *collection)
{
	const struct origin *origin = &origins->list[column->first];
	const struct machine *machine = &collection->machines[origin->machine];
	char line[1024], name[16], where[64] = "";
	int length;

	snprintf(name, sizeof(name), "%.*s", (int)strcspn(column->head, " "), column->head);
	if (column->nr > 1)
		snprintf(where, sizeof(where), ", %zu CPUs", column->nr);
	else if (origin->cpu >= 0)
		snprintf(where, sizeof(where), ", cpu %d", origin->cpu);
	length = snprintf(line, sizeof(line), "%s: %s%s", name, machine->name, where);
	if (origin->kind >= 0)
		length += snprintf(line + length, sizeof(line) - (size_t)length, " of kind %d", origin->kind);
	if (*machine->cpu_model)
		length += snprintf(line + length, sizeof(line) - (size_t)length, "; %.80s",
				   machine->cpu_model);
	if (*machine->arch)
		length += snprintf(line + length, sizeof(line) - (size_t)length, ", %.20s", machine->arch);
	if (*machine->compiler)
		length += snprintf(line + length, sizeof(line) - (size_t)length, "; %.40s", machine->compiler);
	if (*cycle_source_of(collection, origin))
		snprintf(line + length, sizeof(line) - (size_t)length, "; cycles: %.20s",
			 cycle_source_of(collection, origin));
	print_wrapped(out, line);
}

void origins_print(FILE *out, const struct origins *origins, const struct collection *collection)
{
	for (size_t i = 0; i < origins->nr_columns; i++)
		if (origins->columns[i].statistic == THE_VALUE || origins->columns[i].statistic == THE_LOWEST)
			print_origin(out, &origins->columns[i], origins, collection);
}
