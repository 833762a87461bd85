// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/counts.h"

#include <math.h>
#include <string.h>

#include "output/grid.h"
#include "output/number.h"

void count_columns_of(struct count_columns *counts, const struct counter_plan *plan, size_t figures,
		      long rounds)
{
	counts->nr = 0;
	for (uint32_t i = 0; plan && i < plan->nr; i++) {
		const char *metric = plan->counters[i].metric;

		counts->columns[counts->nr++] = (struct column){ metric, COLUMN_FIGURE,
								 figures + i * sizeof(double) };
		if (rounds == NO_ROUNDS)
			continue;
		snprintf(counts->rounds[i], sizeof(counts->rounds[i]), "%s_rounds", metric);
		counts->columns[counts->nr++] = (struct column){ counts->rounds[i], COLUMN_COUNT,
								 (size_t)rounds + i * sizeof(int64_t) };
	}
}

/* small counts are what many folios share */
static int decimals(double value)
{
	return fabs(value) >= 1000 ? 0 : fabs(value) >= 10 ? 2 : 4;
}

/* a cell holds no more, and the end of an event's name tells most */
static const char *head_of(const char *metric)
{
	size_t length = strlen(metric), room = 24;

	return length > room ? metric + length - room : metric;
}

/* as many counted metrics from @first on as fit a line; how many columns that took */
static size_t print_counts(FILE *out, const struct outcome *outcome, uint32_t *first)
{
	const struct counter_plan *plan = outcome->counters;
	struct grid grid = { .rows = 1 };
	size_t width = strlen("per ") + 8, used = 0;
	uint32_t shown[GRID_COLUMNS];

	for (; *first < plan->nr && used + 1 < GRID_COLUMNS; (*first)++) {
		const char *head = head_of(plan->counters[*first].metric);

		if (!counter_usable(&plan->counters[*first]))
			continue;
		width += strlen(head) < 8 ? 10 : strlen(head) + 2;
		if (used && width > LINE_WIDTH)
			break;
		shown[used++] = *first;
		grid_cell(&grid, used, "%s", head);
	}
	if (!used)
		return 0;
	grid_cell(&grid, 0, "per %s", outcome->bench->kernel->item);
	for (size_t entry = 0; entry < case_entries(outcome->bench); entry++) {
		grid.rows++;
		grid_cell(&grid, 0, "%s", case_entry_name(outcome->bench, entry));
		for (size_t i = 0; i < used; i++) {
			double value = outcome->counts[entry][shown[i]].per_item;

			grid_cell(&grid, i + 1, "%s", number_fixed(value, decimals(value)).text);
		}
	}
	grid_print(out, &grid, 0);
	return used;
}

/* one line for all metrics with the same state and reason */
static void print_uncounted(FILE *out, const struct counter_plan *plan, uint32_t first)
{
	const struct counter *told = &plan->counters[first];
	char line[2048];
	int length;

	for (uint32_t i = 0; i < first; i++)
		if (plan->counters[i].state == told->state && !strcmp(plan->counters[i].reason, told->reason))
			return;
	length = snprintf(line, sizeof(line), "%s: %s", counter_state_name(told->state), told->metric);
	for (uint32_t i = first + 1; i < plan->nr; i++) {
		const struct counter *other = &plan->counters[i];

		if (other->state == told->state && !strcmp(other->reason, told->reason) &&
		    length < (int)(sizeof(line) - MAX_METRIC - MAX_REASON - 8))
			length += snprintf(line + length, sizeof(line) - (size_t)length, ", %s",
					   other->metric);
	}
	if (told->reason[0])
		snprintf(line + length, sizeof(line) - (size_t)length, ": %s", told->reason);
	print_wrapped(out, line);
}

static void print_paths(FILE *out, const struct counter_plan *plan)
{
	char line[512] = "";
	bool seen[PATH_NONE + 1] = { false };
	int length = 0;

	for (uint32_t i = 0; i < plan->nr; i++) {
		uint32_t path = plan->counters[i].path;

		if (!counter_usable(&plan->counters[i]) || seen[path])
			continue;
		seen[path] = true;
		length += snprintf(line + length, sizeof(line) - (size_t)length, "%s%s",
				   length ? "; " : "counted through ", path_name(path));
	}
	if (length)
		print_wrapped(out, line);
}

void counts_table(FILE *out, const struct outcome *outcome)
{
	const struct counter_plan *plan = outcome->counters;
	uint32_t next = 0;

	if (!plan)
		return;
	while (print_counts(out, outcome, &next))
		;
	print_paths(out, plan);
	for (uint32_t i = 0; i < plan->nr; i++)
		if (plan->counters[i].state != COUNTER_COUNTS)
			print_uncounted(out, plan, i);
}

static json_t *counter_json(const struct counter *counter)
{
	return json_pack("{s:s, s:s, s:s, s:s, s:s}", "metric", counter->metric, "state",
			 counter_state_name(counter->state), "event", counter->event, "path",
			 path_name(counter->path), "reason", counter->reason);
}

json_t *counts_json(const struct counter_plan *plan)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < plan->nr; i++)
		json_array_append_new(list, counter_json(&plan->counters[i]));
	return list;
}
