/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The world a kernel runs on: an array of folios, the order in which the LRU
 * list strings them, an lruvec and page tables, all in memory that the caller
 * owns. A workload says what the world looks like.
 */
#ifndef FOLIOLAB_MODEL_WORLD_H
#define FOLIOLAB_MODEL_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/lruvec.h"
#include "model/pagetable.h"

/* order of the list over the array, told from the back of the list to its front */
enum layout {
	LAYOUT_ASCENDING, /* what sequential fault-in leaves */
	LAYOUT_DESCENDING,
	LAYOUT_SHUFFLED,
	LAYOUT_RUNS, /* runs of run_length ascending folios, the runs shuffled */
};

/* which folios were promoted, told from the back of the list */
enum promoted_pattern {
	PROMOTED_RANDOM,
	PROMOTED_BLOCK,       /* the first P of every thousand */
	PROMOTED_ALTERNATING, /* every second one, whatever the permille */
};

/* what threads on other CPUs do meanwhile, to the line that a pass works on */
enum contention {
	CONTENTION_NONE,
	CONTENTION_READERS,
	CONTENTION_WRITERS,
};

struct workload {
	size_t folios;            /* on the list */
	unsigned int folio_order; /* each of 2^order pages */
	enum layout layout;
	size_t run_length;              /* for LAYOUT_RUNS */
	unsigned int promoted_permille; /* already labelled youngest when the pass begins */
	enum promoted_pattern promoted_pattern;
	unsigned int zones;             /* 1: all in NORMAL; else interleaved over zones 0 .. zones-1 */
	unsigned int type;              /* 0 anon, 1 file */
	unsigned int page_tables;       /* each mapping every folio once */
	unsigned int young_permille;    /* PTEs young before a walk, 0 to 1000 */
	unsigned int refs;              /* refs of every folio before a pass, 0 to 4 */
	unsigned int batch_length;      /* folios per batch, for kernels whose batches can be of any length */
	unsigned int reclaim_zones;     /* an eviction scan may take from zones 0 .. reclaim_zones-1 */
	unsigned int prefetch_distance; /* folios ahead, where a loop can choose */
	unsigned int prefetch_after;    /* 1: prefetch behind the locked operation, not before it */
	unsigned int work_loads, work_locked, work_stores; /* of each folio, where a loop can choose */
	enum contention contention;
	unsigned int companions; /* threads that do it, each on a CPU of its own; 0 with CONTENTION_NONE only */
	uint64_t seed;
};

struct world {
	struct workload load;
	struct lruvec *lruvec;
	struct folio *pages;  /* struct pages; folio i heads page i << folio_order */
	uint32_t *order;      /* order[i]: the folio that is i-th from the back of the list */
	uint8_t *promoted;    /* promoted[i]: whether order[i] starts out promoted */
	uint64_t start_flags; /* what world_fill_lists() was told */
	struct mm_tables tables;
	struct walk_batch walk;
	struct list_head isolated; /* by a scan */
	uint64_t seen;             /* sum of what was read, where a loop is judged by that */
	size_t passes;             /* since the last reset, where passes are not all alike */
	size_t companion_ops;      /* done by all companions since the last reset, for check() */
};

/* bytes of each part of a world, room for data offsets included */
struct world_size {
	size_t pages;  /* struct pages, to lie on 2 MB pages */
	size_t tables; /* page tables, to lie on 2 MB pages; 0 where there are none */
	size_t lruvec;
	size_t order; /* order[] and promoted[] */
};

/* memory of a world: each part at least world_size() bytes, page aligned, zeroed */
struct world_memory {
	void *pages, *tables, *lruvec, *order;
};

enum {
	MAX_FOLIOS = 1 << 30,
	MAX_FOLIO_ORDER = 9,
	MAX_PAGE_TABLES = 1024,
	MAX_PREFETCH_DISTANCE = 64,
	MAX_WORK = 1000,
	MAX_COMPANIONS = 1023,
	/* data offsets: multiples of a line, below this */
	LINE = 64,
	MAX_DATA_OFFSET = 4096,
};

/**
 * world_size - what a workload needs, in bytes
 */
struct world_size world_size(const struct workload *load);

/**
 * world_build - lays a world out over @memory
 *
 * Draws the order and the promoted pattern from the workload's seed and fills
 * in what no pass ever changes. The kernel's reset() does the rest.
 */
void world_build(struct world *world, const struct workload *load, const struct world_memory *memory);

/**
 * world_place - shifts folios and lruvec within their memory
 * @offset: bytes, a multiple of LINE below MAX_DATA_OFFSET
 *
 * Needs a reset() afterwards.
 */
void world_place(struct world *world, const struct world_memory *memory, size_t offset);

static inline struct folio *world_folio(const struct world *world, size_t index)
{
	return world->pages + (index << world->load.folio_order);
}

/* the folio that is i-th from the back of the list */
static inline struct folio *world_listed(const struct world *world, size_t position)
{
	return world_folio(world, world->order[position]);
}

/* the zone of the folio that is i-th from the back of the list */
static inline unsigned int world_zone(const struct workload *load, size_t position)
{
	return load->zones > 1 ? (unsigned int)(position % load->zones) : 2;
}

/* the flags word that the folio i-th from the back starts with when labelled @gen */
static inline uint64_t world_flags(const struct world *world, size_t position, int gen)
{
	uint64_t flags = world->start_flags | ((uint64_t)gen + 1) << LRU_GEN_SHIFT;

	if (!world->load.type)
		flags |= FLAG(PG_SWAPBACKED);
	if (world->load.folio_order)
		flags |= FLAG(PG_HEAD);
	return flags | (uint64_t)world_zone(&world->load, position) << ZONE_SHIFT;
}

/**
 * world_fill_lists - empties the lruvec and strings all folios on one generation
 * @list_gen: the generation whose lists they hang on, and their label
 * @promoted_gen: label of the promoted ones instead
 * @flags: what every flags word holds besides generation, zone, type and head
 *
 * Page counts follow the labels. min_seq is @list_gen for the workload's type
 * and max_seq 3 more. Sets world->passes to 0.
 */
void world_fill_lists(struct world *world, int list_gen, int promoted_gen, uint64_t flags);

/**
 * world_set_young - makes the workload's share of all entries young, the others old
 */
void world_set_young(struct world *world);

/**
 * world_check_counts - every folio has a generation and page counts follow the labels
 *
 * Returns NULL or what is broken.
 */
const char *world_check_counts(const struct world *world);

#endif
