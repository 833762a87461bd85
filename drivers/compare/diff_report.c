// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/diff_report.h"

#include <math.h>
#include <string.h>

#include "output/columns.h"
#include "output/grid.h"
#include "output/number.h"

static const char *const verdicts[] = {
	[SLOWER] = "slower",
	[FASTER] = "faster",
	[NO_DIFFERENCE] = "no difference",
	[CANNOT_TELL] = "cannot tell",
};

struct row {
	const char *kernel, *variant, *part;
	int64_t kind, cpu_old, cpu_new;
	const char *keys[NR_KEYS];
	const char *unit;
	double old, new;
	struct interval own, by_base;
	const char *judged_by, *verdict;
	int64_t regression;
};

static const struct column columns[] = {
	ROW_TEXT("kernel", kernel),
	ROW_TEXT("variant", variant),
	ROW_TEXT("part", part),
	ROW_COUNT("kind", kind),
	ROW_COUNT("cpu_old", cpu_old),
	ROW_COUNT("cpu_new", cpu_new),
	ROW_TEXT("folios", keys[KEY_OF_FOLIOS]),
	ROW_TEXT("layout", keys[KEY_OF_LAYOUT]),
	ROW_TEXT("run_length", keys[KEY_OF_RUN_LENGTH]),
	ROW_TEXT("order", keys[KEY_OF_ORDER]),
	ROW_TEXT("promoted", keys[KEY_OF_PROMOTED]),
	ROW_TEXT("promoted_pattern", keys[KEY_OF_PATTERN]),
	ROW_TEXT("zones", keys[KEY_OF_ZONES]),
	ROW_TEXT("type", keys[KEY_OF_TYPE]),
	ROW_TEXT("page_tables", keys[KEY_OF_PAGE_TABLES]),
	ROW_TEXT("young", keys[KEY_OF_YOUNG]),
	ROW_TEXT("refs", keys[KEY_OF_REFS]),
	ROW_TEXT("batch", keys[KEY_OF_BATCH]),
	ROW_TEXT("reclaim_zones", keys[KEY_OF_RECLAIM_ZONES]),
	ROW_TEXT("distance", keys[KEY_OF_DISTANCE]),
	ROW_TEXT("when", keys[KEY_OF_WHEN]),
	ROW_TEXT("work_loads", keys[KEY_OF_WORK_LOADS]),
	ROW_TEXT("work_locked", keys[KEY_OF_WORK_LOCKED]),
	ROW_TEXT("work_stores", keys[KEY_OF_WORK_STORES]),
	ROW_TEXT("contention", keys[KEY_OF_CONTENTION]),
	ROW_TEXT("companions", keys[KEY_OF_COMPANIONS]),
	ROW_TEXT("unit", unit),
	ROW_FIGURE("old", old),
	ROW_FIGURE("new", new),
	ROW_FIGURE("change", own.mid),
	ROW_FIGURE("change_lo", own.lo),
	ROW_FIGURE("change_hi", own.hi),
	ROW_FIGURE("change_to_base", by_base.mid),
	ROW_FIGURE("change_to_base_lo", by_base.lo),
	ROW_FIGURE("change_to_base_hi", by_base.hi),
	ROW_TEXT("judged_by", judged_by),
	ROW_TEXT("verdict", verdict),
	ROW_COUNT("regression", regression),
};

enum { NR_COLUMNS = sizeof(columns) / sizeof(columns[0]) };

static struct row row_of(const struct comparison *one)
{
	struct row row = {
		.kernel = one->new->kernel,
		.variant = one->new->variant,
		.part = one->new->part,
		.kind = one->new->kind,
		.cpu_old = one->old->cpu,
		.cpu_new = one->new->cpu,
		.unit = one->cycles ? "cycles" : "ns",
		.old = one->cycles ? one->old->cycles.mid : one->old->ns.mid,
		.new = one->cycles ? one->new->cycles.mid : one->new->ns.mid,
		.own = one->own,
		.by_base = one->by_base,
		.judged_by = one->paired ? "baseline" : "itself",
		.verdict = verdicts[one->verdict],
		.regression = one->regression,
	};

	memcpy(row.keys, one->new->keys, sizeof(row.keys));
	return row;
}

void diff_csv(FILE *out, const struct comparisons *comparisons)
{
	columns_csv_header(out, columns, NR_COLUMNS);
	for (size_t i = 0; i < comparisons->nr; i++) {
		struct row row = row_of(&comparisons->list[i]);

		columns_csv_row(out, columns, NR_COLUMNS, &row);
	}
}

json_t *diff_json(const struct comparisons *comparisons)
{
	json_t *rows = json_array();

	for (size_t i = 0; rows && i < comparisons->nr; i++) {
		struct row row = row_of(&comparisons->list[i]);

		json_array_append_new(rows, columns_json(columns, NR_COLUMNS, &row));
	}
	return rows;
}

static void print_machine(FILE *out, const char *which, const struct collection *collection)
{
	const struct machine *machine = &collection->machines[0];
	char line[512];
	int length = snprintf(line, sizeof(line), "%s: %s", which, machine->name);

	if (collection->nr_machines > 1)
		length += snprintf(line + length, sizeof(line) - (size_t)length, " and %zu more",
				   collection->nr_machines - 1);
	snprintf(line + length, sizeof(line) - (size_t)length, "; %.80s, %.20s; %.40s; Linux %.80s",
		 machine->cpu_model, machine->arch, machine->compiler, machine->kernel);
	print_wrapped(out, line);
}

/* one line for each workload, the folios first */
static void print_workload(FILE *out, const struct result *result)
{
	char line[512];
	int length = snprintf(line, sizeof(line), "%.60s", result->kernel);

	if (strcmp(result->part, "pass"))
		length += snprintf(line + length, sizeof(line) - (size_t)length, ", %.60s", result->part);
	if (result->kind >= 0)
		length += snprintf(line + length, sizeof(line) - (size_t)length, ", kind %d", result->kind);
	if (result->cpu >= 0)
		length += snprintf(line + length, sizeof(line) - (size_t)length, ", cpu %d", result->cpu);
	for (enum key key = 0; key < NR_KEYS; key++) {
		const char *value = result->keys[key];

		if (!key_said(key, value) || length > (int)sizeof(line) - 100)
			continue;
		length += snprintf(line + length, sizeof(line) - (size_t)length, ", %s %.40s",
				   key_columns[key], value);
	}
	putc('\n', out);
	print_wrapped(out, line);
}

static bool same_workload(const struct result *a, const struct result *b)
{
	if (strcmp(a->kernel, b->kernel) || strcmp(a->part, b->part) || a->kind != b->kind ||
	    a->cpu != b->cpu || a->machine != b->machine)
		return false;
	for (enum key key = 0; key < NR_KEYS; key++)
		if (strcmp(a->keys[key], b->keys[key]))
			return false;
	return true;
}

static void put_range(char *text, size_t size, const struct interval *interval)
{
	if (isfinite(interval->lo) && isfinite(interval->hi))
		snprintf(text, size, "%s-%s", number_fixed(interval->lo, 3).text,
			 number_fixed(interval->hi, 3).text);
	else
		snprintf(text, size, "-");
}

static void print_row(FILE *out, const struct comparison *one)
{
	const struct row row = row_of(one);
	char own[96], line[512];

	put_range(own, sizeof(own), &one->own);
	snprintf(line, sizeof(line), "%-9.20s%8s%8s%7s %-12s%6s %s%s", row.variant,
		 number_fixed(row.old, row.old < 1000 ? 2 : 0).text,
		 number_fixed(row.new, row.new < 1000 ? 2 : 0).text, number_fixed(row.own.mid, 3).text, own,
		 number_fixed(row.by_base.mid, 3).text, one->regression ? "SLOWER" : row.verdict,
		 one->paired ? "" : " *");
	print_wrapped(out, line);
}

static void print_sums(FILE *out, const struct comparisons *comparisons, double threshold)
{
	size_t sums[CANNOT_TELL + 1] = { 0 }, regressions = 0;
	bool apart = false;
	char line[256];

	for (size_t i = 0; i < comparisons->nr; i++) {
		sums[comparisons->list[i].verdict]++;
		regressions += comparisons->list[i].regression;
		apart = apart || !comparisons->list[i].paired;
	}
	putc('\n', out);
	if (apart)
		print_wrapped(out, "*: judged by its own figures, the others by their ratio to the baseline");
	snprintf(line, sizeof(line),
		 "%zu compared: %zu slower, %zu faster, %zu no difference, %zu cannot tell; "
		 "%zu only in OLD, %zu only in NEW",
		 comparisons->nr, sums[SLOWER], sums[FASTER], sums[NO_DIFFERENCE], sums[CANNOT_TELL],
		 comparisons->only_old, comparisons->only_new);
	print_wrapped(out, line);
	snprintf(line, sizeof(line), "regressions, SLOWER with the whole interval above %s%%: %zu",
		 number_fixed(threshold * 100, 1).text, regressions);
	print_wrapped(out, line);
}

void diff_text(FILE *out, const struct comparisons *comparisons, const struct collection *old,
	       const struct collection *new, double threshold)
{
	const struct result *before = NULL;

	print_machine(out, "OLD", old);
	print_machine(out, "NEW", new);
	if (!comparisons->same_machine)
		print_wrapped(out, "the machines differ: what is compared is one against the other");
	if (!comparisons->same_build)
		print_wrapped(out, "compiler, its flags, foliolab or Linux differ: the baselines are not taken "
				   "for the same code");
	for (size_t i = 0; i < comparisons->nr; i++) {
		const struct comparison *one = &comparisons->list[i];

		if (!before || !same_workload(before, one->new)) {
			print_workload(out, one->new);
			fprintf(out, "%-9s%8s%8s%7s %-12s%6s\n", one->cycles ? "cycles" : "ns", "old", "new",
				"change", "(95%)", "to base");
		}
		before = one->new;
		print_row(out, one);
	}
	print_sums(out, comparisons, threshold);
}
