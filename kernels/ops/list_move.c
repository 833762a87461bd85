// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The list work of aging alone: the folios of one generation's lists go to the
 * next one's, a move per folio or a cut and a splice per batch. A promoted
 * folio goes to its own label's list and ends an open batch. Labels are read
 * and never written, and nothing is locked.
 */
#include "kernel.h"
#include "model/order_check.h"

enum { LABEL = 0, PROMOTED_GEN = MAX_NR_GENS - 1 };

enum way {
	FROM_BACK, /* the last folio each time, as the base does: the order is reversed */
	FROM_HEAD, /* the first one each time, the next one read before the move */
	IN_BATCHES,
};

/* the lists of one zone, and the batch that is open */
struct move {
	struct list_head *from, *to, *promoted;
	struct list_head *last; /* of the open batch, or NULL */
	size_t open;            /* folios in it */
};

static ALWAYS_INLINE void close_batch(struct move *move)
{
	struct list_head batch;

	if (!move->last)
		return;
	list_cut_front(&batch, move->from, move->last);
	list_splice_back(&batch, move->to);
	move->last = NULL;
	move->open = 0;
}

static ALWAYS_INLINE void move_folio(struct move *move, struct list_head *entry, size_t batch_length,
				     const enum way way)
{
	bool promoted = flags_gen(READ_ONCE(folio_of(entry)->flags)) != LABEL;

	if (promoted) {
		if (way == IN_BATCHES)
			close_batch(move);
		list_move_front(entry, move->promoted);
		return;
	}
	if (way != IN_BATCHES) {
		list_move_back(entry, move->to);
		return;
	}
	move->last = entry;
	if (++move->open == batch_length)
		close_batch(move);
}

static ALWAYS_INLINE size_t move_all(struct world *world, const enum way way)
{
	struct lru_gen *lrugen = &world->lruvec->lrugen;
	unsigned int type = world->load.type, batch_length = world->load.batch_length;
	int gen = gen_of(world->passes), next_gen = gen_of(world->passes + 1);

	for (int zone = 0; zone < MAX_NR_ZONES; zone++) {
		struct move move = {
			.from = &lrugen->folios[gen][type][zone],
			.to = &lrugen->folios[next_gen][type][zone],
			.promoted = &lrugen->folios[PROMOTED_GEN][type][zone],
		};
		struct list_head *cursor = move.from->next;

		while (way == FROM_BACK ? !list_empty(move.from) : cursor != move.from) {
			struct list_head *entry = way == FROM_BACK ? move.from->prev : cursor;

			cursor = cursor->next;
			move_folio(&move, entry, batch_length, way);
		}
		close_batch(&move);
	}
	world->passes++;
	return world->load.folios;
}

static size_t pass_back(struct world *world)
{
	return move_all(world, FROM_BACK);
}

static size_t pass_each(struct world *world)
{
	return move_all(world, FROM_HEAD);
}

static size_t pass_splice(struct world *world)
{
	return move_all(world, IN_BATCHES);
}

static const struct variant variants[] = {
	{ .name = "each",
	  .what = "a move per folio, from the front of the list",
	  .pass = pass_each,
	  .rule = FROM_HEAD },
	{ .name = "back",
	  .what = "a move per folio, from the back of the list",
	  .pass = pass_back,
	  .rule = FROM_BACK },
	{ .name = "splice",
	  .what = "a cut and a splice per batch, from the front (--batch N)",
	  .pass = pass_splice,
	  .rule = IN_BATCHES },
};

static const char *refuses(const struct workload *load)
{
	return load->batch_length ? NULL : "batches of no folios";
}

/* promoted folios leave for another list and are gone from the next pass */
static bool steady(const struct workload *load)
{
	return !load->promoted_permille;
}

static void reset(struct world *world)
{
	world_fill_lists(world, LABEL, PROMOTED_GEN, FLAG(PG_WORKINGSET) | FLAG(PG_LRU));
}

static const char *check(struct world *world, const struct variant *variant, size_t passes)
{
	bool from_back = variant->rule == FROM_BACK;
	struct listing moved = { .gen = gen_of(passes), .reversed = from_back && passes % 2 };
	struct listing promoted = { .promoted = true, .gen = PROMOTED_GEN, .reversed = !from_back };
	const char *broken = unaged_check(world);

	for (size_t i = 0; !broken && i < world->load.folios; i++)
		if (world_listed(world, i)->flags !=
		    world_flags(world, i, world->promoted[i] ? PROMOTED_GEN : LABEL))
			broken = "a folio's flags changed";
	if (!broken)
		broken = order_check(world, &moved);
	if (broken || !world->load.promoted_permille)
		return broken;
	return order_check(world, &promoted);
}

const struct kernel KERNEL_SYMBOL(list_move) = {
	.name = "list_move",
	.question = "what does moving folios one by one cost against a cut and a splice per batch?",
	.item = "folio",
	.variants = variants,
	.nr_variants = sizeof(variants) / sizeof(variants[0]),
	.defaults = { .folios = 131072, .zones = 1, .batch_length = MAX_LRU_BATCH },
	.refuses = refuses,
	.steady = steady,
	.reset = reset,
	.check = check,
};
