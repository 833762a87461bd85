// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include <papi.h>
#include <perfmon/pfmlib.h>
#include <stdlib.h>
#include <string.h>

#include "group.h"

/* which core libpfm4, and PAPI with it, takes this one for */
static const char FORCE[] = "LIBPFM_FORCE_PMU";

/* PAPI disables the whole component on cores that it does not know */
static bool component_works(void)
{
	int index = PAPI_get_component_index("perf_event");
	const PAPI_component_info_t *info = index < 0 ? NULL : PAPI_get_component_info(index);

	return info && !info->disabled;
}

/* once it has found its component without a PMU it looks no second time: there is one attempt per process */
bool papi_open(const struct core *core, bool named)
{
	if (named) {
		if (!core->table[0] || setenv(FORCE, core->table, 1))
			return false;
		/* the setting is read when libpfm4 starts */
		pfm_terminate();
	}
	if (PAPI_library_init(PAPI_VER_CURRENT) == PAPI_VER_CURRENT && component_works())
		return true;
	papi_shut();
	/* libpfm4 went down with it */
	perf_ready();
	return false;
}

void papi_shut(void)
{
	if (PAPI_is_initialized() != PAPI_NOT_INITED)
		PAPI_shutdown();
	if (getenv(FORCE)) {
		unsetenv(FORCE);
		pfm_terminate();
	}
}

static enum opening opening_of(int code)
{
	switch (code) {
	case PAPI_OK:
		return OPENED;
	case PAPI_ECNFLCT:
	case PAPI_ECOUNT:
		return OPEN_FULL;
	case PAPI_ENOEVNT:
	case PAPI_EATTR:
		return OPEN_UNKNOWN;
	case PAPI_EPERM:
		return OPEN_FORBIDDEN;
	default:
		return OPEN_FAILED;
	}
}

/* an event set that adding fails on is left as it was */
enum opening papi_add(struct group *group, const struct core *core, const char *event)
{
	int code;

	if (perf_is_foreign(core, event))
		return OPEN_UNKNOWN;
	if (!group->nr) {
		group->set = PAPI_NULL;
		if (PAPI_create_eventset(&group->set) != PAPI_OK)
			return OPEN_FAILED;
	}
	code = PAPI_add_named_event(group->set, event);
	if (code != PAPI_OK && !group->nr)
		papi_close(group);
	return opening_of(code);
}

bool papi_start(struct group *group)
{
	return PAPI_start(group->set) == PAPI_OK;
}

void papi_stop(struct group *group)
{
	long long counts[GROUP_SIZE];

	PAPI_stop(group->set, counts);
}

bool papi_read(const struct group *group, long long *counts)
{
	return PAPI_read(group->set, counts) == PAPI_OK;
}

void papi_close(struct group *group)
{
	PAPI_cleanup_eventset(group->set);
	PAPI_destroy_eventset(&group->set);
}
