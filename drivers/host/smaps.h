/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One mapping as /proc/self/smaps shows it. */
#ifndef FOLIOLAB_SMAPS_H
#define FOLIOLAB_SMAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct smaps {
	size_t page_size; /* KernelPageSize in bytes, 0 where not said */
	size_t huge;      /* AnonHugePages in bytes */
};

/**
 * smaps_find - looks for the mapping that is exactly [@start, @start + @bytes)
 *
 * Any text is survived. Returns false where there is no such mapping.
 */
bool smaps_find(FILE *stream, uintptr_t start, size_t bytes, struct smaps *smaps);

#endif
