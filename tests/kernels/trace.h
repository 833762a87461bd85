/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a function really executes: its stores to a piece of memory, its locked operations, its prefetches. */
#ifndef FOLIOLAB_TESTS_KERNELS_TRACE_H
#define FOLIOLAB_TESTS_KERNELS_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store {
	uintptr_t address;
	bool locked;
};

struct executed {
	size_t instructions;
	size_t lock_cmpxchg, lock_other;
	size_t xchg; /* with memory, which locks without a prefix */
	size_t prefetchw, prefetch_other;
};

typedef void traced_fn(void *argument);

/**
 * trace_supported - whether this architecture's tracer is written
 */
bool trace_supported(void);

/**
 * trace_stores - runs @run and notes each store to @region (whole pages), in order
 *
 * Returns how many there were; the first @room are in @stores.
 */
size_t trace_stores(void *region, size_t bytes, traced_fn *run, void *argument, struct store *stores,
		    size_t room);

/**
 * trace_instructions - runs @run one instruction at a time and counts those of interest
 */
struct executed trace_instructions(traced_fn *run, void *argument);

#endif
