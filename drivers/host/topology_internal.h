/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What topology.c and placement.c share; for nobody else. */
#ifndef FOLIOLAB_TOPOLOGY_INTERNAL_H
#define FOLIOLAB_TOPOLOGY_INTERNAL_H

#include <hwloc.h>

#include "host/interrupts.h"

struct topology {
	hwloc_topology_t hwloc;
	hwloc_bitmap_t usable; /* online, allowed and within the affinity mask */
	hwloc_bitmap_t isolated;
	hwloc_bitmap_t offline; /* plugged in, and switched off */
	struct interrupts interrupts;
};

enum { MAX_CPU_LIST = 128 };

/* "0-3,8" */
void cpu_list(hwloc_const_bitmap_t cpus, char *text, size_t size);

#endif
