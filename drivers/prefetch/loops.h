/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The loops of the catalog that have prefetches, and which of those a map is about. */
#ifndef FOLIOLAB_PREFETCH_LOOPS_H
#define FOLIOLAB_PREFETCH_LOOPS_H

#include "engine/plan.h"

enum { MAX_LOOPS = 32 };

/* a loop without a prefetch, and its variants with one */
struct loop {
	const struct kernel *kernel;
	unsigned int without;
	unsigned int with[MAX_VARIANTS];
	size_t nr;
};

/**
 * loops_find - the loops of the catalog that @loops and @variants name
 * @loops: KERNEL or KERNEL/VARIANT, patterns, with commas between; NULL: the usual
 * @variants: their names, likewise
 * @thorough: usual are all, else a choice that a quick map has time for
 *
 * Returns how many, at most MAX_LOOPS, or -1 with one line in @error.
 */
int loops_find(struct loop *found, const char *loops, const char *variants, bool thorough, char *error,
	       size_t size);

/* "inc_min_seq/p6-noprefetch" */
void loop_name(const struct kernel *kernel, unsigned int without, char *text, size_t size);

/* the first words of a variant's .prefetch: "prefetchw" of "prefetchw next" */
bool prefetch_is(const struct variant *variant, const char *instruction);
/* and the last: what is prefetched */
bool prefetch_of(const struct variant *variant, const char *target);

/* whether the workload's prefetch_distance says how far ahead it looks */
bool prefetch_has_distance(const struct variant *variant);

/**
 * list_next - takes the next name off a list with commas between
 *
 * Returns false at its end.
 */
bool list_next(const char **list, char *name, size_t size);

#endif
