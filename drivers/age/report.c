// SPDX-License-Identifier: GPL-2.0-or-later
#include "age/report.h"

#include <math.h>
#include <string.h>

#include "output/grid.h"
#include "output/number.h"
#include "reproduce/published.h"

enum { SHOWN_FIRST = 8, SHOWN_LAST = 3 };

static double per_item(const struct age_plan *plan, double ns)
{
	return ns / (double)age_items(plan);
}

static void print_write(FILE *out, const struct age_plan *plan, const struct age_repeat *repeat,
			const struct age_write *write)
{
	fprintf(out, "gen %3llu: %8s ms %8s ns  %s\n", (unsigned long long)write->seq,
		number_fixed(write->ns / 1e6, 3).text, number_fixed(per_item(plan, write->ns), 1).text,
		kind_name(executed_kind(&write->executed, repeat->pages)));
}

void age_report_trace(FILE *out, const struct age_plan *plan, const struct age_repeat *repeat)
{
	bool all = repeat->nr <= SHOWN_FIRST + SHOWN_LAST + 1;
	double total = 0;

	if (!repeat->nr)
		return;
	fprintf(out, "memcg: %llu, %llu pages; ns per %s\n", (unsigned long long)repeat->memcg,
		(unsigned long long)repeat->pages, plan->reread ? "visit" : "folio");
	for (size_t i = 0; i < repeat->nr; i++) {
		total += repeat->writes[i].ns;
		if (all || i < SHOWN_FIRST || i + SHOWN_LAST >= repeat->nr)
			print_write(out, plan, repeat, &repeat->writes[i]);
		else if (i == SHOWN_FIRST)
			fputs("...\n", out);
	}
	fprintf(out, "Total:   %s ms\nAverage: %s ms\n\n", number_fixed(total / 1e6, 3).text,
		number_fixed(total / 1e6 / (double)repeat->nr, 3).text);
}

/* a row of the summary: what was measured, and the published figures it can be held against */
struct line {
	const char *what;
	int outcome;
	enum part part;
	const char *published[2]; /* their sum */
};

static const struct line trace_lines[] = {
	{ "write 1: walk and promote", AGE_WHOLE, PART_LEAD, { "agetest-gen3" } },
	{ "write 2: walk only", AGE_WHOLE, PART_LEAD + 1, { "agetest-gen4" } },
	/* published without the walk */
	{ "write 3: walk, promoted path", AGE_WHOLE, PART_LEAD + 2, { "agetest-gen5", "agetest-gen4" } },
	{ "steady: walk, increment path", AGE_WHOLE, PART_ALL, { "agetest-steady" } },
	{ "inc_min_seq: promoted path", AGE_INC, PART_LEAD, { "agetest-gen5" } },
	{ "inc_min_seq: increment path", AGE_INC, PART_ALL, { "inc-min-seq-only" } },
};

enum { TRACE_LINES = sizeof(trace_lines) / sizeof(trace_lines[0]) };

static void add_published(struct grid *grid, const struct line *line, const char *arch)
{
	double base = 0, patched = 0;

	for (size_t i = 0; i < 2 && line->published[i]; i++) {
		const struct published *figure = published_find(line->published[i]);

		if (!figure || strcmp(figure->arch, arch))
			return;
		base += published_ns(figure, false);
		patched += published_ns(figure, true);
	}
	if (!(base > 0))
		return;
	grid_cell(grid, 4, "%s", number_fixed(base, 1).text);
	grid_cell(grid, 5, "%s", number_fixed(patched, 1).text);
}

static void add_line(struct grid *grid, const struct age_plan *plan, const struct age_figures *figures,
		     const struct line *line, const char *arch)
{
	const struct interval *ns = &figures->outcomes[line->outcome].estimates[0][line->part].ns;
	double to_ms = (double)age_items(plan) / 1e6;

	grid->rows++;
	grid_cell(grid, 0, "%s", line->what);
	grid_cell(grid, 1, "%s", number_fixed(ns->mid * to_ms, 3).text);
	grid_cell(grid, 2, "%s", number_fixed(ns->mid, 1).text);
	if (!isnan(ns->lo))
		grid_cell(grid, 3, "%s-%s", number_fixed(ns->lo, 1).text, number_fixed(ns->hi, 1).text);
	add_published(grid, line, arch);
}

static void add_head(struct grid *grid)
{
	grid->rows++;
	grid_cell(grid, 0, "over repeats");
	grid_cell(grid, 1, "ms");
	grid_cell(grid, 2, "ns");
	grid_cell(grid, 3, "(95%%)");
	grid_cell(grid, 4, "base");
	grid_cell(grid, 5, "series");
}

static void summary_of_visits(struct grid *grid, const struct age_plan *plan,
			      const struct age_figures *figures, const char *arch)
{
	char id[64];
	struct line line = { "pass: read, then aged", AGE_WHOLE, PART_ALL, { NULL } };

	snprintf(id, sizeof(id), "skip-cmpxchg-%u", plan->processes);
	if (plan->map == MAP_OF_TMPFS && !plan->huge && published_find(id))
		line.published[0] = id;
	add_line(grid, plan, figures, &line, arch);
}

/* the whole trace's average is all that was published of arm64 */
static void print_average(FILE *out, const struct age_plan *plan, const char *arch)
{
	bool arm64 = !strcmp(arch, "aarch64");
	const struct published *figure = published_find(!arm64     ? "agetest-average" :
							plan->huge ? "agetest-arm64-pmd" :
								     "agetest-arm64-pte");

	if (figure && (arm64 || !plan->huge))
		fprintf(out, "published average of 101 writes, %s: %s and %s ns/folio\n", figure->arch,
			number_fixed(published_ns(figure, false), 1).text,
			number_fixed(published_ns(figure, true), 1).text);
}

void age_report_summary(FILE *out, const struct age_plan *plan, const struct age_figures *figures,
			const char *arch)
{
	const struct outcome *outcome = &figures->outcomes[AGE_WHOLE];
	/* other pages, other figures: those of huge pages were not published write by write */
	const char *comparable = plan->huge ? "" : arch;
	struct grid grid = { 0 };

	add_head(&grid);
	if (plan->reread)
		summary_of_visits(&grid, plan, figures, comparable);
	for (size_t i = 0; !plan->reread && i < TRACE_LINES; i++)
		add_line(&grid, plan, figures, &trace_lines[i],
			 plan->map == MAP_OF_ANON && plan->processes == 1 ? comparable : "");
	grid_print(out, &grid, 1);
	if (!plan->reread && plan->map == MAP_OF_ANON && plan->processes == 1)
		print_average(out, plan, arch);
	fprintf(out, "%zu repeats, each in fresh processes%s\nns per %s; base, series: published ns\n",
		outcome->replicates, outcome->replicates < 6 ? " (an interval needs 6)" : "",
		plan->reread ? "visit" : "folio");
}

/* "2:1 3:16384" */
static void print_gens(FILE *out, const struct generations *state)
{
	for (unsigned int i = 0; i < state->nr; i++) {
		uint64_t pages = state->gens[i].anon + state->gens[i].file;

		fprintf(out, "%s%llu:%llu", i ? " " : "", (unsigned long long)state->gens[i].seq,
			(unsigned long long)pages);
	}
}

void age_report_csv(FILE *out, const struct age_plan *plan, const struct age_repeat *repeats, size_t nr)
{
	fputs("repeat,write,gen,ms,ns_per_item,executed,relabelled,promoted,incremented,before,after\n", out);
	for (size_t i = 0; i < nr; i++) {
		for (size_t j = 0; j < repeats[i].nr; j++) {
			const struct age_write *write = &repeats[i].writes[j];

			fprintf(out, "%zu,%zu,%llu,%s,%s,\"%s\",%llu,%llu,%llu,", i, j + 1,
				(unsigned long long)write->seq, number_exact(write->ns / 1e6).text,
				number_exact(per_item(plan, write->ns)).text,
				kind_name(executed_kind(&write->executed, repeats[i].pages)),
				(unsigned long long)write->executed.relabelled,
				(unsigned long long)write->executed.promoted,
				(unsigned long long)write->executed.incremented);
			print_gens(out, &write->before);
			fputc(',', out);
			print_gens(out, &write->after);
			fputc('\n', out);
		}
	}
}

void age_report_ops(FILE *out, const struct age_plan *plan, const struct age_figures *figures)
{
	const struct outcome *outcome = &figures->outcomes[AGE_WHOLE];
	const struct interval *ns = &outcome->estimates[0][PART_ALL].ns;
	const struct published *figure = published_find("prefetch-memtier");

	fprintf(out, "memcached in %lluM: %s ops/s", (unsigned long long)(plan->bytes >> 20),
		number_fixed(1e9 / ns->mid, 0).text);
	if (!isnan(ns->lo))
		fprintf(out, " (%s-%s, 95%%)", number_fixed(1e9 / ns->hi, 0).text,
			number_fixed(1e9 / ns->lo, 0).text);
	fprintf(out, "\n%zu repeats%s\n", outcome->replicates,
		outcome->replicates < 6 ? " (an interval needs 6)" : "");
	if (figure)
		fprintf(out, "published: %s and %s ops/s (%s, %s)\n", number_fixed(figure->base, 0).text,
			number_fixed(figure->patched, 0).text, figure->machine, figure->config);
}
