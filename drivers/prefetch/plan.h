/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The matrix of the prefetch lab: loops that have prefetches, each against
 * itself without, over orders of memory and working sets. A case is one loop
 * on one order and working set; its variants are the loop with one prefetch
 * each, so that the cells of a case share their baseline and its rounds.
 */
#ifndef FOLIOLAB_PREFETCH_PLAN_H
#define FOLIOLAB_PREFETCH_PLAN_H

#include "engine/plan.h"
#include "output/journal.h"

enum { MAX_LEVELS = 8, MAX_LAYOUTS = 6, LEVEL_NAME = 16 };

/* a working set: lines, a folio being one line of 64 bytes */
struct level {
	char name[LEVEL_NAME]; /* "L1", "L2", "LLC", "beyond", or its size where it was asked for by size */
	size_t bytes;
};

/* what the working sets are made for; bytes, 0 where there is none or it is not known */
struct caches {
	size_t l1, l2, llc; /* of data; llc only where there is one beyond L2 */
	size_t memory;
};

/* what is asked for: lists with commas between, NULL for the usual */
struct map_request {
	const char *loops, *layouts, *sizes, *flavours;
	bool thorough;
	bool both;            /* hardware prefetchers on, then off */
	unsigned int flavour; /* of the kernels; its control copy is the next one */
	int cpu;              /* OS index, part of what names a case */
	unsigned int runs;    /* processes per case; 0: as many as the intervals need */
	unsigned int rounds;  /* of each; 0: as many as there is time for */
	uint64_t seed;
};

struct map_case {
	struct bench_case bench;
	char id[MAX_CASE_ID];
	size_t level;   /* of the plan's */
	bool bound;     /* latency or bandwidth, not a loop */
	bool hw_off;    /* measured with the hardware prefetchers off */
	double round_s; /* what a round may take, at a guess */
};

struct map_plan {
	struct level levels[MAX_LEVELS];
	size_t nr_levels;
	struct workload layouts[MAX_LAYOUTS]; /* only layout and run_length */
	size_t nr_layouts;
	struct map_case *cases; /* bounds first, then loops; those with hw_off at the end */
	size_t nr_cases;
	size_t nr_cells;    /* prefetches over all cases: comparisons made */
	char left_out[512]; /* of the whole matrix, in words; "" */
};

/**
 * plan_levels - the working sets a list of sizes names, or the usual ones
 * @sizes: L1, L2, LLC, beyond or bytes, with commas between; NULL: those there are a cache for
 * @beyond: whether the usual ones include the one beyond all caches
 *
 * Half of L1 and L2. In the last level cache four times L2, which no L2 holds,
 * and of which half a last level cache has room for even where many cores share
 * it; but at most half of it. Beyond: four times the last level cache, at most
 * a gigabyte and a quarter of memory, and none where that is not twice the
 * cache. Returns 0, or -1 with one line in @error.
 */
int plan_levels(struct map_plan *plan, const char *sizes, const struct caches *caches, bool beyond,
		char *error, size_t size);

/**
 * plan_map - all cases of a request; free with plan_free()
 *
 * Returns 0, or -1 with one line in @error.
 */
int plan_map(struct map_plan *plan, const struct map_request *request, const struct caches *caches,
	     char *error, size_t size);
void plan_free(struct map_plan *plan);

/**
 * plan_words - what identifies a plan's cases, for results that are taken up again
 */
void plan_words(const struct map_plan *plan, char *text, size_t size);

/* "runs:8" and the like */
void plan_layout_name(const struct workload *load, char *text, size_t size);

#endif
