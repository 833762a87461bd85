// SPDX-License-Identifier: GPL-2.0-or-later
/* From a list of metrics to a plan of what is counted when. */
#include <stdio.h>
#include <string.h>

#include "metrics.h"
#include "survey.h"

/* the next name of a list; what is left of the list, or NULL at its end */
static const char *next_name(const char *list, char *name, size_t size)
{
	size_t length = strcspn(list, ",");

	snprintf(name, size, "%.*s", (int)(length < size ? length : size - 1), list);
	return list[length] ? list + length + 1 : NULL;
}

static bool is_word(const char *list, const char *word)
{
	return list && !strcmp(list, word);
}

static bool name_known(const char *name)
{
	size_t length = strlen(name);

	if (strncmp(name, NATIVE_PREFIX, strlen(NATIVE_PREFIX)))
		return metric_find(name) != NULL;
	/* one that was cut short is some other event's name */
	return length > strlen(NATIVE_PREFIX) && length < MAX_METRIC - 1;
}

bool survey_check(const char *list, char *error, size_t size)
{
	char name[MAX_METRIC], other[MAX_METRIC];
	const char *rest = list;
	size_t nr = 0;

	if (is_word(list, "all") || is_word(list, "none"))
		return true;
	while (rest) {
		const char *before = list;

		rest = next_name(rest, name, sizeof(name));
		if (!name_known(name)) {
			snprintf(error, size, "no metric '%s': see foliolab counters", name);
			return false;
		}
		for (size_t i = 0; i < nr; i++) {
			before = next_name(before, other, sizeof(other));
			if (strcmp(name, other))
				continue;
			snprintf(error, size, "metric %s: name it only once", name);
			return false;
		}
		if (++nr > MAX_COUNTERS) {
			snprintf(error, size, "more than %d metrics: name fewer", MAX_COUNTERS);
			return false;
		}
	}
	return true;
}

/* a group is right when it opens, starts, and is on the PMU all the time */
static bool group_holds(struct group *group)
{
	long long counts[GROUP_SIZE];
	bool holds;

	if (!group_start(group))
		return false;
	holds = group_read(group, counts);
	group_stop(group);
	return holds;
}

/* opens the group with that number as it was put together so far; whether @extra fits, too */
static bool group_fits(const struct survey *survey, const struct counter_plan *plan, uint32_t number,
		       const struct counter *extra)
{
	struct group group;
	bool fits = true;

	group_open(&group, extra->path);
	if (counter_usable(&plan->cycles) && plan->cycles.path == extra->path)
		group_add(&group, &survey->core, plan->cycles.event);
	for (const struct counter *other = plan->counters; fits && other < extra; other++) {
		if (!counter_usable(other) || other->software || other->group != number)
			continue;
		fits = other->path == extra->path && group_add(&group, &survey->core, other->event) == OPENED;
	}
	fits = fits && group_add(&group, &survey->core, extra->event) == OPENED && group_holds(&group);
	group_close(&group);
	return fits;
}

void survey_groups(const struct survey *survey, struct counter_plan *plan)
{
	plan->nr_groups = counter_usable(&plan->cycles);
	for (uint32_t i = 0; i < plan->nr; i++) {
		struct counter *counter = &plan->counters[i];
		uint32_t group = 0;

		if (!counter_usable(counter) || counter->software)
			continue;
		while (group < plan->nr_groups && !group_fits(survey, plan, group, counter))
			group++;
		counter->group = group;
		if (group >= plan->nr_groups)
			plan->nr_groups = group + 1;
	}
	for (uint32_t i = 0; i < plan->nr && !plan->nr_groups; i++)
		plan->nr_groups = counter_usable(&plan->counters[i]);
}

size_t survey_free(const struct survey *survey)
{
	static const char *const events[] = { "perf::BRANCH-MISSES", "perf::CACHE-MISSES",
					      "perf::INSTRUCTIONS" };
	struct group group;
	size_t nr = 0;

	for (size_t i = 0; i < sizeof(events) / sizeof(events[0]) && !nr && survey->perf; i++) {
		group_open(&group, PATH_PERF);
		while (group_add(&group, &survey->core, events[i]) == OPENED && group_holds(&group))
			nr = group.nr;
		group_close(&group);
	}
	return nr;
}

static void plan_metric(const struct survey *survey, struct counter_plan *plan, const char *name,
			bool only_usable)
{
	struct counter *counter = &plan->counters[plan->nr];

	if (plan->nr == MAX_COUNTERS)
		return;
	survey_metric(survey, name, counter);
	plan->nr += !only_usable || counter_usable(counter);
}

void survey_plan(const char *sysroot, int cpu, const char *list, struct counter_plan *plan)
{
	bool all = is_word(list, "all"), named = list && !all && !is_word(list, "none");
	const char *rest = named ? list : NULL;
	struct survey survey;
	char name[MAX_METRIC];

	memset(plan, 0, sizeof(*plan));
	survey_open(&survey, sysroot, cpu);
	plan->core = survey.core;
	survey_metric(&survey, "core_cycles", &plan->cycles);
	for (size_t i = 0; i < nr_metrics && all; i++)
		plan_metric(&survey, plan, metrics[i].name, true);
	while (rest) {
		rest = next_name(rest, name, sizeof(name));
		plan_metric(&survey, plan, name, false);
	}
	survey_groups(&survey, plan);
	for (uint32_t i = 0; i < plan->nr; i++) {
		struct counter *counter = &plan->counters[i];

		if (!counter_usable(counter) && !counter->reason[0])
			snprintf(counter->reason, sizeof(counter->reason), "%s",
				 survey_remedy(&survey, counter->state));
	}
	if (!counter_usable(&plan->cycles) && !plan->cycles.reason[0])
		snprintf(plan->cycles.reason, sizeof(plan->cycles.reason), "%s",
			 survey.why_not[0] ? survey.why_not : survey_remedy(&survey, plan->cycles.state));
	survey_close(&survey);
}

const char *survey_remedy(const struct survey *survey, enum counter_state state)
{
	switch (state) {
	case COUNTER_FORBIDDEN:
		return survey->paranoid > 2 ?
			       "sysctl kernel.perf_event_paranoid=2, or setcap cap_perfmon+ep foliolab" :
			       "let the container's seccomp profile pass perf_event_open (cap_perfmon)";
	case COUNTER_NO_PMU:
		return survey->core.nr_devices ? "boot a kernel that knows this core" :
						 "measure outside the virtual machine, or give it a PMU";
	case COUNTER_NO_PERF:
		return "boot a kernel with CONFIG_PERF_EVENTS; an emulator of programs alone has none";
	case COUNTER_ABSENT:
		return "foliolab counters --pmu NAME lists what other cores have; native:NAME passes any name";
	case COUNTER_SILENT:
	case COUNTER_WRONG:
		return "do without it: this core, or what emulates it, does not implement it";
	case COUNTER_UNVERIFIED:
		return "read it as a hint";
	case COUNTER_COUNTS:
	case NR_COUNTER_STATES:
		break;
	}
	return "";
}
