// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/counted.h"

#include <string.h>

#include "output/columns.h"
#include "output/grid.h"
#include "output/number.h"

enum { PLACES = 3, MAX_FUNCTIONS = MAX_HOT * (MAX_SYMBOL + 12) };

/* operations that tables show; instructions have tables of their own */
enum { FIRST_SHOWN = OP_FLAGS_LOADS };

static const char *const operation_names[NR_OPERATIONS] = {
	[OP_FLAGS_LOADS] = "flags loads", [OP_LOADS] = "loads",
	[OP_STORES] = "stores",           [OP_STACK] = "stack",
	[OP_LOCKED] = "locked",           [OP_PREFETCHES] = "prefetches",
};

static struct number figure(double value)
{
	return number_fixed(value, PLACES);
}

static void print_figures(FILE *out, const struct kernel_counts *counts)
{
	static const char *const names[] = { "stage", "walk", "relabel", "increment", "promoted" };
	static const enum aging_path paths[] = { AGING_WALK, AGING_RELABEL, AGING_INCREMENT, AGING_PROMOTED };
	struct grid grid = { .rows = 1 };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		grid_cell(&grid, i, "%s", names[i]);
	for (size_t i = 0; i < counts->nr && grid.rows < GRID_ROWS; i++) {
		grid.rows++;
		grid_cell(&grid, 0, "%s", counts->stage[i].name);
		for (size_t path = 0; path < sizeof(paths) / sizeof(paths[0]); path++)
			grid_cell(&grid, path + 1, "%s",
				  figure(counts->stage[i].figures.path[paths[path]]).text);
	}
	grid_print(out, &grid, 1);
}

static void print_operations(FILE *out, const struct kernel_counts *counts, enum aging_path path)
{
	struct grid grid = { .rows = 1 };

	grid_cell(&grid, 0, "stage");
	for (size_t i = FIRST_SHOWN; i < NR_OPERATIONS; i++)
		grid_cell(&grid, i - FIRST_SHOWN + 1, "%s", operation_names[i]);
	for (size_t i = 0; i < counts->nr && grid.rows < GRID_ROWS; i++) {
		grid.rows++;
		grid_cell(&grid, 0, "%s", counts->stage[i].name);
		for (size_t operation = FIRST_SHOWN; operation < NR_OPERATIONS; operation++)
			grid_cell(&grid, operation - FIRST_SHOWN + 1, "%s",
				  number_fixed(counts->stage[i].operations[path][operation], 2).text);
	}
	grid_print(out, &grid, 1);
}

/* "folio_inc_gen 72.0, inc_min_seq 45.0" */
static void functions_of(const struct counted_stage *stage, char text[MAX_FUNCTIONS])
{
	size_t used = 0;

	text[0] = 0;
	for (size_t i = 0; i < stage->nr_hot && used < MAX_FUNCTIONS; i++)
		used += (size_t)snprintf(text + used, MAX_FUNCTIONS - used, "%s%s %s", i ? ", " : "",
					 stage->hot[i].name,
					 number_fixed(stage->hot[i].per_folio[AGING_INCREMENT], 1).text);
}

static void print_functions(FILE *out, const struct kernel_counts *counts)
{
	char functions[MAX_FUNCTIONS], last[MAX_FUNCTIONS] = "", line[MAX_FUNCTIONS + 24];

	for (size_t i = 0; i < counts->nr; i++) {
		functions_of(&counts->stage[i], functions);
		if (i && !strcmp(functions, last))
			continue;
		snprintf(line, sizeof(line), "%s: %s", counts->stage[i].name, functions);
		print_wrapped(out, line);
		memcpy(last, functions, sizeof(last));
	}
}

static void print_foot(FILE *out, const struct kernel_counts *counts)
{
	char line[COUNT_WORDS], differing[256] = "";
	size_t used = 0, differ = 0;

	for (size_t i = 0; i < counts->nr; i++) {
		if (counts->stage[i].alike)
			continue;
		differ++;
		if (used < sizeof(differing))
			used += (size_t)snprintf(differing + used, sizeof(differing) - used, " %s",
						 counts->stage[i].name);
	}
	snprintf(line, sizeof(line),
		 "counted: %s; slope between %d and %d MB; %u boots of each and one watched: %s%s",
		 counts->counter, SMALL_MEGABYTES, LARGE_MEGABYTES, counts->repeats,
		 differ ? "NOT alike for" : "all alike", differing);
	print_wrapped(out, line);
	snprintf(line, sizeof(line), "built by %s", counts->compiler);
	print_wrapped(out, line);
}

void counted_text(FILE *out, const struct kernel_counts *counts)
{
	fprintf(out, "the real kernel, %s (%s): instructions per 4 KB folio\n", counts->arch->name,
		counts->arch->core);
	print_figures(out, counts);
	fputs("walk: nothing young; the others beside it\n\noperations per folio, increment path\n", out);
	print_operations(out, counts, AGING_INCREMENT);
	fputs("\noperations per folio, promoted path\n", out);
	print_operations(out, counts, AGING_PROMOTED);
	fputs("\nincrement path, instructions by function\n", out);
	print_functions(out, counts);
	print_foot(out, counts);
}

struct row {
	const char *arch, *stage, *what, *functions;
	double path[NR_AGING_PATHS];
	double operations[NR_AGING_PATHS][NR_OPERATIONS];
	int64_t boots, alike;
};

#define FIGURE(which)          offsetof(struct row, path[AGING_##which])
#define OPERATION(which, kind) offsetof(struct row, operations[AGING_##which][OP_##kind])
#define OPERATIONS(name, path)                                                 \
	{ name "_flags_loads", COLUMN_FIGURE, OPERATION(path, FLAGS_LOADS) },  \
		{ name "_loads", COLUMN_FIGURE, OPERATION(path, LOADS) },      \
		{ name "_stores", COLUMN_FIGURE, OPERATION(path, STORES) },    \
		{ name "_stack", COLUMN_FIGURE, OPERATION(path, STACK) },      \
		{ name "_locked", COLUMN_FIGURE, OPERATION(path, LOCKED) },    \
	{                                                                      \
		name "_prefetches", COLUMN_FIGURE, OPERATION(path, PREFETCHES) \
	}

static const struct column columns[] = {
	{ "arch", COLUMN_TEXT, offsetof(struct row, arch) },
	{ "stage", COLUMN_TEXT, offsetof(struct row, stage) },
	{ "what", COLUMN_TEXT, offsetof(struct row, what) },
	{ "walk", COLUMN_FIGURE, FIGURE(WALK) },
	{ "relabel", COLUMN_FIGURE, FIGURE(RELABEL) },
	{ "increment", COLUMN_FIGURE, FIGURE(INCREMENT) },
	{ "promoted", COLUMN_FIGURE, FIGURE(PROMOTED) },
	OPERATIONS("walk", WALK),
	OPERATIONS("increment", INCREMENT),
	OPERATIONS("promoted", PROMOTED),
	{ "functions", COLUMN_TEXT, offsetof(struct row, functions) },
	{ "boots", COLUMN_COUNT, offsetof(struct row, boots) },
	{ "alike", COLUMN_COUNT, offsetof(struct row, alike) },
};

enum { NR_COLUMNS = sizeof(columns) / sizeof(columns[0]) };

static struct row row_of(const struct kernel_counts *counts, const struct counted_stage *stage,
			 char functions[MAX_FUNCTIONS])
{
	struct row row = {
		.arch = counts->arch->name,
		.stage = stage->name,
		.what = stage->what,
		.functions = functions,
		.boots = 2 * (int64_t)counts->repeats + 1,
		.alike = stage->alike,
	};

	functions_of(stage, functions);
	memcpy(row.path, stage->figures.path, sizeof(row.path));
	memcpy(row.operations, stage->operations, sizeof(row.operations));
	return row;
}

void counted_csv_header(FILE *out)
{
	columns_csv_header(out, columns, NR_COLUMNS);
}

void counted_csv_rows(FILE *out, const struct kernel_counts *counts)
{
	char functions[MAX_FUNCTIONS];

	for (size_t i = 0; i < counts->nr; i++) {
		struct row row = row_of(counts, &counts->stage[i], functions);

		columns_csv_row(out, columns, NR_COLUMNS, &row);
	}
}

json_t *counted_json(const struct kernel_counts *counts)
{
	json_t *list = json_array();
	char functions[MAX_FUNCTIONS];

	for (size_t i = 0; i < counts->nr; i++) {
		struct row row = row_of(counts, &counts->stage[i], functions);

		json_array_append_new(list, columns_json(columns, NR_COLUMNS, &row));
	}
	return list;
}
