/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What could disturb a figure on this machine, and what the machine is. Nothing here changes a setting. */
#ifndef FOLIOLAB_ENVIRONMENT_H
#define FOLIOLAB_ENVIRONMENT_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "host/topology.h"

/* one thing that disturbs figures here */
struct warning {
	const char *id;         /* "governor", "turbo", "smt-busy", "virtual", "steal", ... */
	char what[MAX_WORDS];   /* what was found, one line */
	char remedy[MAX_WORDS]; /* the one command that would change it, "" where none would */
};

enum { MAX_WARNINGS = 16 };

/* CPU time from /proc/stat at one moment, in clock ticks; for steal and busy siblings */
struct cpu_times {
	uint64_t total, busy, steal;          /* of the chosen CPU */
	uint64_t sibling_total, sibling_busy; /* of its SMT siblings, 0 where it has none */
};

/**
 * environment_times - reads /proc/stat for @cpu and its SMT siblings
 * @sysroot: "" for the real /proc and /sys, else a folder that stands for /
 */
void environment_times(const char *sysroot, const struct cpu *cpu, struct cpu_times *times);

/**
 * environment_warnings - looks for what disturbs figures on @cpu
 * @before, @after: times around the run, or both NULL before there was one
 *
 * Governor, turbo, SMT sibling busy, virtual machine, steal, THP off, CPU not
 * isolated. Returns how many were written to @warnings, at most MAX_WARNINGS.
 */
size_t environment_warnings(const char *sysroot, const struct cpu *cpu, const struct cpu_times *before,
			    const struct cpu_times *after, struct warning *warnings);

/**
 * environment_describe - the machine as a JSON object: CPU model, kernel,
 * governor, turbo, SMT, THP, mitigations, virtualisation, perf_event_paranoid
 */
json_t *environment_describe(const char *sysroot, const struct cpu *cpu);

/**
 * environment_cpu_name - the CPU's model name as people know it
 */
void environment_cpu_name(const char *sysroot, char *name, size_t size);

#endif
