/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A folio as the hot loops see it: 64 bytes, one cache line, with the fields
 * they touch at the offsets they have in a 64-bit kernel with memory cgroups
 * (spec section 1.1), and the flags word that holds generation, refs, zone and
 * the single bits (section 1.3).
 */
#ifndef FOLIOLAB_MODEL_FOLIO_H
#define FOLIOLAB_MODEL_FOLIO_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "model/access.h"
#include "model/list.h"

enum {
	MAX_NR_GENS = 4,
	MIN_NR_GENS = 2,
	MAX_NR_TIERS = 4,
	ANON_AND_FILE = 2, /* type: 0 anon, 1 file */
	MAX_NR_ZONES = 4,  /* DMA, DMA32, NORMAL, MOVABLE */
	NR_HIST_GENS = 1,
	MIN_LRU_BATCH = 64,      /* pages isolated at once */
	MAX_LRU_BATCH = 64 * 64, /* folios per hold of the lock, whatever their size */
};

/* single bits of the flags word */
enum {
	PG_LOCKED = 0,
	PG_REFERENCED = 2,
	PG_DIRTY = 4,
	PG_LRU = 5,
	PG_HEAD = 6,
	PG_ACTIVE = 8,
	PG_WORKINGSET = 9,
	PG_SWAPBACKED = 17,
	PG_UNEVICTABLE = 18,
	PG_MLOCKED = 20,
};

/* a bit of the mapping's word */
enum { MAPPING_UNEVICTABLE = 1 };

/*
 * Fields of the flags word. Where the kernel puts them depends on its
 * configuration; moving them changed no figure (spec, measured facts). The
 * places here are those of the lifted functions the loops are judged by, so
 * that a difference between the two is never one of constants.
 */
#define FLAG(bit)      (UINT64_C(1) << (bit))
#define LRU_REFS_WIDTH 2
#define LRU_REFS_SHIFT 50
#define LRU_REFS_MASK  (UINT64_C(3) << LRU_REFS_SHIFT)
#define LRU_GEN_SHIFT  52
#define LRU_GEN_MASK   (UINT64_C(7) << LRU_GEN_SHIFT)
#define ZONE_SHIFT     62

struct folio {
	uint64_t flags;
	struct list_head lru; /* bit 0 of the word at 8 would mark a tail page */
	void *mapping;
	uint64_t index;
	uint64_t private;
	int32_t mapcount;
	int32_t refcount;
	uint64_t memcg;
};

static_assert(sizeof(struct folio) == 64, "one cache line");
static_assert(offsetof(struct folio, lru) == 8, "links at 8 and 16");
static_assert(offsetof(struct folio, memcg) == 56, "memcg word at 56");

/* the second struct page of a large folio; its line is read by none of order 0 */
struct folio_tail {
	uint64_t order; /* low byte, folio byte 64 */
	uint64_t unused[6];
	uint32_t nr_pages; /* folio byte 120 */
	uint32_t unused_end;
};

static_assert(sizeof(struct folio_tail) == 64, "one cache line");
static_assert(offsetof(struct folio_tail, nr_pages) == 56, "page count at byte 120");

static ALWAYS_INLINE struct folio *folio_of(struct list_head *entry)
{
	return container_of(entry, struct folio, lru);
}

/* generation in a flags word, -1 where the folio is on no generation's list */
static ALWAYS_INLINE int flags_gen(uint64_t flags)
{
	return (int)((flags & LRU_GEN_MASK) >> LRU_GEN_SHIFT) - 1;
}

/* the flags word with @gen as its generation; refs and referenced go */
static ALWAYS_INLINE uint64_t flags_with_gen(uint64_t flags, int gen)
{
	flags &= ~(LRU_GEN_MASK | LRU_REFS_MASK | FLAG(PG_REFERENCED));
	return flags | ((uint64_t)gen + 1) << LRU_GEN_SHIFT;
}

/* 0 where not referenced, else 1 to 4 */
static ALWAYS_INLINE int flags_refs(uint64_t flags)
{
	if (!(flags & FLAG(PG_REFERENCED)))
		return 0;
	return (int)((flags & LRU_REFS_MASK) >> LRU_REFS_SHIFT) + 1;
}

/* the flags word with @refs (0 to 4) as its refs */
static ALWAYS_INLINE uint64_t flags_with_refs(uint64_t flags, int refs)
{
	flags &= ~(LRU_REFS_MASK | FLAG(PG_REFERENCED));
	if (refs)
		flags |= FLAG(PG_REFERENCED) | (uint64_t)(refs - 1) << LRU_REFS_SHIFT;
	return flags;
}

static ALWAYS_INLINE int flags_zone(uint64_t flags)
{
	return (int)(flags >> ZONE_SHIFT);
}

static ALWAYS_INLINE bool flags_workingset(uint64_t flags)
{
	return flags & FLAG(PG_WORKINGSET);
}

/*
 * The following each load the flags word once more, as their namesakes in the
 * kernel do. How often a loop reads the word, and what it does with it, is the
 * loop: see docs/kernels.md.
 */
static ALWAYS_INLINE int folio_type(const struct folio *folio)
{
	return !(folio->flags & FLAG(PG_SWAPBACKED));
}

static ALWAYS_INLINE int folio_zone(const struct folio *folio)
{
	return flags_zone(folio->flags);
}

static ALWAYS_INLINE int folio_refs(const struct folio *folio)
{
	return flags_refs(READ_ONCE(folio->flags));
}

static ALWAYS_INLINE bool folio_workingset(const struct folio *folio)
{
	return flags_workingset(READ_ONCE(folio->flags));
}

static ALWAYS_INLINE long folio_nr_pages(const struct folio *folio)
{
	if (!(READ_ONCE(folio->flags) & FLAG(PG_HEAD)))
		return 1;
	return ((const struct folio_tail *)(folio + 1))->nr_pages;
}

/* (refs, workingset) to tier: workingset 3, else 0 1 2 3 4 refs to 0 0 1 2 2 */
static ALWAYS_INLINE int tier_of(int refs, bool workingset)
{
	if (workingset)
		return MAX_NR_TIERS - 1;
	return refs > 1 ? 32 - __builtin_clz((unsigned int)refs - 1) : 0;
}

/* a workingset folio whose refs are full is promoted lazily, and not counted as protected */
static ALWAYS_INLINE bool lazily_promoted(int refs, bool workingset)
{
	return refs + workingset == (1 << LRU_REFS_WIDTH) + 1;
}

#endif
