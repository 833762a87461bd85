// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/parse.h"
#include "compare/machines.h"
#include "host/sysfile.h"

const char *const key_columns[NR_KEYS] = {
	[KEY_OF_FOLIOS] = "folios",
	[KEY_OF_LAYOUT] = "layout",
	[KEY_OF_RUN_LENGTH] = "run_length",
	[KEY_OF_ORDER] = "order",
	[KEY_OF_PROMOTED] = "promoted",
	[KEY_OF_PATTERN] = "promoted_pattern",
	[KEY_OF_ZONES] = "zones",
	[KEY_OF_TYPE] = "type",
	[KEY_OF_PAGE_TABLES] = "page_tables",
	[KEY_OF_YOUNG] = "young",
	[KEY_OF_REFS] = "refs",
	[KEY_OF_BATCH] = "batch",
	[KEY_OF_RECLAIM_ZONES] = "reclaim_zones",
	[KEY_OF_DISTANCE] = "distance",
	[KEY_OF_WHEN] = "when",
	[KEY_OF_WORK_LOADS] = "work_loads",
	[KEY_OF_WORK_LOCKED] = "work_locked",
	[KEY_OF_WORK_STORES] = "work_stores",
	[KEY_OF_CONTENTION] = "contention",
	[KEY_OF_COMPANIONS] = "companions",
};

/* the columns without which a row says nothing */
static const char *const needed[] = { "kernel", "variant", "ns_per_item" };

/* figures: their columns and where they go */
static const struct {
	const char *column;
	size_t offset;
} figures[] = {
	{ "cycles_per_item", offsetof(struct result, cycles.mid) },
	{ "cycles_lo", offsetof(struct result, cycles.lo) },
	{ "cycles_hi", offsetof(struct result, cycles.hi) },
	{ "ns_per_item", offsetof(struct result, ns.mid) },
	{ "ns_lo", offsetof(struct result, ns.lo) },
	{ "ns_hi", offsetof(struct result, ns.hi) },
	{ "ratio", offsetof(struct result, ratio.mid) },
	{ "ratio_lo", offsetof(struct result, ratio.lo) },
	{ "ratio_hi", offsetof(struct result, ratio.hi) },
};

enum { NR_FIGURES = sizeof(figures) / sizeof(figures[0]) };

static const double MOST = 1e15; /* ns, cycles or a ratio: more than any pass takes */

/* the columns of one sheet */
struct layout_of {
	int keys[NR_KEYS], figures[NR_FIGURES];
	int machine, kernel, variant, part, id, cycle_source, cpu, kind;
};

static void find_columns(const struct sheet *sheet, struct layout_of *at)
{
	for (size_t i = 0; i < NR_KEYS; i++)
		at->keys[i] = sheet_column(sheet, key_columns[i]);
	for (size_t i = 0; i < NR_FIGURES; i++)
		at->figures[i] = sheet_column(sheet, figures[i].column);
	at->machine = sheet_column(sheet, "machine");
	at->kernel = sheet_column(sheet, "kernel");
	at->variant = sheet_column(sheet, "variant");
	at->part = sheet_column(sheet, "part");
	at->id = sheet_column(sheet, "case");
	at->cycle_source = sheet_column(sheet, "cycle_source");
	at->cpu = sheet_column(sheet, "cpu");
	at->kind = sheet_column(sheet, "kind");
}

/* the name of the first column with something wrong in it, or NULL */
static const char *take_figures(const struct sheet *sheet, const struct layout_of *at, struct result *result)
{
	for (size_t i = 0; i < NR_FIGURES; i++) {
		const char *text = sheet_field(sheet, result->row, at->figures[i]);
		double value = NAN;

		if (*text && !parse_real(text, 0, MOST, &value))
			return figures[i].column;
		memcpy((char *)result + figures[i].offset, &value, sizeof(value));
	}
	return NULL;
}

/* -1 for an empty field, false for one that is no small number */
static bool take_index(const char *text, int *index)
{
	uint64_t number;

	*index = -1;
	if (!*text)
		return true;
	if (!parse_count(text, 0, MAX_CPU_NUMBER, &number))
		return false;
	*index = (int)number;
	return true;
}

static bool ordered(const struct interval *interval)
{
	return !(interval->lo > interval->mid) && !(interval->hi < interval->mid);
}

static bool find_machine(const struct collection *collection, size_t first, const char *name, size_t *machine)
{
	for (*machine = first; *machine < collection->nr_machines; ++*machine)
		if (!*name || !strcmp(name, collection->machines[*machine].given))
			return true;
	return false;
}

/* what is wrong with a row, the name of its column, or NULL */
static const char *take_row(const struct collection *collection, const struct layout_of *at, size_t first,
			    struct result *result)
{
	const struct sheet *sheet = &collection->sheets[result->sheet];
	size_t row = result->row;
	const char *wrong;

	for (size_t i = 0; i < NR_KEYS; i++)
		result->keys[i] = sheet_field(sheet, row, at->keys[i]);
	result->kernel = sheet_field(sheet, row, at->kernel);
	result->variant = sheet_field(sheet, row, at->variant);
	result->part = sheet_field(sheet, row, at->part);
	result->id = sheet_field(sheet, row, at->id);
	result->cycle_source = sheet_field(sheet, row, at->cycle_source);
	if (!*result->part)
		result->part = "pass";
	if (!*result->kernel || !*result->variant)
		return *result->kernel ? "variant" : "kernel";
	if (!find_machine(collection, first, sheet_field(sheet, row, at->machine), &result->machine))
		return "machine";
	if (!take_index(sheet_field(sheet, row, at->cpu), &result->cpu))
		return "cpu";
	if (!take_index(sheet_field(sheet, row, at->kind), &result->kind))
		return "kind";
	if (at->kind < 0)
		result->kind = machine_kind(&collection->machines[result->machine], result->cpu);
	wrong = take_figures(sheet, at, result);
	if (wrong)
		return wrong;
	if (!ordered(&result->cycles) || !ordered(&result->ns) || !ordered(&result->ratio))
		return "interval";
	return NULL;
}

int rows_add(struct collection *collection, size_t first, char *error, size_t size)
{
	const struct sheet *sheet = &collection->sheets[collection->nr_sheets - 1];
	size_t all = collection->nr_results + sheet->nr_rows;
	struct result *grown;
	struct layout_of at;

	for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++) {
		if (sheet_column(sheet, needed[i]) >= 0)
			continue;
		snprintf(error, size, "line 1: no column %s", needed[i]);
		return -1;
	}
	grown = realloc(collection->results, (all + 1) * sizeof(*grown));
	if (!grown) {
		snprintf(error, size, "line 1: more rows than there is memory for");
		return -1;
	}
	collection->results = grown;
	find_columns(sheet, &at);
	for (size_t row = 0; row < sheet->nr_rows; row++) {
		struct result result = { .sheet = collection->nr_sheets - 1, .row = row };
		const char *wrong = take_row(collection, &at, first, &result);

		if (wrong) {
			snprintf(error, size, "line %zu: nothing one could measure as %s", row + 2, wrong);
			return -1;
		}
		grown[collection->nr_results++] = result;
	}
	return 0;
}

int result_order(const struct result *a, const struct result *b)
{
	int order = strcmp(a->kernel, b->kernel);

	if (!order)
		order = strcmp(a->variant, b->variant);
	if (!order)
		order = strcmp(a->part, b->part);
	for (enum key key = 0; !order && key < NR_KEYS; key++)
		order = strcmp(a->keys[key], b->keys[key]);
	return order ? order : (a->kind > b->kind) - (a->kind < b->kind);
}

/* "0" for all that are numbers; entries are young or not where there are page tables alone */
static const char *const usual[NR_KEYS] = {
	[KEY_OF_PATTERN] = "random", [KEY_OF_ZONES] = "1",     [KEY_OF_TYPE] = "anon",
	[KEY_OF_YOUNG] = "1000",     [KEY_OF_WHEN] = "before", [KEY_OF_CONTENTION] = "none",
};

bool key_said(enum key key, const char *value)
{
	return *value && strcmp(value, "0") && (!usual[key] || strcmp(value, usual[key]));
}

static bool same_case(const struct result *a, const struct result *b)
{
	if (a->sheet != b->sheet || a->machine != b->machine || a->cpu != b->cpu || strcmp(a->id, b->id) ||
	    strcmp(a->kernel, b->kernel) || strcmp(a->part, b->part))
		return false;
	for (enum key key = 0; key < NR_KEYS; key++)
		if (strcmp(a->keys[key], b->keys[key]))
			return false;
	return true;
}

const struct result *result_of_case(const struct collection *collection, const struct result *result,
				    bool (*wanted)(const struct result *result))
{
	const struct result *first = result, *end = collection->results + collection->nr_results;

	while (first > collection->results && same_case(first - 1, result))
		first--;
	for (; first < end && same_case(first, result); first++)
		if (wanted(first))
			return first;
	return NULL;
}
