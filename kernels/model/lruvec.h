/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lruvec: the lists of four generations, their page counts and the
 * statistics that aging writes (spec section 1.4). A list holds what was put
 * on it; a page count follows the folios' labels. The two differ for promoted
 * folios, which the walk relabels and leaves where they are.
 */
#ifndef FOLIOLAB_MODEL_LRUVEC_H
#define FOLIOLAB_MODEL_LRUVEC_H

#include "model/folio.h"

struct lru_gen {
	uint64_t max_seq;
	uint64_t min_seq[ANON_AND_FILE];
	uint64_t timestamps[MAX_NR_GENS];
	struct list_head folios[MAX_NR_GENS][ANON_AND_FILE][MAX_NR_ZONES];
	long nr_pages[MAX_NR_GENS][ANON_AND_FILE][MAX_NR_ZONES]; /* may dip below 0 */
	uint64_t avg_refaulted[ANON_AND_FILE][MAX_NR_TIERS];
	uint64_t avg_total[ANON_AND_FILE][MAX_NR_TIERS];
	uint64_t protected[NR_HIST_GENS][ANON_AND_FILE][MAX_NR_TIERS];
};

/* what a folio's memcg word points to: which memcg it is takes one more load */
struct objcg {
	const void *memcg;
};

struct lruvec {
	struct lru_gen lrugen;
	struct objcg objcg;
	/* pages per list of the active/inactive split; aging's oldest steps leave it alone */
	long lru_size[ANON_AND_FILE][2][MAX_NR_ZONES];
	/* a line of its own: nothing in the loop shares it */
	int lock __attribute__((aligned(64)));
};

static ALWAYS_INLINE int gen_of(uint64_t seq)
{
	return (int)(seq % MAX_NR_GENS);
}

static ALWAYS_INLINE int hist_of(uint64_t seq)
{
	return (int)(seq % NR_HIST_GENS);
}

/* the two youngest generations are the active ones; reads max_seq each time */
static ALWAYS_INLINE bool gen_is_active(const struct lruvec *lruvec, int gen)
{
	uint64_t max_seq = READ_ONCE(lruvec->lrugen.max_seq);

	return gen == gen_of(max_seq) || gen == gen_of(max_seq - 1);
}

#endif
