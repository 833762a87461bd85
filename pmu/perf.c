// SPDX-License-Identifier: GPL-2.0-or-later
/* Where PAPI cannot: libpfm4 turns a name into numbers, and the system call counts. */
#define _GNU_SOURCE
#include <errno.h>
#include <perfmon/pfmlib_perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "group.h"

bool perf_ready(void)
{
	/* tables of cores that are not here, too: the nearest one's are taken for cores without any */
	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	return pfm_initialize() == PFM_SUCCESS;
}

static int encode(const char *event, struct perf_event_attr *attr, pfm_pmu_info_t *pmu)
{
	pfm_perf_encode_arg_t argument = { .attr = attr, .size = sizeof(argument) };
	pfm_event_info_t info = { .size = sizeof(info) };
	int code;

	memset(attr, 0, sizeof(*attr));
	attr->size = sizeof(*attr);
	code = pfm_get_os_event_encoding(event, PFM_PLM3, PFM_OS_PERF_EVENT, &argument);
	if (code != PFM_SUCCESS)
		return code;
	code = pfm_get_event_info(argument.idx, PFM_OS_PERF_EVENT, &info);
	if (code != PFM_SUCCESS)
		return code;
	*pmu = (pfm_pmu_info_t){ .size = sizeof(*pmu) };
	return pfm_get_pmu_info(info.pmu, pmu);
}

bool perf_encodes(const char *event)
{
	struct perf_event_attr attr;
	pfm_pmu_info_t pmu;

	return perf_ready() && encode(event, &attr, &pmu) == PFM_SUCCESS;
}

bool perf_knows_core(void)
{
	pfm_pmu_info_t info;

	for (int pmu = PFM_PMU_NONE; pmu < PFM_PMU_MAX; pmu++) {
		info = (pfm_pmu_info_t){ .size = sizeof(info) };
		if (pfm_get_pmu_info((pfm_pmu_t)pmu, &info) == PFM_SUCCESS && info.is_present &&
		    info.type == PFM_PMU_TYPE_CORE)
			return true;
	}
	return false;
}

bool perf_knows(const char *name)
{
	pfm_pmu_info_t info;

	for (int pmu = PFM_PMU_NONE; pmu < PFM_PMU_MAX && perf_ready(); pmu++) {
		info = (pfm_pmu_info_t){ .size = sizeof(info) };
		if (pfm_get_pmu_info((pfm_pmu_t)pmu, &info) == PFM_SUCCESS && !strcmp(info.name, name))
			return true;
	}
	return false;
}

/* with cores of several kinds, an event has to name the PMU it is meant for */
static void name_device(struct perf_event_attr *attr, const struct core *core)
{
	if (core->nr_devices < 2)
		return;
	if (attr->type == PERF_TYPE_RAW)
		attr->type = core->type;
	else if (attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE)
		attr->config |= (uint64_t)core->type << 32;
}

static enum opening opening_of(int error, size_t beside)
{
	switch (error) {
	case EACCES:
	case EPERM:
		return OPEN_FORBIDDEN;
	case ENOSYS:
		return OPEN_NO_PERF;
	case ENOENT:
	case ENODEV:
	case ENXIO:
	case EOPNOTSUPP:
		return OPEN_UNKNOWN;
	case EINVAL:
	case ENOSPC:
	case EBUSY:
		return beside ? OPEN_FULL : OPEN_UNKNOWN;
	default:
		return OPEN_FAILED;
	}
}

/* another core's numbers count something else here, unless it is the nearest one */
static bool is_foreign(const pfm_pmu_info_t *pmu, const struct core *core)
{
	return !pmu->is_present && strcmp(pmu->name, core->table);
}

bool perf_is_foreign(const struct core *core, const char *event)
{
	struct perf_event_attr attr;
	pfm_pmu_info_t pmu;

	return encode(event, &attr, &pmu) == PFM_SUCCESS && is_foreign(&pmu, core);
}

enum opening perf_add(struct group *group, const struct core *core, const char *event)
{
	struct perf_event_attr attr;
	pfm_pmu_info_t pmu;
	long fd;

	if (encode(event, &attr, &pmu) != PFM_SUCCESS || is_foreign(&pmu, core))
		return OPEN_UNKNOWN;
	name_device(&attr, core);
	attr.disabled = !group->nr;
	/* on the PMU all the time, or in error: never multiplexed */
	attr.pinned = !group->nr;
	attr.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	fd = syscall(SYS_perf_event_open, &attr, 0, -1, group->nr ? group->fds[0] : -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		return opening_of(errno, group->nr);
	group->fds[group->nr] = (int)fd;
	return OPENED;
}

bool perf_start(struct group *group)
{
	ioctl(group->fds[0], PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP);
	return !ioctl(group->fds[0], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
}

void perf_stop(struct group *group)
{
	ioctl(group->fds[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
}

bool perf_read(const struct group *group, long long *counts)
{
	struct {
		uint64_t nr, enabled, running, counts[GROUP_SIZE];
	} data;
	ssize_t got = read(group->fds[0], &data, sizeof(data));

	/* nothing to read: it could not be on the PMU all the time */
	if (got < (ssize_t)(sizeof(data) - sizeof(data.counts)) || data.nr != group->nr ||
	    data.enabled != data.running)
		return false;
	for (size_t i = 0; i < group->nr; i++)
		counts[i] = (long long)data.counts[i];
	return true;
}

void perf_close(struct group *group)
{
	while (group->nr)
		close(group->fds[--group->nr]);
}
