/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Counting what was found to count: a plan says which event stands for which
 * metric and which of them are counted in one round. It is made by survey.h
 * and goes to the processes that measure as it is.
 */
#ifndef FOLIOLAB_COUNTERS_H
#define FOLIOLAB_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core.h"
#include "group.h"

enum { MAX_COUNTERS = 48, MAX_METRIC = 96, MAX_EVENT = 192, MAX_REASON = 192 };

/* what became of a metric that was asked for */
enum counter_state {
	COUNTER_COUNTS,     /* has counted a loop with a known answer */
	COUNTER_UNVERIFIED, /* opens, and there is no such loop */
	COUNTER_SILENT,     /* opens and never counts */
	COUNTER_WRONG,      /* counts, but not what the loop does */
	COUNTER_ABSENT,     /* not on this core */
	COUNTER_FORBIDDEN,  /* no permission */
	COUNTER_NO_PMU,     /* no hardware PMU */
	COUNTER_NO_PERF,    /* no perf_event_open */
	NR_COUNTER_STATES,
};

/* for people */
const char *counter_state_name(enum counter_state state);

/* of one metric */
struct counter {
	char metric[MAX_METRIC]; /* or native:NAME */
	char event[MAX_EVENT];   /* as libpfm4 or PAPI takes it, "" where none came near */
	char reason[MAX_REASON]; /* why it is not counted, or what to know about it; one line */
	uint32_t state;          /* enum counter_state */
	uint32_t path;           /* enum path */
	uint32_t software;       /* counted by the kernel, beside all groups */
	uint32_t group;          /* of the PMU's, from 0 */
};

static inline bool counter_usable(const struct counter *counter)
{
	return counter->state == COUNTER_COUNTS || counter->state == COUNTER_UNVERIFIED;
}

struct counter_plan {
	struct core core;
	uint32_t nr;
	uint32_t nr_groups;    /* at least 1 where anything is counted */
	struct counter cycles; /* core cycles, in every group where usable */
	struct counter counters[MAX_COUNTERS];
};

/**
 * counter_plan_valid - whether one that came through a pipe is within all bounds
 */
bool counter_plan_valid(const struct counter_plan *plan);

/* counts so far; differences of two are what happened in between */
struct reading {
	bool has_cycles;
	long long cycles;
	uint64_t counted; /* bit per counter of the plan */
	long long counts[MAX_COUNTERS];
};

struct counters;

/**
 * counters_open - opens a plan's events for the calling thread
 *
 * What cannot be opened is just not counted. NULL where memory ran out.
 */
struct counters *counters_open(const struct counter_plan *plan);
void counters_close(struct counters *counters);

/**
 * counters_select - makes @group the one that counts, modulo how many there are
 */
void counters_select(struct counters *counters, uint32_t group);

void counters_read(const struct counters *counters, struct reading *reading);

#endif
