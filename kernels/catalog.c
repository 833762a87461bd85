// SPDX-License-Identifier: GPL-2.0-or-later
/* The kernels there are. Built once per flavour; a new kernel is one line here. */
#include "kernel.h"

/* X(symbol) */
#define FOR_EACH_KERNEL(X) \
	X(inc_min_seq)     \
	X(walk)            \
	X(set_refs)        \
	X(scan)            \
	X(agetest)         \
	X(cmpxchg)         \
	X(list_move)       \
	X(counters)        \
	X(prefetch)        \
	X(latency)         \
	X(bandwidth)       \
	X(empty)

#define DECLARE(name) extern const struct kernel KERNEL_SYMBOL(name);
FOR_EACH_KERNEL(DECLARE)

extern const struct kernel *const KERNEL_SYMBOL(catalog)[];

#define ENTRY(name) &KERNEL_SYMBOL(name),
const struct kernel *const KERNEL_SYMBOL(catalog)[] = { FOR_EACH_KERNEL(ENTRY) NULL };
