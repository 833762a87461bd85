// SPDX-License-Identifier: GPL-2.0-or-later
/* The rows of estimates.csv, which are also --format csv and --format json. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
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
	int64_t page_tables, young, refs, batch;
	int64_t reclaim_zones, distance;
	const char *when;
	int64_t work_loads, work_locked, work_stores;
	const char *contention;
	int64_t companions;
	struct interval companion_ns, companion_ratio;
	const char *sample;
	int64_t passes, replicates, rounds, page_size;
	const char *stopped;
	double counts[MAX_COUNTERS];
	int64_t count_rounds[MAX_COUNTERS];
};

static const struct column columns[] = {
	ROW_TEXT("kernel", kernel),
	ROW_TEXT("variant", variant),
	ROW_COUNT("cpu", cpu),
	ROW_COUNT("folios", folios),
	ROW_COUNT("items", items),
	ROW_FIGURE("cycles_per_item", cycles.mid),
	ROW_FIGURE("cycles_lo", cycles.lo),
	ROW_FIGURE("cycles_hi", cycles.hi),
	ROW_FIGURE("ns_per_item", ns.mid),
	ROW_FIGURE("ratio", ratio.mid),
	ROW_FIGURE("ratio_lo", ratio.lo),
	ROW_FIGURE("ratio_hi", ratio.hi),
	ROW_TEXT("cycle_source", cycle_source),
	ROW_FIGURE("ns_lo", ns.lo),
	ROW_FIGURE("ns_hi", ns.hi),
	ROW_FIGURE("ns_odd", ns_odd),
	ROW_FIGURE("ns_even", ns_even),
	ROW_FIGURE("cycles_odd", cycles_odd),
	ROW_FIGURE("cycles_even", cycles_even),
	ROW_TEXT("case", id),
	ROW_TEXT("part", part),
	ROW_TEXT("layout", layout),
	ROW_COUNT("run_length", run_length),
	ROW_COUNT("order", order),
	ROW_COUNT("promoted", promoted),
	ROW_TEXT("promoted_pattern", promoted_pattern),
	ROW_COUNT("zones", zones),
	ROW_TEXT("type", type),
	ROW_COUNT("page_tables", page_tables),
	ROW_COUNT("young", young),
	ROW_COUNT("refs", refs),
	ROW_COUNT("batch", batch),
	ROW_COUNT("reclaim_zones", reclaim_zones),
	ROW_COUNT("distance", distance),
	ROW_TEXT("when", when),
	ROW_COUNT("work_loads", work_loads),
	ROW_COUNT("work_locked", work_locked),
	ROW_COUNT("work_stores", work_stores),
	ROW_TEXT("contention", contention),
	ROW_COUNT("companions", companions),
	ROW_FIGURE("companion_ns", companion_ns.mid),
	ROW_FIGURE("companion_ns_lo", companion_ns.lo),
	ROW_FIGURE("companion_ns_hi", companion_ns.hi),
	ROW_FIGURE("companion_ratio", companion_ratio.mid),
	ROW_FIGURE("companion_ratio_lo", companion_ratio.lo),
	ROW_FIGURE("companion_ratio_hi", companion_ratio.hi),
	ROW_TEXT("sample", sample),
	ROW_COUNT("passes", passes),
	ROW_COUNT("replicates", replicates),
	ROW_COUNT("rounds", rounds),
	ROW_COUNT("page_size", page_size),
	ROW_TEXT("stopped", stopped),
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

/* of the running kernel it is known how much there is of what, and no more */
static void row_real(struct row *row, const struct workload *load)
{
	row->folios = (int64_t)load->folios;
	row->order = load->folio_order;
	row->page_tables = load->page_tables;
	row->run_length = row->promoted = row->zones = row->young = row->refs = row->batch = -1;
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
	row->batch = load->batch_length;
	row->contention = contention_name(load->contention);
	row->companions = load->companions;
}

/* empty where the loop is none that can choose */
static void row_choices(struct row *row, const struct workload *load)
{
	bool any = load->prefetch_distance;

	row->reclaim_zones = load->reclaim_zones ? (int64_t)load->reclaim_zones : -1;
	row->distance = any ? (int64_t)load->prefetch_distance : -1;
	if (any)
		row->when = load->prefetch_after ? "after" : "before";
	row->work_loads = any ? (int64_t)load->work_loads : -1;
	row->work_locked = any ? (int64_t)load->work_locked : -1;
	row->work_stores = any ? (int64_t)load->work_stores : -1;
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
	row->companion_ns = row->companion_ratio = (struct interval){ NAN, NAN, NAN };
	if (part != PART_ALL)
		return;
	if (isfinite(parts[PART_COMPANION].ns.mid)) {
		row->companion_ns = parts[PART_COMPANION].ns;
		row->companion_ratio = parts[PART_COMPANION].ratio;
	}
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

	if (bench->real)
		row_real(&row, &bench->load);
	else
		row_workload(&row, &bench->load);
	row_choices(&row, &bench->load);
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

/* cuts the next line off the front, to be parsed in place; NULL at the end */
static char *next_line(char **text)
{
	char *line = *text, *end = strchr(line, '\n');

	if (!*line)
		return NULL;
	if (end)
		*end = '\0';
	*text = end ? end + 1 : line + strlen(line);
	return line;
}

json_t *estimates_rows_json(const char *rows, const struct counter_plan *plan)
{
	char *copy = strdup(rows), *at = copy, *line;
	json_t *list = json_array();
	struct all_columns all;
	struct row row;

	all_columns_of(&all, plan);
	while (copy && (line = next_line(&at))) {
		if (!columns_parse(all.columns, all.nr, line, &row) ||
		    json_array_append_new(list, columns_json(all.columns, all.nr, &row))) {
			json_decref(list);
			list = NULL;
			break;
		}
	}
	free(copy);
	return list;
}

/* one of the words the engine ends a case with: the row's own text goes away */
static const char *stopped_word(const char *text)
{
	static const char *const words[] = { "precision", "budget", "replicates" };

	for (size_t i = 0; text && i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcmp(text, words[i]))
			return words[i];
	return "";
}

static enum cycle_source source_of(const char *name)
{
	if (name && !strcmp(name, cycle_source_name(CYCLES_PMU)))
		return CYCLES_PMU;
	return name && !strcmp(name, cycle_source_name(CYCLES_CALIBRATED)) ? CYCLES_CALIBRATED : CYCLES_NONE;
}

static void restore_row(const struct row *row, const struct counter_plan *plan, struct outcome *outcome,
			size_t entry, enum part part)
{
	struct estimate *parts = outcome->estimates[entry], *estimate = &parts[part];
	size_t replicates = row->replicates > 0 ? (size_t)row->replicates : 0;

	estimate->cycles = row->cycles;
	estimate->ns = row->ns;
	estimate->ratio = row->ratio;
	estimate->replicates = replicates;
	if (part != PART_ALL)
		return;
	parts[PART_ODD].ns.mid = row->ns_odd;
	parts[PART_EVEN].ns.mid = row->ns_even;
	parts[PART_ODD].cycles.mid = row->cycles_odd;
	parts[PART_EVEN].cycles.mid = row->cycles_even;
	outcome->replicates = replicates > outcome->replicates ? replicates : outcome->replicates;
	outcome->page_size = row->page_size > 0 ? (size_t)row->page_size : 0;
	outcome->stopped = stopped_word(row->stopped);
	outcome->source = source_of(row->cycle_source);
	for (uint32_t i = 0; plan && i < plan->nr; i++)
		outcome->counts[entry][i] = (struct count_estimate){
			.per_item = row->counts[i],
			.rounds = row->count_rounds[i] > 0 ? (size_t)row->count_rounds[i] : 0,
		};
}

static bool same_text(const char *a, const char *b)
{
	return a && b && !strcmp(a, b);
}

/* the rows come in the order in which they were written */
bool estimates_restore(const char *rows, const struct counter_plan *plan, const struct bench_case *bench,
		       struct outcome *outcome)
{
	char *copy = strdup(rows), *at = copy, *line;
	enum part part = PART_ALL;
	struct all_columns all;
	bool more = true;
	size_t entry = 0;
	struct row row;

	*outcome = (struct outcome){ .bench = bench, .stopped = "", .counters = plan, .looks_planned = 1 };
	all_columns_of(&all, plan);
	while (copy && more && (line = next_line(&at))) {
		if (!columns_parse(all.columns, all.nr, line, &row) || !same_text(row.id, bench->id) ||
		    !same_text(row.kernel, bench->kernel->name) ||
		    !same_text(row.variant, case_entry_name(bench, entry)) ||
		    !same_text(row.part, part_name(bench->kernel, part)))
			break;
		restore_row(&row, plan, outcome, entry, part);
		more = next_row(bench, &entry, &part);
	}
	/* as many rows as the case has, and no more */
	more = more || !copy || *at;
	free(copy);
	return !more;
}
