// SPDX-License-Identifier: GPL-2.0-or-later
#include "group.h"

const char *path_name(enum path path)
{
	static const char *const names[] = {
		[PATH_PAPI] = "PAPI",
		[PATH_PAPI_NAMED] = "PAPI, told the nearest core",
		[PATH_PERF] = "libpfm4 and perf_event_open",
		[PATH_NONE] = "none",
	};

	return names[path];
}

bool path_open(enum path path, const struct core *core)
{
	if (path == PATH_PERF)
		return perf_ready();
	return path != PATH_NONE && papi_open(core, path == PATH_PAPI_NAMED);
}

void path_close(enum path path)
{
	if (path == PATH_PAPI || path == PATH_PAPI_NAMED)
		papi_shut();
}

void group_open(struct group *group, enum path path)
{
	*group = (struct group){ .path = path };
}

enum opening group_add(struct group *group, const struct core *core, const char *event)
{
	enum opening opening;

	if (group->nr == GROUP_SIZE)
		return OPEN_FULL;
	opening = group->path == PATH_PERF ? perf_add(group, core, event) : papi_add(group, core, event);
	group->nr += opening == OPENED;
	return opening;
}

void group_close(struct group *group)
{
	group_stop(group);
	if (group->nr && group->path == PATH_PERF)
		perf_close(group);
	else if (group->nr)
		papi_close(group);
	group->nr = 0;
}

bool group_start(struct group *group)
{
	if (!group->nr || group->running)
		return group->running;
	group->running = group->path == PATH_PERF ? perf_start(group) : papi_start(group);
	return group->running;
}

void group_stop(struct group *group)
{
	if (!group->running)
		return;
	if (group->path == PATH_PERF)
		perf_stop(group);
	else
		papi_stop(group);
	group->running = false;
}

bool group_read(const struct group *group, long long *counts)
{
	if (!group->running)
		return false;
	return group->path == PATH_PERF ? perf_read(group, counts) : papi_read(group, counts);
}
