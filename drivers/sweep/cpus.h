/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The CPUs of a sweep. */
#ifndef FOLIOLAB_SWEEP_CPUS_H
#define FOLIOLAB_SWEEP_CPUS_H

#include "host/topology.h"

enum { MAX_SWEEP_CPUS = 4096 };

struct cpus {
	struct cpu *list;
	size_t nr;
};

/**
 * cpus_choose - the CPUs that a list names
 * @text: "all" that may be used, "kinds": one of each core kind, or CPUs, ranges
 *        and hwloc locations with commas between them: "0,2-5,core:8"
 *
 * Returns 0, or -1 with one line in @error, also where one is named twice.
 * cpus_free() either way.
 */
int cpus_choose(struct cpus *cpus, const struct topology *topology, const char *text, char *error,
		size_t size);
void cpus_free(struct cpus *cpus);

#endif
