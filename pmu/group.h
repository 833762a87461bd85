/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Some events that are counted together, all the time, on the calling thread,
 * in the user domain unless an event says otherwise; through PAPI or through
 * perf_event_open with libpfm4's encoding.
 */
#ifndef FOLIOLAB_GROUP_H
#define FOLIOLAB_GROUP_H

#include <stdbool.h>
#include <stddef.h>

#include "core.h"

/* how events are reached, in the order in which they are tried */
enum path {
	PATH_PAPI,       /* PAPI knows the core */
	PATH_PAPI_NAMED, /* PAPI once it was told the nearest core that it knows */
	PATH_PERF,       /* libpfm4's encoding and perf_event_open */
	PATH_NONE,
};

/* for people */
const char *path_name(enum path path);

enum { GROUP_SIZE = 16 };

/* what became of an event that was to be counted */
enum opening {
	OPENED,
	OPEN_FULL,      /* not beside those that are already in the group */
	OPEN_UNKNOWN,   /* no such name, or not on this core */
	OPEN_FORBIDDEN, /* no permission */
	OPEN_NO_PERF,   /* the system call is not there, or forbidden altogether */
	OPEN_FAILED,    /* anything else */
};

struct group {
	enum path path;
	size_t nr;
	bool running;
	int set;             /* PAPI's */
	int fds[GROUP_SIZE]; /* perf's; [0] leads */
};

/**
 * path_open - makes ready what @path needs in this process
 *
 * False where that path is closed. One PAPI path at a time.
 */
bool path_open(enum path path, const struct core *core);
void path_close(enum path path);

void group_open(struct group *group, enum path path);
enum opening group_add(struct group *group, const struct core *core, const char *event);
/* closes all events; the group is empty then */
void group_close(struct group *group);

bool group_start(struct group *group);
void group_stop(struct group *group);

/**
 * group_read - counts since group_start(), one per event
 *
 * False where they cannot be read, or were not counted all the time.
 */
bool group_read(const struct group *group, long long *counts);

/* the two ways */
enum opening papi_add(struct group *group, const struct core *core, const char *event);
bool papi_start(struct group *group);
void papi_stop(struct group *group);
bool papi_read(const struct group *group, long long *counts);
void papi_close(struct group *group);
bool papi_open(const struct core *core, bool named);
void papi_shut(void);

enum opening perf_add(struct group *group, const struct core *core, const char *event);
bool perf_start(struct group *group);
void perf_stop(struct group *group);
bool perf_read(const struct group *group, long long *counts);
void perf_close(struct group *group);
bool perf_ready(void);

/**
 * perf_encodes - whether libpfm4 resolves a name; for all cores that were
 * compiled into it
 */
bool perf_encodes(const char *event);

/* whether a name is one of another core's events, whose numbers mean something else here */
bool perf_is_foreign(const struct core *core, const char *event);

/* whether libpfm4 knows the core that it runs on; whether it has a table of that name */
bool perf_knows_core(void);
bool perf_knows(const char *pmu);

#endif
