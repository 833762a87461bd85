/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine's CPUs through hwloc: which may be used, which is asked for, and being bound to it. */
#ifndef FOLIOLAB_TOPOLOGY_H
#define FOLIOLAB_TOPOLOGY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct topology;

enum { MAX_WORDS = 256 };

/* one CPU chosen to measure on */
struct cpu {
	int os_index;
	int kind;            /* hwloc's core kind, -1 where the machine has only one or does not say */
	int numa_node;       /* OS index, -1 where there is none */
	char why[MAX_WORDS]; /* why this one, one line */
};

/**
 * topology_open - loads the topology of this machine (or what HWLOC_XMLFILE,
 * HWLOC_SYNTHETIC name, as hwloc has it)
 * @sysroot: "" for the real /proc and /sys, else a folder that stands for /
 *
 * Returns 0, or -1 with one line in @error.
 */
int topology_open(struct topology **topology, const char *sysroot, char *error, size_t size);
void topology_close(struct topology *topology);

/**
 * topology_choose - turns what --cpu said into one CPU
 * @where: an OS index ("3"), an hwloc location ("core:0", "numa:0", "pu:1",
 *         "package:0", "kind:0"), or NULL for the CPU least likely to be
 *         disturbed: isolated ones first, then the most performant core kind,
 *         then the fewest interrupts so far, then the highest index
 *
 * Within a location the same preference holds. A CPU that does not exist, is
 * offline or lies outside the allowed set is refused; the line in @error then
 * ends with the list of the allowed ones. Returns 0 or -1.
 */
int topology_choose(const struct topology *topology, const char *where, struct cpu *cpu, char *error,
		    size_t size);

/* in which order CPUs are taken for threads beside the one that measures */
enum place {
	PLACE_NEAR, /* those first that share the most with it: core, L2, L3, die, package */
	PLACE_FAR,
};

/**
 * topology_companions - usable CPUs other than @cpu, by how near they are to it
 * @smt: also further hardware threads of a core that already has one, @cpu's included
 * @room: of @cpus, OS indexes
 *
 * CPUs that share as much keep the order in which hwloc numbers them, so that
 * neighbours stay neighbours. Returns how many there are, at most @room.
 */
size_t topology_companions(const struct topology *topology, const struct cpu *cpu, enum place place, bool smt,
			   uint32_t *cpus, size_t room);

/**
 * topology_usable - OS indexes of the CPUs that may be measured on, in order
 *
 * At most @room of them are written. Returns how many there are.
 */
size_t topology_usable(const struct topology *topology, int *cpus, size_t room);

/**
 * topology_kinds - how many core kinds the machine tells apart, at least 1
 */
int topology_kinds(const struct topology *topology);

/**
 * topology_bind - pins the calling process, and what it will exec, to @cpu and
 * its memory to that CPU's NUMA node
 *
 * Returns 0, or -1 with one line in @error. A memory binding that the system
 * does not offer is no error.
 */
int topology_bind(const struct topology *topology, const struct cpu *cpu, char *error, size_t size);

/**
 * topology_cache - bytes of the data cache of that level as seen from @cpu, 0 where there is none
 */
size_t topology_cache(const struct topology *topology, const struct cpu *cpu, unsigned int level);

/**
 * topology_describe - packages, cores, SMT, core kinds, caches, NUMA nodes as
 * a JSON object for environment.json
 *
 * Caches: array of {level, type, bytes, line, shared_by} as seen from @cpu.
 */
json_t *topology_describe(const struct topology *topology, const struct cpu *cpu);

#endif
