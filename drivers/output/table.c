// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/table.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "output/counts.h"
#include "output/grid.h"
#include "output/number.h"
#include "output/words.h"

enum { NAME, MID, MID_RANGE, NS, RATIO, RATIO_RANGE, MARK };

/* odd and even passes further apart than this are told apart */
static const double directions_apart = 0.03;

struct line {
	size_t length;
	char text[1024];
};

__attribute__((format(printf, 2, 3))) static void add(struct line *line, const char *format, ...)
{
	size_t room = sizeof(line->text) - line->length;
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(line->text + line->length, room, format, arguments);
	va_end(arguments);
	if (length > 0)
		line->length += (size_t)length < room ? (size_t)length : room - 1;
}

static int cycle_decimals(double cycles)
{
	return fabs(cycles) < 1000 ? 1 : 0;
}

static struct number cycles_text(double cycles)
{
	return number_fixed(cycles, cycle_decimals(cycles));
}

static void add_permille(struct line *line, unsigned int permille)
{
	add(line, ", %s%% promoted", number_fixed(permille / 10.0, permille % 10 ? 1 : 0).text);
}

static void add_promoted(struct line *line, const struct workload *load)
{
	if (load->promoted_pattern == PROMOTED_ALTERNATING) {
		add(line, ", every second one promoted");
		return;
	}
	if (!load->promoted_permille)
		return;
	add_permille(line, load->promoted_permille);
	if (load->promoted_permille < 1000)
		add(line, " (%s)", promoted_pattern_name(load->promoted_pattern));
}

static void add_work(struct line *line, const struct workload *load)
{
	if (!load->prefetch_distance)
		return;
	add(line, ", distance %u%s", load->prefetch_distance, load->prefetch_after ? " after" : "");
	add(line, ", %u loads, %u locked, %u stores", load->work_loads, load->work_locked, load->work_stores);
}

/* says what differs from anonymous folios of one zone, with all PTEs young where there are any */
static void add_workload(struct line *line, const struct workload *load)
{
	add(line, "%zu%s folio%s", load->folios, load->type ? " file" : "", load->folios == 1 ? "" : "s");
	if (load->folio_order)
		add(line, " of %u pages", 1U << load->folio_order);
	add(line, ", %s", layout_name(load->layout));
	if (load->layout == LAYOUT_RUNS)
		add(line, ":%zu", load->run_length);
	add_promoted(line, load);
	if (load->zones > 1)
		add(line, ", %u zones", load->zones);
	if (load->refs)
		add(line, ", refs %u", load->refs);
	if (load->batch_length)
		add(line, ", batches of %u", load->batch_length);
	if (load->reclaim_zones && load->reclaim_zones < MAX_NR_ZONES)
		add(line, ", %u reclaimed", load->reclaim_zones);
	add_work(line, load);
	if (load->contention)
		add(line, ", %u %s%s", load->companions,
		    load->contention == CONTENTION_READERS ? "reader" : "writer",
		    load->companions == 1 ? "" : "s");
	if (!load->page_tables)
		return;
	add(line, ", %u page table%s", load->page_tables, load->page_tables == 1 ? "" : "s");
	if (load->young_permille < 1000)
		add(line, ", %s%% young",
		    number_fixed(load->young_permille / 10.0, load->young_permille % 10 ? 1 : 0).text);
}

void table_workload(char *text, size_t size, const struct bench_case *bench)
{
	struct line line = { 0 };

	add_workload(&line, &bench->load);
	snprintf(text, size, "%s", line.text);
}

static bool has_cycles(const struct outcome *outcome)
{
	return outcome->source != CYCLES_NONE;
}

/* the ends share the middle's decimals, so that they can be read against it */
static void range_cell(struct grid *grid, size_t column, const struct interval *interval, int decimals)
{
	if (isfinite(interval->lo) && isfinite(interval->hi))
		grid_cell(grid, column, "%s-%s", number_fixed(interval->lo, decimals).text,
			  number_fixed(interval->hi, decimals).text);
	else
		grid_cell(grid, column, "-");
}

static const char *mark(const struct outcome *outcome, size_t entry, enum part part)
{
	const struct interval *ratio = &outcome->estimates[entry][part].ratio;
	const struct interval *control = &outcome->estimates[outcome->bench->nr_variants][part].ratio;

	if (entry == 0)
		return "";
	if (entry == outcome->bench->nr_variants)
		return "floor";
	return ratio->lo >= control->lo && ratio->hi <= control->hi ? "none" : "";
}

static void head_row(struct grid *grid, const struct outcome *outcome, const char *name)
{
	const char *item = outcome->bench->kernel->item;

	grid->rows++;
	grid_cell(grid, NAME, "%s", name);
	grid_cell(grid, MID, "%s/%s", has_cycles(outcome) ? "cycles" : "ns", item);
	grid_cell(grid, MID_RANGE, "(95%%)");
	if (has_cycles(outcome))
		grid_cell(grid, NS, "ns");
	grid_cell(grid, RATIO, "ratio");
	grid_cell(grid, RATIO_RANGE, "(95%%)");
}

static void variant_row(struct grid *grid, const struct outcome *outcome, size_t entry, enum part part)
{
	const struct estimate *estimate = &outcome->estimates[entry][part];

	grid->rows++;
	grid_cell(grid, NAME, "%s", case_entry_name(outcome->bench, entry));
	if (has_cycles(outcome)) {
		grid_cell(grid, MID, "%s", cycles_text(estimate->cycles.mid).text);
		range_cell(grid, MID_RANGE, &estimate->cycles, cycle_decimals(estimate->cycles.mid));
		grid_cell(grid, NS, "%s", number_fixed(estimate->ns.mid, 2).text);
	} else {
		grid_cell(grid, MID, "%s", number_fixed(estimate->ns.mid, 2).text);
		range_cell(grid, MID_RANGE, &estimate->ns, 2);
	}
	grid_cell(grid, RATIO, "%s", number_fixed(estimate->ratio.mid, 3).text);
	if (entry)
		range_cell(grid, RATIO_RANGE, &estimate->ratio, 3);
	grid_cell(grid, MARK, "%s", mark(outcome, entry, part));
}

static void print_part(FILE *out, const struct outcome *outcome, enum part part)
{
	const char *lead = part == PART_ALL ? NULL : part_name(outcome->bench->kernel, part);
	struct grid grid = { 0 };

	head_row(&grid, outcome, lead ? lead : "variant");
	for (size_t entry = 0; entry < case_entries(outcome->bench); entry++)
		variant_row(&grid, outcome, entry, part);
	grid_print(out, &grid, 1U << MID_RANGE | 1U << RATIO_RANGE | 1U << MARK);
}

/* what it meant to those on other CPUs */
static void print_companions(FILE *out, const struct outcome *outcome)
{
	bool readers = outcome->bench->load.contention == CONTENTION_READERS;
	struct grid grid = { .rows = 1 };

	if (!outcome->bench->load.contention)
		return;
	grid_cell(&grid, NAME, "each %s", readers ? "reader" : "writer");
	grid_cell(&grid, MID, "ns/%s", readers ? "read" : "write");
	grid_cell(&grid, MID_RANGE, "(95%%)");
	grid_cell(&grid, RATIO, "ratio");
	grid_cell(&grid, RATIO_RANGE, "(95%%)");
	for (size_t entry = 0; entry < case_entries(outcome->bench); entry++) {
		const struct estimate *estimate = &outcome->estimates[entry][PART_COMPANION];

		grid.rows++;
		grid_cell(&grid, NAME, "%s", case_entry_name(outcome->bench, entry));
		grid_cell(&grid, MID, "%s", number_fixed(estimate->ns.mid, 2).text);
		range_cell(&grid, MID_RANGE, &estimate->ns, 2);
		grid_cell(&grid, RATIO, "%s", number_fixed(estimate->ratio.mid, 3).text);
		if (entry)
			range_cell(&grid, RATIO_RANGE, &estimate->ratio, 3);
		grid_cell(&grid, MARK, "%s", mark(outcome, entry, PART_COMPANION));
	}
	grid_print(out, &grid, 1U << MID_RANGE | 1U << RATIO_RANGE | 1U << MARK);
}

static bool directions_differ(const struct estimate *parts)
{
	double odd = parts[PART_ODD].ns.mid, even = parts[PART_EVEN].ns.mid;

	return fabs(odd - even) > directions_apart * fmin(odd, even);
}

static void print_directions(FILE *out, const struct outcome *outcome)
{
	struct grid grid = { .rows = 1 };

	grid_cell(&grid, 0, "pass");
	if (has_cycles(outcome)) {
		grid_cell(&grid, 1, "odd cycles");
		grid_cell(&grid, 2, "even cycles");
	}
	grid_cell(&grid, 3, "odd ns");
	grid_cell(&grid, 4, "even ns");
	for (size_t entry = 0; entry < case_entries(outcome->bench); entry++) {
		const struct estimate *parts = outcome->estimates[entry];

		if (!directions_differ(parts))
			continue;
		grid.rows++;
		grid_cell(&grid, 0, "%s", case_entry_name(outcome->bench, entry));
		if (has_cycles(outcome)) {
			grid_cell(&grid, 1, "%s", cycles_text(parts[PART_ODD].cycles.mid).text);
			grid_cell(&grid, 2, "%s", cycles_text(parts[PART_EVEN].cycles.mid).text);
		}
		grid_cell(&grid, 3, "%s", number_fixed(parts[PART_ODD].ns.mid, 2).text);
		grid_cell(&grid, 4, "%s", number_fixed(parts[PART_EVEN].ns.mid, 2).text);
	}
	if (grid.rows > 1)
		grid_print(out, &grid, 0);
}

static void print_marks(FILE *out, const struct outcome *outcome)
{
	size_t control = outcome->bench->nr_variants;
	const struct estimate *first = outcome->estimates[0];
	bool none = false;

	for (enum part part = PART_ALL; part < NR_PARTS; part++) {
		if (part != PART_ALL && part != PART_COMPANION && !part_name(outcome->bench->kernel, part))
			continue;
		for (size_t entry = 1; entry < control; entry++)
			none = none || mark(outcome, entry, part)[0];
	}
	print_wrapped(out, none ? "floor: the baseline built twice; none: no difference beyond the floor" :
				  "floor: the baseline built twice");
	if (!isfinite(outcome->estimates[control][PART_ALL].ratio.lo) || !isfinite(first->ns.lo)) {
		struct line line = { 0 };

		add(&line, "-: no interval, %zu process%s: too few for 95%%", outcome->replicates,
		    outcome->replicates == 1 ? "" : "es");
		print_wrapped(out, line.text);
	}
}

/* the baseline is in every round */
static size_t rounds_of(const struct outcome *outcome)
{
	size_t rounds = 0;

	for (size_t i = 0; i < outcome->nr_samples; i++)
		rounds += outcome->samples[i].entry == 0;
	return rounds;
}

static void print_run(FILE *out, const struct outcome *outcome)
{
	size_t rounds = rounds_of(outcome);
	struct line line = { 0 };

	add(&line, "cycles: %s", cycle_source_name(outcome->source));
	if (has_cycles(outcome) && outcome->ghz_hi > 0)
		add(&line, " (%s-%s GHz)", number_fixed(outcome->ghz_lo, 2).text,
		    number_fixed(outcome->ghz_hi, 2).text);
	add(&line, "; %zu process%s, %zu round%s", outcome->replicates, outcome->replicates == 1 ? "" : "es",
	    rounds, rounds == 1 ? "" : "s");
	if (outcome->lost)
		add(&line, ", %zu process%s lost", outcome->lost, outcome->lost == 1 ? "" : "es");
	if (outcome->stopped)
		add(&line, "; stopped: %s%s", outcome->stopped,
		    strcmp(outcome->stopped, "interrupted") ? "" : " (partial)");
	print_wrapped(out, line.text);
}

static void add_page_size(struct line *line, size_t bytes)
{
	if (!bytes)
		add(line, "page size unknown");
	else if (bytes >> 20)
		add(line, "%zu MB pages", bytes >> 20);
	else
		add(line, "%zu KB pages", bytes >> 10);
}

static void print_disturbance(FILE *out, const struct outcome *outcome)
{
	struct line line = { 0 };

	add(&line, "time lost in gaps %s%%, ", number_fixed(outcome->lost_share * 100, 1).text);
	add(&line, "samples left out %s%%; ", number_fixed(outcome->left_out_share * 100, 1).text);
	add_page_size(&line, outcome->page_size);
	if (outcome->wall_s > 0)
		add(&line, "; %s%% of time timed",
		    number_fixed(outcome->timed_s / outcome->wall_s * 100, 0).text);
	print_wrapped(out, line.text);
}

void table_outcome(FILE *out, const struct cpu *cpu, const struct outcome *outcome)
{
	const struct bench_case *bench = outcome->bench;
	struct line line = { 0 };

	add(&line, "%s: ", bench->kernel->name);
	add_workload(&line, &bench->load);
	add(&line, "; cpu %d", cpu->os_index);
	if (*flavours[bench->flavour].atomics)
		add(&line, "; %s", flavours[bench->flavour].atomics);
	print_wrapped(out, line.text);
	print_part(out, outcome, PART_ALL);
	print_companions(out, outcome);
	print_directions(out, outcome);
	counts_table(out, outcome);
	for (enum part part = PART_LEAD; part_name(bench->kernel, part); part++)
		print_part(out, outcome, part);
	print_marks(out, outcome);
	print_run(out, outcome);
	print_disturbance(out, outcome);
}
