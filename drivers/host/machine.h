/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Facts about the machine that both the warnings and the description need. */
#ifndef FOLIOLAB_MACHINE_H
#define FOLIOLAB_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

#include "host/topology.h"

struct turbo {
	bool known, on;
	char path[128]; /* the file that switches it */
	int off;        /* what to write there */
};

void machine_turbo(const char *sysroot, const struct cpu *cpu, struct turbo *turbo);

/**
 * machine_virtual - whether this is a virtual machine, and of which hypervisor
 */
bool machine_virtual(const char *sysroot, char *hypervisor, size_t size);

/**
 * machine_thp - the mode of 2 MB transparent huge pages: "madvise", "never", ...
 *
 * Returns the file that says so, or NULL, with @mode empty, if none does.
 */
const char *machine_thp(const char *sysroot, char *mode, size_t size);

#endif
