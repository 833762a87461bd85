/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ways to age that nobody has posted, each as a change of p6: what it does to
 * a folio, and what it leaves, is p6's. They differ in which loads come before
 * which locked operation, and in how far ahead addresses are known
 * (docs/ideas.md).
 */
#ifndef FOLIOLAB_IDEAS_H
#define FOLIOLAB_IDEAS_H

#include "loops/aging.h"

enum {
	IDEA_WINDOW = 32, /* folios gathered at a time */
	IDEA_AHEAD = 4,   /* folios between what is prefetched by address and what is worked on */
	IDEA_BURST = 8,   /* lines prefetched where a run begins */
};

/* what one look at the flags tells; p6 looks up to four times */
struct glance {
	struct folio *folio;
	uint64_t flags;
};

static ALWAYS_INLINE struct glance glance_at(struct folio *folio)
{
	return (struct glance){ folio, READ_ONCE(folio->flags) };
}

/* as increase_label(), from a look that may be old: then the swap fails, and what it found counts */
static ALWAYS_INLINE int label_from(const struct glance *seen, int oldest, bool *increased)
{
	uint64_t old = seen->flags, new;
	int gen;

	do {
		gen = flags_gen(old);
		if (gen >= 0 && gen != oldest) {
			*increased = false;
			return gen;
		}
		gen = (oldest + 1) % MAX_NR_GENS;
		new = flags_with_gen(old, gen);
	} while (!arch_try_cmpxchg(&seen->folio->flags, &old, new));
	*increased = true;
	return gen;
}

static ALWAYS_INLINE long pages_of(const struct glance *seen)
{
	if (!(seen->flags & FLAG(PG_HEAD)))
		return 1;
	return ((const struct folio_tail *)(seen->folio + 1))->nr_pages;
}

/* everything p6 does with a folio behind the load of the next one's address */
static ALWAYS_INLINE void age_seen(struct lruvec *lruvec, struct zone_pass *zp, int type, int zone,
				   const struct glance *seen, const unsigned int rung)
{
	int oldest = gen_of(lruvec->lrugen.min_seq[type]), refs = flags_refs(seen->flags), gen;
	bool workingset = flags_workingset(seen->flags), increased;
	long pages = pages_of(seen);

	gen = label_from(seen, oldest, &increased);
	place_folio(zp, seen->folio, &lruvec->lrugen.folios[gen][type][zone], increased, rung);
	if (!increased)
		return;
	zp->moved += pages;
	count_protected(zp, NULL, seen->folio, pages, refs, workingset, rung);
}

static ALWAYS_INLINE void prefetch_entry(const struct list_head *entry, const struct list_head *head)
{
	if (entry != head)
		arch_prefetch(&container_of(entry, const struct folio, lru)->flags, PREFETCH_TO_WRITE);
}

/* one look instead of four */
static ALWAYS_INLINE int age_one_look(struct lruvec *lruvec, struct zone_pass *zp, int type, int zone,
				      int remaining, const unsigned int rung)
{
	struct list_head *cursor = zp->head->next;

	while (remaining && cursor != zp->head) {
		struct glance seen = glance_at(folio_of(cursor));

		cursor = cursor->next;
		prefetch_entry(cursor, zp->head);
		age_seen(lruvec, zp, type, zone, &seen, rung);
		remaining--;
	}
	return remaining;
}

/* the next folio is looked at before this one's locked operation, not behind it */
static ALWAYS_INLINE int age_look_ahead(struct lruvec *lruvec, struct zone_pass *zp, int type, int zone,
					int remaining, const unsigned int rung)
{
	struct list_head *cursor = zp->head->next;
	struct glance seen;

	if (cursor == zp->head)
		return remaining;
	seen = glance_at(folio_of(cursor));
	for (;;) {
		struct list_head *next = cursor->next;
		struct glance seen_next = seen;

		if (next != zp->head) {
			seen_next = glance_at(folio_of(next));
			prefetch_entry(next->next, zp->head);
		}
		age_seen(lruvec, zp, type, zone, &seen, rung);
		remaining--;
		if (!remaining || next == zp->head)
			return remaining;
		seen = seen_next;
		cursor = next;
	}
}

/*
 * Links first, locks later: a window of folios is strung off the list by
 * loads alone, then their flags are changed, prefetched some ahead.
 */
static ALWAYS_INLINE int age_window(struct lruvec *lruvec, struct zone_pass *zp, int type, int zone,
				    int remaining, const unsigned int rung)
{
	struct list_head *cursor = zp->head->next;

	while (remaining && cursor != zp->head) {
		struct folio *window[IDEA_WINDOW];
		int count = 0;

		while (count < IDEA_WINDOW && count < remaining && cursor != zp->head) {
			window[count++] = folio_of(cursor);
			cursor = READ_ONCE(cursor->next);
		}
		prefetch_entry(cursor, zp->head);
		for (int i = 0; i < count; i++) {
			struct glance seen = glance_at(window[i]);

			if (i + IDEA_AHEAD < count)
				arch_prefetch(&window[i + IDEA_AHEAD]->flags, PREFETCH_TO_WRITE);
			age_seen(lruvec, zp, type, zone, &seen, rung);
		}
		remaining -= count;
	}
	return remaining;
}

/* bytes from one entry to the next where they are neighbours in memory, either way round; else 0 */
static ALWAYS_INLINE ptrdiff_t neighbour_step(const struct list_head *entry, const struct list_head *next,
					      const struct list_head *head)
{
	ptrdiff_t step = (ptrdiff_t)((uintptr_t)next - (uintptr_t)entry);

	if (next == head ||
	    (step != (ptrdiff_t)sizeof(struct folio) && -step != (ptrdiff_t)sizeof(struct folio)))
		return 0;
	return step;
}

/* the line so many steps on from an entry, whatever is there: a prefetch of no memory is none */
static ALWAYS_INLINE void prefetch_line(const struct list_head *entry, ptrdiff_t step, int steps)
{
	uintptr_t line = (uintptr_t)container_of(entry, const struct folio, lru) + (uintptr_t)(step * steps);

	arch_prefetch((const void *)line, PREFETCH_TO_WRITE);
}

/*
 * Links along one run of neighbours, up to where it breaks; the folio behind
 * the break is prefetched and has the time of the run's locked operations to
 * arrive. The run itself is worked on by address, with no link in between.
 */
static ALWAYS_INLINE int age_runs(struct lruvec *lruvec, struct zone_pass *zp, int type, int zone,
				  int remaining, const unsigned int rung)
{
	struct list_head *cursor = zp->head->next;

	while (remaining && cursor != zp->head) {
		char *first = (char *)folio_of(cursor);
		struct list_head *last = cursor;
		ptrdiff_t step, run = 0;
		int count = 1;

		cursor = READ_ONCE(cursor->next);
		while (count < remaining && count < IDEA_WINDOW) {
			step = neighbour_step(last, cursor, zp->head);
			if (!step || (run && step != run))
				break;
			run = step;
			last = cursor;
			cursor = READ_ONCE(cursor->next);
			count++;
		}
		prefetch_entry(cursor, zp->head);
		for (int i = 0; i < count; i++) {
			struct glance seen = glance_at((struct folio *)(first + run * i));

			age_seen(lruvec, zp, type, zone, &seen, rung);
		}
		remaining -= count;
	}
	return remaining;
}

/* prefetched by address, some folios on in the direction of the last step, while steps lead to neighbours */
static ALWAYS_INLINE int age_stride(struct lruvec *lruvec, struct zone_pass *zp, int type, int zone,
				    int remaining, const unsigned int rung)
{
	struct list_head *cursor = zp->head->next;

	while (remaining && cursor != zp->head) {
		struct list_head *entry = cursor;
		struct glance seen = glance_at(folio_of(entry));
		ptrdiff_t step;

		cursor = cursor->next;
		step = neighbour_step(entry, cursor, zp->head);
		if (step)
			prefetch_line(entry, step, IDEA_AHEAD);
		else
			prefetch_entry(cursor, zp->head);
		age_seen(lruvec, zp, type, zone, &seen, rung);
		remaining--;
	}
	return remaining;
}

/*
 * As age_stride(), and where a run breaks the lines that the next one begins
 * with are prefetched all at once, on the guess that it goes the way the last
 * one went. A list with no runs is left with p6's one prefetch.
 */
static ALWAYS_INLINE int age_burst(struct lruvec *lruvec, struct zone_pass *zp, int type, int zone,
				   int remaining, const unsigned int rung)
{
	struct list_head *cursor = zp->head->next;
	ptrdiff_t run = 0;

	while (remaining && cursor != zp->head) {
		struct list_head *entry = cursor;
		struct glance seen = glance_at(folio_of(entry));
		ptrdiff_t step;

		cursor = cursor->next;
		step = neighbour_step(entry, cursor, zp->head);
		if (step)
			prefetch_line(entry, step, IDEA_BURST);
		else
			prefetch_entry(cursor, zp->head);
		for (int i = 1; !step && run && cursor != zp->head && i < IDEA_BURST; i++)
			prefetch_line(cursor, run, i);
		run = step;
		age_seen(lruvec, zp, type, zone, &seen, rung);
		remaining--;
	}
	return remaining;
}

typedef int age_zone_fn(struct lruvec *lruvec, struct zone_pass *zp, int type, int zone, int remaining,
			const unsigned int rung);

/*
 * age_oldest() with @by in age_zone()'s place. Told once more, because through
 * a pointer, even one known when compiling, gcc lays out the rungs' own loops
 * otherwise, and those are held to the kernel's.
 */
static ALWAYS_INLINE bool age_oldest_by(struct lruvec *lruvec, int type, int swappiness,
					const unsigned int rung, age_zone_fn *const by)
{
	struct lru_gen *lrugen = &lruvec->lrugen;
	int oldest = gen_of(lrugen->min_seq[type]);
	int target = (oldest + 1) % MAX_NR_GENS;
	int remaining = MAX_LRU_BATCH;
	bool skipped = type ? swappiness == SWAPPINESS_ANON_ONLY : !swappiness;

	for (int zone = 0; !skipped && zone < MAX_NR_ZONES; zone++) {
		uint64_t protected[MAX_NR_TIERS] = { 0 };
		struct zone_pass zp = {
			.protected = protected,
			.head = &lrugen->folios[oldest][type][zone],
			.target = &lrugen->folios[target][type][zone],
		};

		remaining = by(lruvec, &zp, type, zone, remaining, rung);
		close_zone(lruvec, &zp, type, zone, rung);
		if (!remaining)
			return false;
	}
	WRITE_ONCE(lrugen->min_seq[type], lrugen->min_seq[type] + 1);
	return true;
}

/* X(id, name, what is prefetched, what) */
#define FOR_EACH_IDEA(X)                                                                              \
	X(one_look, "idea-one-look", "next", "p6, flags looked at once instead of four times")        \
	X(look_ahead, "idea-look-ahead", "next2", "p6, the next folio looked at before this lock")    \
	X(window, "idea-window", "in window", "p6, 32 folios strung off by links, locked afterwards") \
	X(runs, "idea-runs", "next run", "p6, neighbours in memory strung off, locked by address")    \
	X(stride, "idea-stride", "neighbours", "p6, neighbours prefetched four on, by address")       \
	X(burst, "idea-burst", "next run", "p6, eight lines prefetched at once where a run begins")

#define DEFINE_IDEA_STEP(id, name, target, what)                                            \
	static NOINLINE bool age_idea_##id(struct lruvec *lruvec, int type, int swappiness) \
	{                                                                                   \
		return age_oldest_by(lruvec, type, swappiness, RUNG_P6, age_##id);          \
	}

#endif
