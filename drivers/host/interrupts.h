/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Interrupts taken so far, by CPU. */
#ifndef FOLIOLAB_INTERRUPTS_H
#define FOLIOLAB_INTERRUPTS_H

#include <stddef.h>
#include <stdint.h>

struct interrupts {
	uint64_t *count; /* by OS index of the CPU, UINT64_MAX where the kernel does not say */
	size_t nr;
};

/* nothing known (nr 0) where /proc/interrupts cannot be read */
void interrupts_read(struct interrupts *interrupts, const char *sysroot);
uint64_t interrupts_of(const struct interrupts *interrupts, size_t cpu);
void interrupts_free(struct interrupts *interrupts);

#endif
