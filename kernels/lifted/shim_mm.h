/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The part of the shim that is about memory management: see shim.h, which includes it. */
#ifndef FOLIOLAB_LIFTED_SHIM_MM_H
#define FOLIOLAB_LIFTED_SHIM_MM_H

/* lists: only the links; the primitives are the tree's, or those in lists.h */
struct list_head {
	struct list_head *next, *prev;
};

#define LIST_POISON1 ((void *)0x100)
#define LIST_POISON2 ((void *)0x122)

/* the flags word, where the model has its fields */
#undef LRU_GEN_MASK
#undef LRU_REFS_MASK
#undef LRU_REFS_WIDTH
#define LRU_GEN_WIDTH  3
#define LRU_GEN_PGOFF  LRU_GEN_SHIFT
#define LRU_GEN_MASK   (7UL << LRU_GEN_PGOFF)
#define LRU_REFS_WIDTH 2
#define LRU_REFS_PGOFF LRU_REFS_SHIFT
#define LRU_REFS_MASK  (3UL << LRU_REFS_PGOFF)
#define ZONES_PGSHIFT  ZONE_SHIFT
#define ZONES_MASK     3UL

enum pageflags {
	PG_locked = PG_LOCKED,
	PG_writeback = 1,
	PG_referenced = PG_REFERENCED,
	PG_uptodate = 3,
	PG_dirty = PG_DIRTY,
	PG_lru = PG_LRU,
	PG_head = PG_HEAD,
	PG_active = PG_ACTIVE,
	PG_workingset = PG_WORKINGSET,
	PG_reclaim = 16,
	PG_swapbacked = PG_SWAPBACKED,
	PG_unevictable = PG_UNEVICTABLE,
	PG_mlocked = 20,
};

#define MAX_NR_GENS   4U
#define MIN_NR_GENS   2U
#define MAX_NR_TIERS  4U
#define NR_HIST_GENS  1
#define ANON_AND_FILE 2
#define MAX_NR_ZONES  4

enum { LRU_GEN_ANON = 0, LRU_GEN_FILE = 1 };
enum { LRU_BASE = 0, LRU_ACTIVE = 1, LRU_FILE = 2 };
enum lru_list { LRU_INACTIVE_ANON, LRU_ACTIVE_ANON, LRU_INACTIVE_FILE, LRU_ACTIVE_FILE, LRU_UNEVICTABLE };
enum zone_type { ZONE_DMA, ZONE_DMA32, ZONE_NORMAL, ZONE_MOVABLE };

#ifdef SHIM_FLAGS_F
typedef struct {
	unsigned long f;
} memdesc_flags_t;
#define SHIM_FLAGS(which) ((which)->flags.f)
#else
typedef unsigned long memdesc_flags_t;
#define SHIM_FLAGS(which) ((which)->flags)
#endif

struct folio {
	memdesc_flags_t flags;
	struct list_head lru;
	void *mapping;
	unsigned long index;
	void *private;
	atomic_t _mapcount, _refcount;
	unsigned long memcg_data;
};

#define lru_gen_struct lru_gen_folio /* before 6.3 */

struct lru_gen_folio {
	unsigned long max_seq;
	unsigned long min_seq[ANON_AND_FILE];
	unsigned long timestamps[MAX_NR_GENS];
	union {
		struct list_head folios[MAX_NR_GENS][ANON_AND_FILE][MAX_NR_ZONES];
		struct list_head lists[MAX_NR_GENS][ANON_AND_FILE][MAX_NR_ZONES];
	};
	long nr_pages[MAX_NR_GENS][ANON_AND_FILE][MAX_NR_ZONES];
	unsigned long avg_refaulted[ANON_AND_FILE][MAX_NR_TIERS];
	unsigned long avg_total[ANON_AND_FILE][MAX_NR_TIERS];
	/* older trees have room for one tier less and index it so: that fits */
	unsigned long protected[NR_HIST_GENS][ANON_AND_FILE][MAX_NR_TIERS];
};

typedef int spinlock_t;

struct lruvec {
	struct lru_gen_folio lrugen;
	const void *shim_objcg;
	long shim_size[ANON_AND_FILE][2][MAX_NR_ZONES];
	spinlock_t lru_lock __attribute__((aligned(64)));
};

#define SHIM_SAME(type, field, model_type, model_field)                                             \
	static_assert(offsetof(type, field) == offsetof(model_type, model_field) &&                 \
			      sizeof(((type *)0)->field) == sizeof(((model_type *)0)->model_field), \
		      "lifted functions and the model must agree on " #field)

SHIM_SAME(struct list_head, next, struct model_list_head, next);
SHIM_SAME(struct list_head, prev, struct model_list_head, prev);
SHIM_SAME(struct folio, flags, struct model_folio, flags);
SHIM_SAME(struct folio, lru, struct model_folio, lru);
SHIM_SAME(struct folio, mapping, struct model_folio, mapping);
SHIM_SAME(struct folio, _mapcount, struct model_folio, mapcount);
SHIM_SAME(struct folio, _refcount, struct model_folio, refcount);
SHIM_SAME(struct folio, memcg_data, struct model_folio, memcg);
SHIM_SAME(struct lru_gen_folio, max_seq, struct lru_gen, max_seq);
SHIM_SAME(struct lru_gen_folio, min_seq, struct lru_gen, min_seq);
SHIM_SAME(struct lru_gen_folio, timestamps, struct lru_gen, timestamps);
SHIM_SAME(struct lru_gen_folio, folios, struct lru_gen, folios);
SHIM_SAME(struct lru_gen_folio, nr_pages, struct lru_gen, nr_pages);
SHIM_SAME(struct lru_gen_folio, avg_refaulted, struct lru_gen, avg_refaulted);
SHIM_SAME(struct lru_gen_folio, avg_total, struct lru_gen, avg_total);
SHIM_SAME(struct lru_gen_folio, protected, struct lru_gen, protected);
SHIM_SAME(struct lruvec, lrugen, struct model_lruvec, lrugen);
SHIM_SAME(struct lruvec, shim_objcg, struct model_lruvec, objcg);
SHIM_SAME(struct lruvec, shim_size, struct model_lruvec, lru_size);
SHIM_SAME(struct lruvec, lru_lock, struct model_lruvec, lock);
static_assert(sizeof(struct folio) == sizeof(struct model_folio), "one cache line");
static_assert(sizeof(struct lruvec) == sizeof(struct model_lruvec), "the same lruvec");

/* renamed by the macros above, so hidden behind functions */
static inline struct lruvec *shim_lruvec(const struct world *world)
{
	return (struct lruvec *)world->model_lruvec;
}

static inline struct folio *shim_pages(const struct world *world)
{
	return (struct folio *)world->pages;
}

/* tests of single bits: one volatile load each, as test_bit() */
#define SHIM_TEST(name, bit)                                    \
	static inline bool name(const struct folio *which)      \
	{                                                       \
		return READ_ONCE(SHIM_FLAGS(which)) & BIT(bit); \
	}

SHIM_TEST(folio_test_locked, PG_locked)
SHIM_TEST(folio_test_writeback, PG_writeback)
SHIM_TEST(folio_test_referenced, PG_referenced)
SHIM_TEST(folio_test_dirty, PG_dirty)
SHIM_TEST(folio_test_lru, PG_lru)
SHIM_TEST(folio_test_large, PG_head)
SHIM_TEST(folio_test_active, PG_active)
SHIM_TEST(folio_test_workingset, PG_workingset)
SHIM_TEST(folio_test_reclaim, PG_reclaim)
SHIM_TEST(folio_test_swapbacked, PG_swapbacked)
SHIM_TEST(folio_test_unevictable, PG_unevictable)
SHIM_TEST(folio_test_mlocked, PG_mlocked)

/* a tree that asks this keeps the answer in the mapping's low bits */
static inline bool folio_test_anon(const struct folio *which)
{
	return (uintptr_t)READ_ONCE(which->mapping) & 1;
}

static inline bool folio_test_swapcache(const struct folio *which)
{
	return folio_test_swapbacked(which) && READ_ONCE(SHIM_FLAGS(which)) & BIT(10);
}

static inline bool folio_test_clear_lru(struct folio *which)
{
	return arch_clear_young(&SHIM_FLAGS(which), PG_lru);
}

static inline void folio_clear_referenced(struct folio *which)
{
	arch_clear_young(&SHIM_FLAGS(which), PG_referenced);
}

static inline void folio_clear_reclaim(struct folio *which)
{
	arch_clear_young(&SHIM_FLAGS(which), PG_reclaim);
}

static inline void folio_set_swapbacked(struct folio *which)
{
	__atomic_fetch_or(&SHIM_FLAGS(which), BIT(PG_swapbacked), __ATOMIC_RELAXED);
}

static inline enum zone_type folio_zonenum(const struct folio *which)
{
	return (SHIM_FLAGS(which) >> ZONES_PGSHIFT) & ZONES_MASK;
}

/* the second struct page is read for a large folio only */
static inline long folio_nr_pages(const struct folio *which)
{
	if (!folio_test_large(which))
		return 1;
	return ((const struct folio_tail *)(which + 1))->nr_pages;
}

/* whether reclaim may have it: its mapping's word and one bit */
static inline bool folio_evictable(struct folio *which)
{
	return !((uintptr_t)READ_ONCE(which->mapping) & 2) && !folio_test_mlocked(which);
}

/* takes a reference unless the folio is being freed */
static inline bool folio_try_get(struct folio *which)
{
	return arch_try_get(&which->_refcount.counter);
}

static inline void folio_put(struct folio *which)
{
	__atomic_fetch_sub(&which->_refcount.counter, 1, __ATOMIC_SEQ_CST);
}

static inline bool folio_mapped(const struct folio *which)
{
	return which->_mapcount.counter > 0;
}

/*
 * Sizes of the active/inactive split. In the kernel these are per-CPU
 * counters of node, memcg and zone. Aging the oldest generation never comes
 * here; taking a folio off the lists does, and is cheaper here by those.
 */
static NOINLINE __maybe_unused void __update_lru_size(struct lruvec *which, enum lru_list lru,
						      enum zone_type zone, long pages)
{
	long *size = &which->shim_size[lru / 2][lru % 2][zone];

	WRITE_ONCE(*size, *size + pages);
}

/* clean memory that is written to again: there is none */
#define lruvec_add_folio_tail(which, folio) abort()

/* the refault controller, once a pass; the world has no refaults */
#define reset_ctrl_pos(which, type, carryover) ((void)0)

/* statistics: none of these is per folio in the trees known */
enum vm_event_item { SHIM_NO_EVENT };
enum node_stat_item { SHIM_NO_STATE };
enum {
	PGREFILL,
	PGSCAN_KSWAPD,
	PGSCAN_DIRECT,
	PGSCAN_KHUGEPAGED,
	PGSCAN_PROACTIVE,
	PGSCAN_ANON,
	PGSCAN_SKIP,
	WORKINGSET_ACTIVATE_BASE,
};
struct mem_cgroup;
struct pglist_data;
#define __count_vm_events(event, number)           ((void)(number))
#define count_vm_events(event, number)             ((void)(number))
#define __count_zid_vm_events(event, zone, number) ((void)(number))
#define __count_memcg_events(memcg, event, number) ((void)(number))
#define count_memcg_events(memcg, event, number)   ((void)(number))
#define mod_lruvec_state(which, item, number)      ((void)(number))
#define __mod_lruvec_state(which, item, number)    ((void)(number))
#define trace_mm_vmscan_lru_isolate(...)           ((void)0)
#define lruvec_memcg(which)                        ((struct mem_cgroup *)NULL)
#define current_is_kswapd()                        true
#define reclaimer_offset(...)                      0

/* what the walk is told of the mapping: an ordinary one */
typedef struct {
	unsigned long shim_flags;
} vma_flags_t;
typedef unsigned long vm_flags_t;
enum { VMA_EXEC_BIT = 2 };
#define VM_EXEC BIT(VMA_EXEC_BIT)

static inline bool vma_flags_test(const vma_flags_t *flags, unsigned int bit)
{
	return READ_ONCE(flags->shim_flags) & BIT(bit);
}

/* what scan_control is made of */
typedef unsigned int gfp_t;
typedef struct {
	unsigned long bits[1];
} nodemask_t;
struct reclaim_state {
	unsigned long reclaimed;
};
#define __GFP_IO 0x40u

#endif
