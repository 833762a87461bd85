// SPDX-License-Identifier: GPL-2.0-or-later
#include <math.h>
#include <stdio.h>

#include "output/grid.h"
#include "output/number.h"
#include "output/table.h"
#include "reproduce/report.h"

/* -12.3% from 0.877 */
static const char *change(double ratio, char *text, size_t size)
{
	snprintf(text, size, isnan(ratio) ? "-" : "%+.1f%%", (ratio - 1) * 100);
	return text;
}

static void print_published(FILE *out, const struct published *figure)
{
	char percent[32];

	if (!(figure->base > 0)) {
		fprintf(out, "  published  %s\n", figure->note);
		return;
	}
	fprintf(out, "  published  %s -> %s %s", number_fixed(figure->base, figure->base < 1 ? 4 : 2).text,
		number_fixed(figure->patched, figure->base < 1 ? 4 : 2).text, figure->unit);
	if (published_ns(figure, false) > 0 && figure->items > 1)
		fprintf(out, ", %s -> %s ns/item", number_fixed(published_ns(figure, false), 1).text,
			number_fixed(published_ns(figure, true), 1).text);
	fprintf(out, "  %s\n", change(published_ratio(figure), percent, sizeof(percent)));
}

static void print_measured(FILE *out, const struct measured_figure *found)
{
	char percent[32], low[32], high[32];

	fprintf(out, "  measured   %s -> %s ns/item", number_fixed(found->base_ns.mid, 2).text,
		number_fixed(found->patched_ns.mid, 2).text);
	if (!isnan(found->base_cycles.mid))
		fprintf(out, ", %s -> %s cycles", number_fixed(found->base_cycles.mid, 1).text,
			number_fixed(found->patched_cycles.mid, 1).text);
	fprintf(out, "\n             change %s (%s to %s)\n",
		change(found->ratio.mid, percent, sizeof(percent)), change(found->ratio.lo, low, sizeof(low)),
		change(found->ratio.hi, high, sizeof(high)));
	if (!isnan(found->base_cycles.lo))
		fprintf(out, "             base %s-%s, patched %s-%s cycles\n",
			number_fixed(found->base_cycles.lo, 1).text,
			number_fixed(found->base_cycles.hi, 1).text,
			number_fixed(found->patched_cycles.lo, 1).text,
			number_fixed(found->patched_cycles.hi, 1).text);
}

/* of N visits one changes the flags: what is saved is saved on the other N - 1 */
static double per_redundant(const struct published *figure)
{
	return figure->redundant_of ? figure->redundant_of / (figure->redundant_of - 1.0) : 1;
}

static void print_saving(FILE *out, const struct published *figure, const struct measured_figure *found)
{
	double cycles = found->base_cycles.mid * per_redundant(figure);
	double ns = (published_ns(figure, false) - published_ns(figure, true)) * per_redundant(figure);

	if (isnan(cycles))
		return;
	fprintf(out, "  saving     %s (%s to %s) cycles %s here;\n",
		number_fixed(cycles * (1 - found->ratio.mid), 1).text,
		number_fixed(cycles * (1 - found->ratio.hi), 1).text,
		number_fixed(cycles * (1 - found->ratio.lo), 1).text,
		figure->redundant_of ? "per redundant visit" : "per item");
	if (figure->ghz > 0)
		fprintf(out, "             published: %s at an assumed %s GHz\n",
			number_fixed(ns * figure->ghz, 1).text, number_fixed(figure->ghz, 1).text);
	else
		fprintf(out, "             published: %s ns, clock not known\n", number_fixed(ns, 1).text);
}

static void print_verdict(FILE *out, const struct measured_figure *found)
{
	fprintf(out, "  verdict    %s\n", verdict_name(found->verdict));
	if (found->verdict == VERDICT_OTHER_SIZE || found->verdict == VERDICT_REPRODUCED)
		fprintf(out, "             (log ratio %s of the published)\n",
			number_fixed(found->factor, 2).text);
	if (found->why)
		fprintf(out, "             (%s)\n", found->why);
}

void report_figure(FILE *out, const struct published *figure, const struct measured_cases *measured)
{
	struct measured_figure found = figure_measure(figure, measured);

	fprintf(out, "%s: %s\n  (%s; %s)\n", figure->id, figure->what, figure->config, figure->machine);
	print_published(out, figure);
	if (figure->base > 0 && figure->note[0]) {
		fprintf(out, "             %s\n", figure->note);
	}
	if (!found.why) {
		print_measured(out, &found);
		print_saving(out, figure, &found);
	}
	print_verdict(out, &found);
	fputc('\n', out);
}

static void ladder_row(struct grid *grid, const struct outcome *outcome, size_t entry, double whole)
{
	const struct estimate *estimate = &outcome->estimates[entry][PART_ALL];
	struct interval step = { NAN, NAN, NAN };

	grid->rows++;
	grid_cell(grid, 0, "%s", case_entry_name(outcome->bench, entry));
	grid_cell(grid, 1, "%s", number_fixed(estimate->cycles.mid, 1).text);
	grid_cell(grid, 2, "%s", number_fixed(estimate->ns.mid, 2).text);
	grid_cell(grid, 3, "%s", number_fixed(estimate->ratio.mid, 3).text);
	if (!entry)
		return;
	step = estimate_ratio(outcome, entry, entry - 1, PART_ALL);
	grid_cell(grid, 4, "%s", number_fixed(step.mid, 3).text);
	grid_cell(grid, 5, "%s-%s", number_fixed(step.lo, 3).text, number_fixed(step.hi, 3).text);
	grid_cell(grid, 6, "%s%%",
		  number_fixed(
			  (outcome->estimates[entry - 1][PART_ALL].ns.mid - estimate->ns.mid) / whole * 100, 0)
			  .text);
}

void report_ladder(FILE *out, const struct measured_cases *measured, enum figure_case where)
{
	const struct outcome *outcome = &measured->outcomes[where];
	struct grid grid = { .rows = 1 };
	char workload[256];
	size_t last;

	if (!outcome->bench)
		return;
	last = figures_entry(outcome->bench, "p6");
	if (last >= outcome->bench->nr_variants)
		return;
	table_workload(workload, sizeof(workload), outcome->bench);
	fprintf(out, "each patch, inc_min_seq: %s\n", workload);
	grid_cell(&grid, 0, "rung");
	grid_cell(&grid, 1, "cycles");
	grid_cell(&grid, 2, "ns");
	grid_cell(&grid, 3, "to base");
	grid_cell(&grid, 4, "to rung before");
	grid_cell(&grid, 5, "(95%%)");
	grid_cell(&grid, 6, "of gain");
	for (size_t entry = 0; entry <= last; entry++)
		ladder_row(&grid, outcome, entry,
			   outcome->estimates[0][PART_ALL].ns.mid - outcome->estimates[last][PART_ALL].ns.mid);
	grid_print(out, &grid, 1);
	fprintf(out, "control %s (%s-%s): the baseline built twice, the noise floor\n\n",
		number_fixed(outcome->estimates[outcome->bench->nr_variants][PART_ALL].ratio.mid, 3).text,
		number_fixed(outcome->estimates[outcome->bench->nr_variants][PART_ALL].ratio.lo, 3).text,
		number_fixed(outcome->estimates[outcome->bench->nr_variants][PART_ALL].ratio.hi, 3).text);
}

void report_floors(FILE *out, const struct measured_cases *measured)
{
	const struct outcome *floor = &measured->outcomes[CASE_FLOOR];
	const struct outcome *empty = &measured->outcomes[CASE_EMPTY];

	if (floor->bench)
		fprintf(out, "floor: a lone locked cmpxchg over distinct lines: %s cycles, %s ns\n",
			number_fixed(floor->estimates[0][PART_ALL].cycles.mid, 1).text,
			number_fixed(floor->estimates[0][PART_ALL].ns.mid, 2).text);
	if (empty->bench)
		fprintf(out, "the harness itself: %s ns per pass\n",
			number_fixed(empty->estimates[0][PART_ALL].ns.mid, 0).text);
}

static json_t *number_json(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *interval_json(struct interval interval)
{
	return json_pack("{s:o, s:o, s:o}", "mid", number_json(interval.mid), "lo", number_json(interval.lo),
			 "hi", number_json(interval.hi));
}

json_t *report_json(const struct published *figure, const struct measured_cases *measured)
{
	struct measured_figure found = figure_measure(figure, measured);
	bool factor = found.verdict == VERDICT_OTHER_SIZE || found.verdict == VERDICT_REPRODUCED;

	return json_pack("{s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:o}", "id",
			 figure->id, "source", figure->source, "machine", figure->machine, "arch",
			 figure->arch, "unit", figure->unit, "published_base",
			 number_json(figure->base > 0 ? figure->base : NAN), "published_patched",
			 number_json(figure->base > 0 ? figure->patched : NAN), "base_ns",
			 interval_json(found.base_ns), "patched_ns", interval_json(found.patched_ns),
			 "base_cycles", interval_json(found.base_cycles), "patched_cycles",
			 interval_json(found.patched_cycles), "ratio", interval_json(found.ratio), "verdict",
			 verdict_name(found.verdict), "factor", number_json(factor ? found.factor : NAN));
}
