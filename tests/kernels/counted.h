/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a kernel of the counted flavour did, and where a test can step in. */
#ifndef FOLIOLAB_TESTS_KERNELS_COUNTED_H
#define FOLIOLAB_TESTS_KERNELS_COUNTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { COUNTED_PREFETCHES = 16384, COUNTED_KINDS = 8 };

struct op_counts {
	size_t cmpxchgs, failed;
	size_t locks, unlocks, trylocks;
	size_t prefetches;
	const void *prefetched[COUNTED_PREFETCHES]; /* the first ones' addresses */
	size_t of[COUNTED_KINDS];                   /* by enum prefetch */
	bool prefetch_off;
	void (*before_cmpxchg)(uint64_t *word);
	void (*after_lock)(int *lock);
};

extern struct op_counts op_counts;

/**
 * counted_reset - nothing counted, nobody steps in
 */
void counted_reset(void);

struct kernel;
extern const struct kernel *const catalog_counted[];

/**
 * counted_kernel - the kernel of that name in the counted flavour
 */
const struct kernel *counted_kernel(const char *name);

#endif
