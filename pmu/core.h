/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which PMU belongs to a CPU, and which table of events to it. */
#ifndef FOLIOLAB_CORE_H
#define FOLIOLAB_CORE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

enum { CORE_NAME = 40, CORE_WORDS = 160 };

struct core {
	char what[CORE_WORDS]; /* the core as it names itself, for people */
	char name[CORE_NAME];  /* libpfm4's name for it, "" where it is not known here */
	char table[CORE_NAME]; /* the table to take events from: its own, or the nearest; "" where there is none */
	char device[CORE_NAME]; /* its PMU under /sys/bus/event_source/devices, "" where none is seen */
	uint32_t type;          /* perf's number for that PMU */
	uint32_t nr_devices; /* core PMUs in this machine; with more than one, cores are of several kinds */
};

/**
 * core_identify - looks up the core behind @cpu and the PMU that serves it
 * @sysroot: "" for the real /proc and /sys, else a folder that stands for /
 */
void core_identify(const char *sysroot, int cpu, struct core *core);

/* whether the events are another core's: what they count here has to be proven */
bool core_is_near(const struct core *core);

enum { NO_SETTING = INT_MIN };

/**
 * core_setting - a number from a file below /proc/sys, NO_SETTING where there is none
 */
int core_setting(const char *sysroot, const char *path);

#endif
