// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdlib.h>
#include <string.h>

#include "counters.h"

/* a group, and which counter of the plan each of its events is */
struct members {
	struct group group;
	int of[GROUP_SIZE];
};

/* the place of the cycles, which are in every group */
enum { CYCLES = -1 };

struct counters {
	struct members software; /* always on */
	struct members groups[MAX_COUNTERS];
	uint32_t nr_groups, current;
	bool paths[PATH_NONE]; /* opened */
};

const char *counter_state_name(enum counter_state state)
{
	static const char *const names[] = {
		[COUNTER_COUNTS] = "counts",
		[COUNTER_UNVERIFIED] = "unverified",
		[COUNTER_SILENT] = "opens but never counts",
		[COUNTER_WRONG] = "counts something else",
		[COUNTER_ABSENT] = "not on this core",
		[COUNTER_FORBIDDEN] = "no permission",
		[COUNTER_NO_PMU] = "no PMU",
		[COUNTER_NO_PERF] = "no perf_event_open",
	};

	return names[state];
}

static bool text_ends(const char *text, size_t size)
{
	return memchr(text, 0, size) != NULL;
}

static bool counter_valid(const struct counter *counter)
{
	return text_ends(counter->metric, MAX_METRIC) && text_ends(counter->event, MAX_EVENT) &&
	       text_ends(counter->reason, MAX_REASON) && counter->state < NR_COUNTER_STATES &&
	       counter->path <= PATH_NONE && counter->group < MAX_COUNTERS &&
	       (counter->path < PATH_NONE || !counter_usable(counter));
}

bool counter_plan_valid(const struct counter_plan *plan)
{
	if (plan->nr > MAX_COUNTERS || plan->nr_groups > MAX_COUNTERS || !counter_valid(&plan->cycles))
		return false;
	if (!text_ends(plan->core.name, CORE_NAME) || !text_ends(plan->core.table, CORE_NAME))
		return false;
	for (uint32_t i = 0; i < plan->nr; i++)
		if (!counter_valid(&plan->counters[i]))
			return false;
	return true;
}

static void add(struct members *members, const struct core *core, const struct counter *counter, int place)
{
	struct group *group = &members->group;

	if (!group->nr)
		group_open(group, counter->path);
	if (group->path == counter->path && group_add(group, core, counter->event) == OPENED)
		members->of[group->nr - 1] = place;
}

static void open_paths(struct counters *counters, const struct counter_plan *plan)
{
	bool wanted[PATH_NONE + 1] = { false };

	if (counter_usable(&plan->cycles))
		wanted[plan->cycles.path] = true;
	for (uint32_t i = 0; i < plan->nr; i++)
		if (counter_usable(&plan->counters[i]))
			wanted[plan->counters[i].path] = true;
	/* first, and whatever is wanted: PAPI then finds the names that it found when they were surveyed */
	counters->paths[PATH_PERF] = path_open(PATH_PERF, &plan->core);
	for (int path = PATH_PAPI; path < PATH_PERF; path++)
		if (wanted[path])
			counters->paths[path] = path_open(path, &plan->core);
}

struct counters *counters_open(const struct counter_plan *plan)
{
	struct counters *counters = calloc(1, sizeof(*counters));

	if (!counters)
		return NULL;
	open_paths(counters, plan);
	counters->nr_groups = plan->nr_groups;
	for (uint32_t i = 0; i < counters->nr_groups; i++)
		if (counter_usable(&plan->cycles))
			add(&counters->groups[i], &plan->core, &plan->cycles, CYCLES);
	for (uint32_t i = 0; i < plan->nr; i++) {
		const struct counter *counter = &plan->counters[i];

		if (!counter_usable(counter))
			continue;
		if (counter->software)
			add(&counters->software, &plan->core, counter, (int)i);
		else if (counter->group < counters->nr_groups)
			add(&counters->groups[counter->group], &plan->core, counter, (int)i);
	}
	group_start(&counters->software.group);
	if (counters->nr_groups)
		group_start(&counters->groups[0].group);
	return counters;
}

void counters_close(struct counters *counters)
{
	if (!counters)
		return;
	group_close(&counters->software.group);
	for (uint32_t i = 0; i < counters->nr_groups; i++)
		group_close(&counters->groups[i].group);
	for (int path = 0; path < PATH_NONE; path++)
		if (counters->paths[path])
			path_close(path);
	free(counters);
}

void counters_select(struct counters *counters, uint32_t group)
{
	if (!counters->nr_groups)
		return;
	group %= counters->nr_groups;
	if (group == counters->current)
		return;
	group_stop(&counters->groups[counters->current].group);
	counters->current = group;
	group_start(&counters->groups[group].group);
}

static void read_members(const struct members *members, struct reading *reading)
{
	long long counts[GROUP_SIZE];

	if (!members->group.nr || !group_read(&members->group, counts))
		return;
	for (size_t i = 0; i < members->group.nr; i++) {
		if (members->of[i] == CYCLES) {
			reading->has_cycles = true;
			reading->cycles = counts[i];
			continue;
		}
		reading->counted |= UINT64_C(1) << members->of[i];
		reading->counts[members->of[i]] = counts[i];
	}
}

void counters_read(const struct counters *counters, struct reading *reading)
{
	reading->has_cycles = false;
	reading->counted = 0;
	if (counters->nr_groups)
		read_members(&counters->groups[counters->current], reading);
	read_members(&counters->software, reading);
}
