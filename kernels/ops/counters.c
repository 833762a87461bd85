// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Page counts per folio against page counts per batch, behind what stands
 * before them in the real loop: a locked change of the folio's label. What
 * tells the two apart is which word the counter's address and the size are
 * taken from, and when it is loaded (docs/kernels.md).
 */
#include "arch/arch.h"
#include "kernel.h"
#include "model/order_check.h"

/* the word that tells type, zone and size */
enum source {
	FROM_KNOWN,  /* the flags as they were before the lock: the address is the list's */
	FROM_OTHER,  /* another word of the folio, loaded behind the lock */
	FROM_LOCKED, /* the word just locked, loaded again */
	FROM_PLAIN,  /* the same, but stored to without a lock: nobody else may write it */
};

/* puts @gen into the flags; returns them as they were */
static ALWAYS_INLINE uint64_t relabel(struct folio *folio, int gen, const enum source source)
{
	uint64_t old = READ_ONCE(folio->flags), new;

	if (source == FROM_PLAIN) {
		WRITE_ONCE(folio->flags, flags_with_gen(old, gen));
		return old;
	}
	do {
		new = flags_with_gen(old, gen);
	} while (!arch_try_cmpxchg(&folio->flags, &old, new));
	return old;
}

static ALWAYS_INLINE uint64_t telling_word(const struct folio *folio, uint64_t old, const enum source source)
{
	switch (source) {
	case FROM_KNOWN:
		return old;
	case FROM_OTHER:
		return READ_ONCE(folio->index);
	default:
		return READ_ONCE(folio->flags);
	}
}

static ALWAYS_INLINE long pages_by(uint64_t word, const struct folio *folio)
{
	return word & FLAG(PG_HEAD) ? ((const struct folio_tail *)(folio + 1))->nr_pages : 1;
}

static ALWAYS_INLINE void add_pages(long *counter, long pages)
{
	WRITE_ONCE(*counter, *counter + pages);
}

/* where the folios of one zone are counted */
struct counting {
	struct lru_gen *lrugen;
	int gen, next_gen, type, zone;
	long moved;  /* pages of the open batch */
	size_t left; /* folios until it is full */
};

static ALWAYS_INLINE void count_at(const struct counting *counting, int type, int zone, long pages)
{
	add_pages(&counting->lrugen->nr_pages[counting->gen][type][zone], -pages);
	add_pages(&counting->lrugen->nr_pages[counting->next_gen][type][zone], pages);
}

static ALWAYS_INLINE void count_folio(struct counting *counting, const struct folio *folio, uint64_t word,
				      const enum source source)
{
	long pages = pages_by(word, folio);

	if (source == FROM_KNOWN)
		count_at(counting, counting->type, counting->zone, pages);
	else
		count_at(counting, !(word & FLAG(PG_SWAPBACKED)), flags_zone(word), pages);
}

static ALWAYS_INLINE void batch_folio(struct counting *counting, const struct folio *folio, uint64_t word,
				      size_t batch_length)
{
	counting->moved += pages_by(word, folio);
	if (--counting->left)
		return;
	count_at(counting, counting->type, counting->zone, counting->moved);
	counting->moved = 0;
	counting->left = batch_length;
}

static ALWAYS_INLINE size_t relabel_all(struct world *world, const enum source source, const bool batched)
{
	struct lru_gen *lrugen = &world->lruvec->lrugen;
	size_t batch_length = world->load.batch_length;

	for (int zone = 0; zone < MAX_NR_ZONES; zone++) {
		struct counting counting = {
			.lrugen = lrugen,
			.gen = gen_of(world->passes),
			.next_gen = gen_of(world->passes + 1),
			.type = (int)world->load.type,
			.zone = zone,
			.left = batch_length,
		};
		struct list_head *head = &lrugen->folios[0][counting.type][zone];

		for (struct list_head *entry = head->prev; entry != head; entry = entry->prev) {
			struct folio *folio = folio_of(entry);
			uint64_t old = relabel(folio, counting.next_gen, source);
			uint64_t word = telling_word(folio, old, source);

			if (batched)
				batch_folio(&counting, folio, word, batch_length);
			else
				count_folio(&counting, folio, word, source);
		}
		if (batched)
			count_at(&counting, counting.type, zone, counting.moved);
	}
	world->passes++;
	return world->load.folios;
}

/* X(id, name, source, batched, what) */
#define FOR_EACH_VARIANT(X)                                                                                \
	X(locked_each, "locked-each", FROM_LOCKED, false,                                                  \
	  "the locked word loaded again tells which counters")                                             \
	X(locked_batched, "locked-batched", FROM_LOCKED, true, "it is loaded again for the size alone")    \
	X(other_each, "other-each", FROM_OTHER, false, "another word, loaded behind the lock, tells them") \
	X(other_batched, "other-batched", FROM_OTHER, true, "another word is loaded for the size alone")   \
	X(known_each, "known-each", FROM_KNOWN, false, "counters and size known before the lock")          \
	X(known_batched, "known-batched", FROM_KNOWN, true, "the size known before the lock")              \
	X(plain_each, "plain-each", FROM_PLAIN, false, "as locked-each, with a plain store for the lock")  \
	X(plain_batched, "plain-batched", FROM_PLAIN, true, "as locked-batched, with a plain store")

#define DEFINE_PASS(id, text, source, batched, about)       \
	static size_t pass_##id(struct world *world)        \
	{                                                   \
		return relabel_all(world, source, batched); \
	}
FOR_EACH_VARIANT(DEFINE_PASS)

#define VARIANT(id, text, source, batched, about) { .name = (text), .what = (about), .pass = pass_##id },
static const struct variant variants[] = { FOR_EACH_VARIANT(VARIANT) };

static const char *refuses(const struct workload *load)
{
	return load->batch_length ? NULL : "batches of no folios";
}

static bool steady(const struct workload *load)
{
	(void)load;
	return true;
}

/* the other word says what the flags do of type, zone and size */
static void reset(struct world *world)
{
	world_fill_lists(world, 0, 0, FLAG(PG_LRU));
	for (size_t i = 0; i < world->load.folios; i++)
		world_folio(world, i)->index = world_folio(world, i)->flags;
}

static const char *check(struct world *world, const struct variant *variant, size_t passes)
{
	(void)variant;
	for (size_t i = 0; i < world->load.folios; i++) {
		const struct folio *folio = world_listed(world, i);

		if (folio->flags != world_flags(world, i, gen_of(passes)))
			return "a folio's flags are not its old ones with the next generation";
		if (folio->index != world_flags(world, i, 0))
			return "a word that is only read has changed";
	}
	return untouched_check(world, 0);
}

const struct kernel KERNEL_SYMBOL(counters) = {
	.name = "counters",
	.question = "what do page counts per folio cost, by what tells which ones, against per batch?",
	.item = "folio",
	.variants = variants,
	.nr_variants = sizeof(variants) / sizeof(variants[0]),
	.defaults = { .folios = 512, .zones = 1, .batch_length = MAX_LRU_BATCH },
	.refuses = refuses,
	.steady = steady,
	.reset = reset,
	.check = check,
};
