// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "metrics.h"
#include "survey.h"

/* a disturbed walk gets another chance */
enum { ATTEMPTS = 3 };

/* opening of the plainest hardware event, which tells why no other can be opened */
static enum opening open_plainest(const struct survey *survey)
{
	static const char *const events[] = { "perf::INSTRUCTIONS", "perf::CPU-CYCLES" };
	enum opening opening = OPEN_UNKNOWN;
	struct group group;

	for (size_t i = 0; i < 2 && opening != OPENED; i++) {
		group_open(&group, PATH_PERF);
		opening = group_add(&group, &survey->core, events[i]);
		group_close(&group);
	}
	return opening;
}

static void explain(struct survey *survey)
{
	const char *why = "";

	switch (survey->hardware) {
	case OPENED:
	case OPEN_FULL:
		break;
	case OPEN_FORBIDDEN:
		why = "perf_event_open is not permitted";
		break;
	case OPEN_NO_PERF:
		why = "the system has no perf_event_open";
		break;
	case OPEN_UNKNOWN:
	case OPEN_FAILED:
		why = survey->core.nr_devices ?
			      "the kernel has a PMU for this machine but opens no event on this CPU" :
			      "the kernel has found none, as in a virtual machine that is given none";
		break;
	}
	snprintf(survey->why_not, sizeof(survey->why_not), "%s", why);
}

void survey_open(struct survey *survey, const char *sysroot, int cpu)
{
	*survey = (struct survey){ .papi = PATH_NONE };
	core_identify(sysroot, cpu, &survey->core);
	survey->paranoid = core_setting(sysroot, "/proc/sys/kernel/perf_event_paranoid");
	survey->watchdog = core_setting(sysroot, "/proc/sys/kernel/nmi_watchdog") > 0;
	/* its setting is to be seen by libpfm4 when PAPI starts it */
	survey->perf = path_open(PATH_PERF, &survey->core);
	/* where there are several kinds of cores PAPI asks one PMU, whichever comes first */
	if (survey->core.nr_devices < 2) {
		enum path path = survey->perf && perf_knows_core() ? PATH_PAPI : PATH_PAPI_NAMED;

		if (path_open(path, &survey->core))
			survey->papi = path;
	}
	survey->space = calloc(1, sizeof(*survey->space));
	if (survey->space)
		proof_space_open(survey->space);
	survey->hardware = survey->perf ? open_plainest(survey) : OPEN_FAILED;
	explain(survey);
}

void survey_close(struct survey *survey)
{
	path_close(survey->papi);
	if (survey->space)
		proof_space_close(survey->space);
	free(survey->space);
	survey->space = NULL;
}

static enum counter_state state_of(const struct survey *survey, enum opening opening, bool software)
{
	switch (opening) {
	case OPEN_FORBIDDEN:
		return COUNTER_FORBIDDEN;
	case OPEN_NO_PERF:
		return COUNTER_NO_PERF;
	default:
		break;
	}
	if (software || survey->hardware == OPENED)
		return COUNTER_ABSENT;
	if (survey->hardware == OPEN_FORBIDDEN)
		return COUNTER_FORBIDDEN;
	return survey->hardware == OPEN_NO_PERF ? COUNTER_NO_PERF : COUNTER_NO_PMU;
}

/* one run over the loop with the known answer; false where it could not be counted at all */
static bool run_proof(struct group *group, struct proof_space *space, enum proof proof, long long *count,
		      struct answer *answer)
{
	bool read;

	proof_prepare(space, proof);
	if (!group_start(group))
		return false;
	*answer = proof_run(space, proof);
	read = group_read(group, count);
	group_stop(group);
	return read;
}

/* what a count of a loop tells */
static enum counter_state judge(const struct metric *metric, long long count, const struct answer *answer)
{
	if (!metric || answer->count <= 0)
		return COUNTER_UNVERIFIED;
	if (!count)
		return COUNTER_SILENT;
	if ((double)count < answer->count * metric->least / answer->slack ||
	    (double)count > answer->count * metric->most * answer->slack)
		return COUNTER_WRONG;
	return COUNTER_COUNTS;
}

static void prove(const struct survey *survey, struct group *group, const struct metric *metric,
		  struct counter *counter)
{
	enum proof proof = metric && survey->space ? metric->proof : PROOF_NONE;
	struct answer answer = { 0, 1 };
	long long count = 0;
	bool read = false;

	counter->state = COUNTER_WRONG;
	for (int i = 0; i < ATTEMPTS && counter->state == COUNTER_WRONG; i++) {
		if (!run_proof(group, survey->space, proof, &count, &answer))
			continue;
		read = true;
		counter->state = judge(metric, count, &answer);
	}
	if (!read) {
		counter->state = COUNTER_SILENT;
		snprintf(counter->reason, sizeof(counter->reason), "it cannot be on the PMU all the time");
	} else if (counter->state == COUNTER_SILENT || counter->state == COUNTER_WRONG) {
		snprintf(counter->reason, sizeof(counter->reason),
			 "read %lld over a loop that must give %.0f", count, answer.count);
	} else if (counter->state == COUNTER_UNVERIFIED) {
		snprintf(counter->reason, sizeof(counter->reason),
			 "no loop with a known answer tells what it counts%s",
			 core_is_near(&survey->core) ? ", and the number is another core's" : "");
	}
}

static bool try_event(const struct survey *survey, enum path path, const char *event,
		      const struct metric *metric, struct counter *counter)
{
	struct counter tried = *counter;
	enum opening opening;
	struct group group;

	snprintf(tried.event, sizeof(tried.event), "%s", event);
	tried.reason[0] = '\0';
	tried.path = path;
	group_open(&group, path);
	opening = group_add(&group, &survey->core, event);
	if (opening == OPENED)
		prove(survey, &group, metric, &tried);
	else
		tried.state = state_of(survey, opening, tried.software);
	group_close(&group);
	/* of several failures the one that got furthest is told */
	if (!counter->event[0] || tried.state < counter->state)
		*counter = tried;
	return counter_usable(&tried);
}

/* why a core has nothing for a metric */
static void say_lacking(struct counter *counter, const struct core *core)
{
	const struct event_table *table = table_find(core->table);
	const struct native_event *row;

	if (!counter->reason[0] && table)
		snprintf(counter->reason, sizeof(counter->reason),
			 "%s's table has no event that is counted here", table->pmu);
	else if (!counter->reason[0])
		snprintf(counter->reason, sizeof(counter->reason),
			 "there is no table of events for this core");
	for (size_t i = 0; table && (row = table_row(table, counter->metric, i)); i++) {
		if (!row->lacks)
			continue;
		snprintf(counter->reason, sizeof(counter->reason), "%s", row->lacks);
		return;
	}
}

/* the events of one table; false where none is usable */
static bool try_table(const struct survey *survey, enum path path, const struct event_table *table,
		      const struct metric *metric, struct counter *counter)
{
	const struct native_event *row;
	char event[MAX_EVENT];

	for (size_t i = 0; (row = table_row(table, metric->name, i)); i++) {
		if (row->lacks)
			continue;
		event_name(event, sizeof(event), table, row);
		if (try_event(survey, path, event, metric, counter))
			return true;
	}
	return false;
}

static bool try_path(const struct survey *survey, enum path path, const struct metric *metric,
		     struct counter *counter)
{
	const struct event_table *table = table_find(survey->core.table);

	if (path == PATH_NONE || (path == PATH_PERF && !survey->perf))
		return false;
	if (table && try_table(survey, path, table, metric, counter))
		return true;
	for (size_t i = 0; i < nr_tables_generic; i++) {
		/* presets are PAPI's alone */
		if (path == PATH_PERF && !strcmp(tables_generic[i].pmu, "papi"))
			continue;
		if (try_table(survey, path, &tables_generic[i], metric, counter))
			return true;
	}
	return false;
}

static void survey_native(const struct survey *survey, struct counter *counter)
{
	const char *event = counter->metric + strlen(NATIVE_PREFIX);

	if (survey->papi != PATH_NONE && try_event(survey, survey->papi, event, NULL, counter))
		return;
	if (survey->perf && try_event(survey, PATH_PERF, event, NULL, counter))
		return;
	/* what no machine can count is no fault of this one; presets are PAPI's own names */
	if (!strncmp(event, "PAPI_", strlen("PAPI_")) || !perf_ready() || perf_encodes(event))
		return;
	counter->state = COUNTER_ABSENT;
	snprintf(counter->reason, sizeof(counter->reason),
		 "libpfm4 knows no such event: foliolab counters shows how they are named");
}

void survey_metric(const struct survey *survey, const char *name, struct counter *counter)
{
	const struct metric *metric = metric_find(name);

	*counter = (struct counter){ .path = PATH_NONE };
	snprintf(counter->metric, sizeof(counter->metric), "%s", name);
	counter->software = metric && metric_is_software(metric);
	counter->state = state_of(survey, survey->perf ? OPEN_UNKNOWN : OPEN_FAILED, counter->software);
	if (!metric) {
		survey_native(survey, counter);
		return;
	}
	/* what the kernel counts runs beside the PMU's groups, and PAPI counts one set of events at a time */
	if (!counter->software && try_path(survey, survey->papi, metric, counter))
		return;
	if (try_path(survey, PATH_PERF, metric, counter))
		return;
	if (counter->state == COUNTER_ABSENT)
		say_lacking(counter, &survey->core);
}
