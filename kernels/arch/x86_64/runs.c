// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "kernel.h"

bool flavour_runs(const struct flavour *flavour)
{
	/* there is one kind of atomic operations */
	return !*flavour->atomics;
}
