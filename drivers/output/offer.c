// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/offer.h"

#include <string.h>

#include "output/columns.h"
#include "output/grid.h"

struct row {
	const char *metric, *what, *state, *event, *path, *reason, *remedy;
};

#define TEXT(member)                                               \
	{                                                          \
#member, COLUMN_TEXT, offsetof(struct row, member) \
	}

static const struct column columns[] = {
	TEXT(metric), TEXT(what), TEXT(state), TEXT(event), TEXT(path), TEXT(reason), TEXT(remedy),
};

enum { NR_COLUMNS = sizeof(columns) / sizeof(columns[0]) };

static struct row row_of(const struct offer *offer, const struct counter *counter)
{
	const struct metric *metric = metric_find(counter->metric);
	struct row row = {
		.metric = counter->metric,
		.what = metric ? metric->what : "",
		.state = counter_state_name(counter->state),
		.event = counter->event,
		.path = counter_usable(counter) ? path_name(counter->path) : "",
		.reason = counter->reason,
		.remedy = survey_remedy(&offer->survey, counter->state),
	};

	return row;
}

static void print_pmu(FILE *out, const struct offer *offer)
{
	const struct core *core = &offer->survey.core;
	char line[512];

	snprintf(line, sizeof(line), "cpu %d: %s", offer->cpu, core->what);
	print_wrapped(out, line);
	if (offer->survey.why_not[0])
		snprintf(line, sizeof(line), "no hardware PMU: %s", offer->survey.why_not);
	else
		snprintf(line, sizeof(line), "hardware PMU: %s", core->device[0] ? core->device : "found");
	print_wrapped(out, line);
	if (core->nr_devices > 1) {
		snprintf(line, sizeof(line),
			 "%u core PMUs: cores of several kinds; this CPU's is asked, by its number",
			 core->nr_devices);
		print_wrapped(out, line);
	}
}

static void print_setting(FILE *out, const struct offer *offer)
{
	const struct survey *survey = &offer->survey;
	const struct core *core = &survey->core;
	char line[512];

	if (core_is_near(core))
		snprintf(line, sizeof(line), "events: there is no table for %s; %s is the nearest",
			 core->name, core->table);
	else
		snprintf(line, sizeof(line), "events: %s",
			 core->table[0] ? core->table : "no table for this core");
	print_wrapped(out, line);
	snprintf(line, sizeof(line), "PAPI: %s",
		 survey->papi == PATH_PAPI       ? "knows the core" :
		 survey->papi == PATH_PAPI_NAMED ? "knows the core only when told the nearest one" :
		 core->nr_devices > 1            ? "not asked: it asks one PMU, whichever comes first" :
						   "disabled, it does not know the core or may not count");
	print_wrapped(out, line);
	if (survey->paranoid == NO_SETTING)
		snprintf(line, sizeof(line),
			 "perf_event_paranoid: no such file, the kernel has no perf events");
	else
		snprintf(line, sizeof(line), "perf_event_paranoid %d; events at once %zu%s", survey->paranoid,
			 offer->free,
			 survey->watchdog ? ", and the NMI watchdog holds one more: "
					    "sysctl kernel.nmi_watchdog=0 frees it" :
					    "");
	print_wrapped(out, line);
}

/* two columns, and what follows beside them where it fits, else below */
static void print_row(FILE *out, const char *metric, const char *state, const char *rest)
{
	char line[MAX_EVENT + MAX_REASON + 128];

	if (strlen(rest) > LINE_WIDTH - 48) {
		fprintf(out, "%-24s%s\n", metric, state);
		/* a name is to be copied, however long */
		if (!strchr(rest, ' ')) {
			fprintf(out, "  %s\n", rest);
			return;
		}
		snprintf(line, sizeof(line), "  %s", rest);
	} else if (rest[0]) {
		snprintf(line, sizeof(line), "%-24s%-24s%s", metric, state, rest);
	} else {
		snprintf(line, sizeof(line), "%-24s%s", metric, state);
	}
	print_wrapped(out, line);
}

static void print_counter(FILE *out, const struct counter *counter)
{
	char rest[MAX_EVENT + MAX_REASON + 8];

	snprintf(rest, sizeof(rest), "%s%s%s", counter_usable(counter) ? counter->event : "",
		 counter_usable(counter) && counter->reason[0] ? "; " : "", counter->reason);
	print_row(out, counter->metric, counter_state_name(counter->state), rest);
}

static const char *path_served(const struct offer *offer, bool software)
{
	for (size_t i = 0; i < offer->nr; i++)
		if (counter_usable(&offer->counters[i]) && offer->counters[i].software == software)
			return path_name(offer->counters[i].path);
	return path_name(PATH_NONE);
}

void offer_text(FILE *out, const struct offer *offer)
{
	print_pmu(out, offer);
	print_setting(out, offer);
	fprintf(out, "path of hardware events: %s\n", path_served(offer, false));
	fprintf(out, "path of software events: %s\n", path_served(offer, true));
	fprintf(out, "\n%-24s%-24s%s\n", "metric", "state", "event");
	for (enum counter_state state = COUNTER_COUNTS; state < NR_COUNTER_STATES; state++)
		for (size_t i = 0; i < offer->nr; i++)
			if (offer->counters[i].state == state)
				print_counter(out, &offer->counters[i]);
	fputc('\n', out);
	for (enum counter_state state = COUNTER_COUNTS; state < NR_COUNTER_STATES; state++) {
		const char *remedy = survey_remedy(&offer->survey, state);
		char line[512];

		for (size_t i = 0; i < offer->nr && remedy[0]; i++) {
			if (offer->counters[i].state != state)
				continue;
			snprintf(line, sizeof(line), "%s: %s", counter_state_name(state), remedy);
			print_wrapped(out, line);
			break;
		}
	}
}

void offer_csv(FILE *out, const struct offer *offer)
{
	columns_csv_header(out, columns, NR_COLUMNS);
	for (size_t i = 0; i < offer->nr; i++) {
		struct row row = row_of(offer, &offer->counters[i]);

		columns_csv_row(out, columns, NR_COLUMNS, &row);
	}
}

json_t *offer_json(const struct offer *offer)
{
	const struct core *core = &offer->survey.core;
	json_t *metrics_list = json_array();

	for (size_t i = 0; i < offer->nr; i++) {
		struct row row = row_of(offer, &offer->counters[i]);

		json_array_append_new(metrics_list, columns_json(columns, NR_COLUMNS, &row));
	}
	return json_pack("{s:i, s:s, s:s, s:s, s:s, s:s, s:i, s:b, s:I, s:o}", "cpu", offer->cpu, "core",
			 core->what, "name", core->name, "table", core->table, "pmu", core->device, "no_pmu",
			 offer->survey.why_not, "perf_event_paranoid", offer->survey.paranoid, "nmi_watchdog",
			 offer->survey.watchdog, "events_at_once", (json_int_t)offer->free, "metrics",
			 metrics_list);
}

/* a table's row; @event has room for MAX_EVENT */
static struct row table_row_of(const struct event_table *table, const struct native_event *event, char *name)
{
	const struct metric *metric = metric_find(event->metric);
	struct row row = {
		.metric = event->metric, .what = metric ? metric->what : "", .path = "", .remedy = ""
	};

	event_name(name, MAX_EVENT, table, event);
	row.event = name;
	row.reason = event->lacks ? event->lacks : "";
	if (event->lacks)
		row.state = "not on this core";
	else
		row.state = perf_encodes(name) ? "encodes" : "unknown to this libpfm4";
	return row;
}

void offer_table_text(FILE *out, const struct event_table *table)
{
	const struct native_event *event;
	char name[MAX_EVENT], line[1024];

	snprintf(line, sizeof(line), "%s: %s; what libpfm4 resolves here, not what was counted", table->pmu,
		 table->what);
	print_wrapped(out, line);
	fprintf(out, "\n%-24s%-24s%s\n", "metric", "state", "event");
	for (size_t i = 0; (event = table_row(table, NULL, i)); i++) {
		struct row row = table_row_of(table, event, name);

		print_row(out, row.metric, row.state, event->lacks ? row.reason : name);
	}
}

void offer_table_csv(FILE *out, const struct event_table *table)
{
	const struct native_event *event;
	char name[MAX_EVENT];

	columns_csv_header(out, columns, NR_COLUMNS);
	for (size_t i = 0; (event = table_row(table, NULL, i)); i++) {
		struct row row = table_row_of(table, event, name);

		columns_csv_row(out, columns, NR_COLUMNS, &row);
	}
}

json_t *offer_table_json(const struct event_table *table)
{
	const struct native_event *event;
	json_t *rows = json_array();
	char name[MAX_EVENT];

	for (size_t i = 0; (event = table_row(table, NULL, i)); i++) {
		struct row row = table_row_of(table, event, name);

		json_array_append_new(rows, columns_json(columns, NR_COLUMNS, &row));
	}
	return json_pack("{s:s, s:s, s:o}", "table", table->pmu, "core", table->what, "metrics", rows);
}
