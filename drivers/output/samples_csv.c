// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/samples_csv.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "output/columns.h"
#include "output/counts.h"

struct row {
	const char *id, *kernel, *variant;
	int64_t replicate, round;
	const char *sample;
	int64_t passes, items;
	double ns, ns_odd, ns_even, leads[MAX_LEADS], companion_ns, cycles, core_ghz;
	const char *cycle_source;
	double gap_ns, off_cpu_ns;
	int64_t context_switches, page_faults, migrations, stack_offset, data_offset, left_out;
	double counts[MAX_COUNTERS];
};

/* clang-format off */
#define TEXT(name, member)	{ name, COLUMN_TEXT, offsetof(struct row, member) }
#define COUNT(name, member)	{ name, COLUMN_COUNT, offsetof(struct row, member) }
#define FIGURE(name, member)	{ name, COLUMN_FIGURE, offsetof(struct row, member) }
/* clang-format on */

static const struct column columns[] = {
	TEXT("case", id),
	TEXT("kernel", kernel),
	TEXT("variant", variant),
	COUNT("replicate", replicate),
	COUNT("round", round),
	TEXT("sample", sample),
	COUNT("passes", passes),
	COUNT("items", items),
	FIGURE("ns_per_item", ns),
	FIGURE("ns_odd", ns_odd),
	FIGURE("ns_even", ns_even),
	FIGURE("lead1_ns", leads[0]),
	FIGURE("lead2_ns", leads[1]),
	FIGURE("lead3_ns", leads[2]),
	FIGURE("companion_ns", companion_ns),
	FIGURE("cycles_per_item", cycles),
	FIGURE("core_ghz", core_ghz),
	TEXT("cycle_source", cycle_source),
	FIGURE("gap_ns", gap_ns),
	FIGURE("off_cpu_ns", off_cpu_ns),
	COUNT("context_switches", context_switches),
	COUNT("page_faults", page_faults),
	COUNT("migrations", migrations),
	COUNT("stack_offset", stack_offset),
	COUNT("data_offset", data_offset),
	COUNT("left_out", left_out),
};

enum { NR_COLUMNS = sizeof(columns) / sizeof(columns[0]) };

/* those and the plan's */
struct all_columns {
	size_t nr;
	struct column columns[NR_COLUMNS + MAX_COUNTERS];
};

static void all_columns_of(struct all_columns *all, const struct counter_plan *plan)
{
	struct count_columns counts;

	count_columns_of(&counts, plan, offsetof(struct row, counts), NO_ROUNDS);
	memcpy(all->columns, columns, sizeof(columns));
	memcpy(all->columns + NR_COLUMNS, counts.columns, counts.nr * sizeof(columns[0]));
	all->nr = NR_COLUMNS + counts.nr;
}

/* samples have 0 where a figure was not measured */
static double measured(double figure)
{
	return figure > 0 ? figure : NAN;
}

static struct row row_of(const struct bench_case *bench, enum cycle_source source, const struct sample *sample)
{
	const struct figure *parts = sample->parts;
	struct row row = {
		.id = bench->id,
		.kernel = bench->kernel->name,
		.variant = case_entry_name(bench, sample->entry),
		.replicate = sample->replicate,
		.round = sample->round,
		.sample = sample->steady ? "steady" : "reset",
		.passes = sample->passes,
		.items = (int64_t)sample->items,
		.ns = measured(parts[PART_ALL].ns),
		.ns_odd = measured(parts[PART_ODD].ns),
		.ns_even = measured(parts[PART_EVEN].ns),
		.companion_ns = measured(parts[PART_COMPANION].ns),
		.cycles = measured(parts[PART_ALL].cycles),
		.core_ghz = measured(sample->core_ghz),
		.cycle_source = cycle_source_name(source),
		.gap_ns = sample->gap_ns,
		.off_cpu_ns = sample->off_cpu_ns,
		.context_switches = sample->context_switches,
		.page_faults = sample->page_faults,
		.migrations = sample->migrations,
		.stack_offset = sample->stack_offset,
		.data_offset = sample->data_offset,
		.left_out = sample->left_out,
	};

	for (size_t i = 0; i < MAX_LEADS; i++)
		row.leads[i] = measured(parts[PART_LEAD + i].ns);
	for (size_t i = 0; i < MAX_COUNTERS; i++)
		row.counts[i] = sample->counted >> i & 1 ? sample->counts[i] : NAN;
	return row;
}

void samples_csv_header(FILE *out, const struct counter_plan *plan)
{
	struct all_columns all;

	all_columns_of(&all, plan);
	columns_csv_header(out, all.columns, all.nr);
}

void samples_csv_rows(FILE *out, const struct bench_case *bench, enum cycle_source source,
		      const struct counter_plan *plan, const struct sample *samples, size_t nr)
{
	struct all_columns all;

	all_columns_of(&all, plan);
	for (size_t i = 0; i < nr; i++) {
		struct row row = row_of(bench, source, &samples[i]);

		columns_csv_row(out, all.columns, all.nr, &row);
	}
}
