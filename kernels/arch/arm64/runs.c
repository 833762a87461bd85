// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>
#include <sys/auxv.h>

#include "kernel.h"

/* of the kernel's user interface, arch/arm64: the bit for Armv8.1's atomic instructions */
#ifndef HWCAP_ATOMICS
#define HWCAP_ATOMICS (1 << 8)
#endif

bool flavour_runs(const struct flavour *flavour)
{
	return strcmp(flavour->atomics, "lse") != 0 || getauxval(AT_HWCAP) & HWCAP_ATOMICS;
}
