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

static const struct column columns[] = {
	ROW_TEXT("case", id),
	ROW_TEXT("kernel", kernel),
	ROW_TEXT("variant", variant),
	ROW_COUNT("replicate", replicate),
	ROW_COUNT("round", round),
	ROW_TEXT("sample", sample),
	ROW_COUNT("passes", passes),
	ROW_COUNT("items", items),
	ROW_FIGURE("ns_per_item", ns),
	ROW_FIGURE("ns_odd", ns_odd),
	ROW_FIGURE("ns_even", ns_even),
	ROW_FIGURE("lead1_ns", leads[0]),
	ROW_FIGURE("lead2_ns", leads[1]),
	ROW_FIGURE("lead3_ns", leads[2]),
	ROW_FIGURE("companion_ns", companion_ns),
	ROW_FIGURE("cycles_per_item", cycles),
	ROW_FIGURE("core_ghz", core_ghz),
	ROW_TEXT("cycle_source", cycle_source),
	ROW_FIGURE("gap_ns", gap_ns),
	ROW_FIGURE("off_cpu_ns", off_cpu_ns),
	ROW_COUNT("context_switches", context_switches),
	ROW_COUNT("page_faults", page_faults),
	ROW_COUNT("migrations", migrations),
	ROW_COUNT("stack_offset", stack_offset),
	ROW_COUNT("data_offset", data_offset),
	ROW_COUNT("left_out", left_out),
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
