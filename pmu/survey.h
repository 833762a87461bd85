/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the CPU at hand can count: found out by counting, metric by metric. */
#ifndef FOLIOLAB_SURVEY_H
#define FOLIOLAB_SURVEY_H

#include "counters.h"
#include "proof.h"

/* a name as it was asked for: "native:" and what libpfm4 or PAPI calls it */
#define NATIVE_PREFIX "native:"

struct survey {
	struct core core;
	int paranoid;              /* perf_event_paranoid, or NO_SETTING */
	bool watchdog;             /* the NMI watchdog holds a counter */
	enum path papi;            /* the PAPI path that is open, or PATH_NONE */
	bool perf;                 /* whether libpfm4 works */
	enum opening hardware;     /* of the plainest hardware event there is */
	char why_not[MAX_REASON];  /* why there is no hardware PMU, "" where there is one */
	struct proof_space *space; /* of the loops with a known answer; NULL where memory ran out */
};

/**
 * survey_open - looks at the core and opens the paths to its counters
 * @sysroot: "" for the real /proc and /sys, else a folder that stands for /
 * @cpu: the CPU that the calling thread is bound to
 */
void survey_open(struct survey *survey, const char *sysroot, int cpu);
void survey_close(struct survey *survey);

/**
 * survey_metric - finds an event for a metric, or for native:NAME, that opens,
 * starts, and counts a loop with a known answer where there is one
 */
void survey_metric(const struct survey *survey, const char *name, struct counter *counter);

/**
 * survey_groups - puts a plan's usable counters into groups that the PMU has
 * room for
 */
void survey_groups(const struct survey *survey, struct counter_plan *plan);

/**
 * survey_free - how many events the PMU counts at once now
 */
size_t survey_free(const struct survey *survey);

/**
 * survey_check - whether a list is "METRIC,...", "all" or "none"; else one line
 * in @error
 */
bool survey_check(const char *list, char *error, size_t size);

/**
 * survey_plan - surveys all that a list names, and the core's cycles, on the CPU
 * that the calling thread is bound to
 * @list: NULL or "none": the cycles alone; "all": all that can be counted
 */
void survey_plan(const char *sysroot, int cpu, const char *list, struct counter_plan *plan);

/**
 * survey_remedy - what changes a state, one line, "" where nothing does
 */
const char *survey_remedy(const struct survey *survey, enum counter_state state);

#endif
