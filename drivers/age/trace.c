// SPDX-License-Identifier: GPL-2.0-or-later
#include "age/trace.h"

static uint64_t *list_of(struct tracker *tracker, uint64_t seq)
{
	return &tracker->listed[seq % MAX_GENS];
}

void tracker_start(struct tracker *tracker, const struct generations *state)
{
	*tracker = (struct tracker){ 0 };
	for (unsigned int i = 0; i < state->nr; i++)
		*list_of(tracker, state->gens[i].seq) = state->gens[i].anon;
}

static uint64_t at_most(uint64_t value, uint64_t bound)
{
	return value < bound ? value : bound;
}

static uint64_t gained(const struct generations *before, const struct generations *after, uint64_t seq)
{
	uint64_t then = lru_gen_anon(before, seq), now = lru_gen_anon(after, seq);

	return now > then ? now - then : 0;
}

/* to lists that have fewer pages than there are labels of theirs, the oldest first */
static void sort_promoted(struct tracker *tracker, const struct generations *after, uint64_t promoted)
{
	uint64_t seq;

	for (seq = lru_gen_oldest(after); seq < lru_gen_youngest(after) && promoted; seq++) {
		uint64_t *listed = list_of(tracker, seq), labelled = lru_gen_anon(after, seq);
		uint64_t moved = at_most(promoted, labelled > *listed ? labelled - *listed : 0);

		*listed += moved;
		promoted -= moved;
	}
	*list_of(tracker, seq) += promoted;
}

struct executed tracker_step(struct tracker *tracker, const struct generations *before,
			     const struct generations *after)
{
	uint64_t oldest = lru_gen_oldest(before), youngest = lru_gen_youngest(before);
	struct executed executed = { .relabelled = gained(before, after, youngest) };
	uint64_t leaving = *list_of(tracker, oldest);

	*list_of(tracker, youngest + 1) = 0;
	if (before->nr < KERNEL_GENS)
		return executed;
	*list_of(tracker, oldest) = 0;
	executed.incremented = at_most(gained(before, after, oldest + 1),
				       at_most(leaving, lru_gen_anon(before, oldest)));
	executed.promoted = leaving - executed.incremented;
	*list_of(tracker, oldest + 1) += executed.incremented;
	sort_promoted(tracker, after, executed.promoted);
	return executed;
}

static bool concerns(uint64_t some, uint64_t pages)
{
	return some > pages / 100;
}

enum kind executed_kind(const struct executed *executed, uint64_t pages)
{
	int kind = KIND_WALK;

	if (concerns(executed->relabelled, pages))
		kind |= KIND_RELABEL;
	if (concerns(executed->promoted, pages))
		kind |= KIND_PROMOTED;
	if (concerns(executed->incremented, pages))
		kind |= KIND_INCREMENT;
	return (enum kind)kind;
}

const char *kind_name(enum kind kind)
{
	static const char *const names[NR_KINDS] = {
		[KIND_WALK] = "walk only",
		[KIND_RELABEL] = "walk and promote",
		[KIND_PROMOTED] = "walk, promoted path",
		[KIND_INCREMENT] = "walk, increment path",
		[KIND_RELABEL | KIND_PROMOTED] = "walk and promote, promoted path",
		[KIND_RELABEL | KIND_INCREMENT] = "walk and promote, increment path",
		[KIND_PROMOTED | KIND_INCREMENT] = "walk, both paths",
		[KIND_RELABEL | KIND_PROMOTED | KIND_INCREMENT] = "walk and promote, both paths",
	};

	return names[kind];
}

const char *write_problem(const struct age_write *write, uint64_t pages)
{
	uint64_t before = lru_gen_total(&write->before), after = lru_gen_total(&write->after);

	if (lru_gen_youngest(&write->after) == lru_gen_youngest(&write->before))
		return "a write succeeded and made no generation: another process ages this memcg; stop it";
	if (lru_gen_youngest(&write->after) != lru_gen_youngest(&write->before) + 1)
		return "more than one generation came with one write: another process ages this memcg, "
		       "or memory is short; stop it, or give fewer --bytes";
	if (concerns(lru_gen_anon(&write->after, lru_gen_youngest(&write->after)), pages))
		return "the kernel left anonymous memory out of aging: see that swap is free (swapon --show)";
	if (concerns(before > after ? before - after : after - before, pages))
		return "pages came or went during a write: memory is short; give fewer --bytes";
	return NULL;
}
