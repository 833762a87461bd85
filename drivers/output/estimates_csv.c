// SPDX-License-Identifier: GPL-2.0-or-later
/* The rows of estimates.csv, which are also --format csv and --format json. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "output/columns.h"
#include "output/counts.h"
#include "output/results.h"
#include "output/words.h"

struct row {
	const char *kernel, *variant;
	int64_t cpu, folios, items;
	struct interval cycles, ns, ratio;
	const char *cycle_source;
	double ns_odd, ns_even, cycles_odd, cycles_even;
	const char *id, *part, *layout;
	int64_t run_length, order, promoted;
	const char *promoted_pattern;
	int64_t zones;
	const char *type;
	int64_t page_tables, young, refs;
	const char *sample;
	int64_t passes, replicates, rounds, page_size;
	const char *stopped;
	double counts[MAX_COUNTERS];
	int64_t count_rounds[MAX_COUNTERS];
};

/* clang-format off */
#define TEXT(name, member)	{ name, COLUMN_TEXT, offsetof(struct row, member) }
#define COUNT(name, member)	{ name, COLUMN_COUNT, offsetof(struct row, member) }
#define FIGURE(name, member)	{ name, COLUMN_FIGURE, offsetof(struct row, member) }
/* clang-format on */

static const struct column columns[] = {
	TEXT("kernel", kernel),
	TEXT("variant", variant),
	COUNT("cpu", cpu),
	COUNT("folios", folios),
	COUNT("items", items),
	FIGURE("cycles_per_item", cycles.mid),
	FIGURE("cycles_lo", cycles.lo),
	FIGURE("cycles_hi", cycles.hi),
	FIGURE("ns_per_item", ns.mid),
	FIGURE("ratio", ratio.mid),
	FIGURE("ratio_lo", ratio.lo),
	FIGURE("ratio_hi", ratio.hi),
	TEXT("cycle_source", cycle_source),
	FIGURE("ns_lo", ns.lo),
	FIGURE("ns_hi", ns.hi),
	FIGURE("ns_odd", ns_odd),
	FIGURE("ns_even", ns_even),
	FIGURE("cycles_odd", cycles_odd),
	FIGURE("cycles_even", cycles_even),
	TEXT("case", id),
	TEXT("part", part),
	TEXT("layout", layout),
	COUNT("run_length", run_length),
	COUNT("order", order),
	COUNT("promoted", promoted),
	TEXT("promoted_pattern", promoted_pattern),
	COUNT("zones", zones),
	TEXT("type", type),
	COUNT("page_tables", page_tables),
	COUNT("young", young),
	COUNT("refs", refs),
	TEXT("sample", sample),
	COUNT("passes", passes),
	COUNT("replicates", replicates),
	COUNT("rounds", rounds),
	COUNT("page_size", page_size),
	TEXT("stopped", stopped),
};

enum { NR_COLUMNS = sizeof(columns) / sizeof(columns[0]) };

/* those and the plan's */
struct all_columns {
	size_t nr;
	struct column columns[NR_COLUMNS + 2 * MAX_COUNTERS];
	struct count_columns counts;
};

static void all_columns_of(struct all_columns *all, const struct counter_plan *plan)
{
	count_columns_of(&all->counts, plan, offsetof(struct row, counts), offsetof(struct row, count_rounds));
	memcpy(all->columns, columns, sizeof(columns));
	memcpy(all->columns + NR_COLUMNS, all->counts.columns, all->counts.nr * sizeof(columns[0]));
	all->nr = NR_COLUMNS + all->counts.nr;
}

static void row_workload(struct row *row, const struct workload *load)
{
	row->folios = (int64_t)load->folios;
	row->layout = layout_name(load->layout);
	row->run_length = load->layout == LAYOUT_RUNS ? (int64_t)load->run_length : -1;
	row->order = load->folio_order;
	row->promoted = load->promoted_permille;
	row->promoted_pattern = promoted_pattern_name(load->promoted_pattern);
	row->zones = load->zones;
	row->type = load->type ? "file" : "anon";
	row->page_tables = load->page_tables;
	row->young = load->young_permille;
	row->refs = load->refs;
}

/* what is the same for all samples of an entry is taken from its first one */
static void row_samples(struct row *row, const struct outcome *outcome, size_t entry)
{
	row->items = -1;
	row->passes = -1;
	row->rounds = 0;
	for (size_t i = 0; i < outcome->nr_samples; i++) {
		const struct sample *sample = &outcome->samples[i];

		if (sample->entry != entry)
			continue;
		if (!row->rounds++) {
			row->items = (int64_t)sample->items;
			row->passes = sample->passes;
			row->sample = sample->steady ? "steady" : "reset";
		}
	}
}

static void row_figures(struct row *row, const struct estimate *parts, enum part part)
{
	row->cycles = parts[part].cycles;
	row->ns = parts[part].ns;
	row->ratio = parts[part].ratio;
	row->replicates = (int64_t)parts[part].replicates;
	row->ns_odd = row->ns_even = row->cycles_odd = row->cycles_even = NAN;
	if (part != PART_ALL)
		return;
	row->ns_odd = parts[PART_ODD].ns.mid;
	row->ns_even = parts[PART_EVEN].ns.mid;
	row->cycles_odd = parts[PART_ODD].cycles.mid;
	row->cycles_even = parts[PART_EVEN].cycles.mid;
}

/* leads are not counted */
static void row_counts(struct row *row, const struct outcome *outcome, size_t entry, enum part part)
{
	for (uint32_t i = 0; outcome->counters && i < outcome->counters->nr; i++) {
		const struct count_estimate *count = &outcome->counts[entry][i];

		row->counts[i] = part == PART_ALL && count->rounds ? count->per_item : NAN;
		row->count_rounds[i] = part == PART_ALL ? (int64_t)count->rounds : 0;
	}
}

static struct row row_of(const struct cpu *cpu, const struct outcome *outcome, size_t entry, enum part part)
{
	const struct bench_case *bench = outcome->bench;
	struct row row = {
		.kernel = bench->kernel->name,
		.variant = case_entry_name(bench, entry),
		.cpu = cpu->os_index,
		.cycle_source = cycle_source_name(outcome->source),
		.id = bench->id,
		.part = part_name(bench->kernel, part),
		.page_size = outcome->page_size ? (int64_t)outcome->page_size : -1,
		.stopped = outcome->stopped,
	};

	row_workload(&row, &bench->load);
	row_samples(&row, outcome, entry);
	row_figures(&row, outcome->estimates[entry], part);
	row_counts(&row, outcome, entry, part);
	if (part >= PART_LEAD)
		row.passes = 1;
	return row;
}

/* the passes of variants and control, then the leads of the variants; false at the end */
static bool next_row(const struct bench_case *bench, size_t *entry, enum part *part)
{
	size_t entries = *part == PART_ALL ? case_entries(bench) : bench->nr_variants;

	if (++*entry < entries)
		return true;
	*entry = 0;
	*part = *part == PART_ALL ? PART_LEAD : *part + 1;
	return part_name(bench->kernel, *part) != NULL;
}

void estimates_csv_header(FILE *out, const struct counter_plan *plan)
{
	struct all_columns all;

	all_columns_of(&all, plan);
	columns_csv_header(out, all.columns, all.nr);
}

void estimates_csv_rows(FILE *out, const struct cpu *cpu, const struct outcome *outcome)
{
	enum part part = PART_ALL;
	struct all_columns all;
	size_t entry = 0;

	all_columns_of(&all, outcome->counters);
	do {
		struct row row = row_of(cpu, outcome, entry, part);

		columns_csv_row(out, all.columns, all.nr, &row);
	} while (next_row(outcome->bench, &entry, &part));
}

json_t *estimates_json(const struct cpu *cpu, const struct outcome *outcome)
{
	json_t *rows = json_array();
	enum part part = PART_ALL;
	struct all_columns all;
	size_t entry = 0;

	all_columns_of(&all, outcome->counters);
	do {
		struct row row = row_of(cpu, outcome, entry, part);

		if (!rows || json_array_append_new(rows, columns_json(all.columns, all.nr, &row))) {
			json_decref(rows);
			return NULL;
		}
	} while (next_row(outcome->bench, &entry, &part));
	return rows;
}
