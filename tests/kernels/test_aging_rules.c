// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The invariants of spec section 5 that concern inc_min_seq, each by itself
 * and from what is before and after a call alone, without the oracle's loop.
 */
#include "model/random.h"
#include "real.h"
#include "scene.h"
#include "step_table.h"
#include "test.h"

enum { SCENES = 100, BATCH = 4096 };

struct call {
	const struct step *step;
	int rung;
	int type, oldest, target;
	bool pending, done;
	const struct state *start; /* before the first call */
	const struct state *before, *after;
};

typedef const char *rule_fn(const struct call *call);

struct rule {
	const char *name;
	rule_fn *check;
};

static size_t oldest_count(const struct state *state, const struct call *call)
{
	size_t count = 0;

	for (int zone = 0; zone < MAX_NR_ZONES; zone++)
		count += state->lists[call->oldest][call->type][zone].count;
	return count;
}

static const char *sums_stay(const struct call *call)
{
	for (int type = 0; type < ANON_AND_FILE; type++) {
		for (int zone = 0; zone < MAX_NR_ZONES; zone++) {
			long sum = 0;

			for (int gen = 0; gen < MAX_NR_GENS; gen++)
				sum += call->after->nr_pages[gen][type][zone] -
				       call->before->nr_pages[gen][type][zone];
			if (sum)
				return "a sum of nr_pages over the gens has changed";
		}
	}
	return NULL;
}

static const char *counts_follow_labels(const struct call *call)
{
	const long(*start)[ANON_AND_FILE][MAX_NR_ZONES] = call->start->nr_pages;
	const long(*after)[ANON_AND_FILE][MAX_NR_ZONES] = call->after->nr_pages;

	for (int gen = 0; gen < MAX_NR_GENS; gen++) {
		for (int type = 0; type < ANON_AND_FILE; type++) {
			for (int zone = 0; zone < MAX_NR_ZONES; zone++) {
				/* what a pending batch owes is owed for as long as it is pending */
				long owed = start[gen][type][zone] -
					    oracle_label_pages(call->start, gen, type, zone);

				if (owed && !call->pending)
					return "the scene itself is wrong";
				if (after[gen][type][zone] - owed !=
				    oracle_label_pages(call->after, gen, type, zone))
					return "nr_pages does not follow the labels";
			}
		}
	}
	return NULL;
}

static const char *oldest_is_empty_when_done(const struct call *call)
{
	if (call->done && oldest_count(call->after, call))
		return "a folio is left on the oldest lists";
	for (int zone = 0; zone < MAX_NR_ZONES; zone++)
		if (call->done && !call->pending && call->after->nr_pages[call->oldest][call->type][zone])
			return "pages are left in the oldest generation";
	return NULL;
}

/* the list a folio is on, by gen, type and zone */
static void list_each(const struct state *state, int (*where)[3])
{
	for (int gen = 0; gen < MAX_NR_GENS; gen++) {
		for (int type = 0; type < ANON_AND_FILE; type++) {
			for (int zone = 0; zone < MAX_NR_ZONES; zone++) {
				const struct sequence *list = &state->lists[gen][type][zone];

				for (size_t i = 0; i < list->count; i++) {
					int *place = where[list->folios[i]];

					place[0] = gen;
					place[1] = type;
					place[2] = zone;
				}
			}
		}
	}
}

static const char *one_folio_moves(const struct call *call, const int *from, const int *to, size_t folio)
{
	uint64_t before = call->before->flags[folio], after = call->after->flags[folio];
	bool visited = from[0] == call->oldest && from[1] == call->type && to[0] != call->oldest;

	if (from[1] != to[1] || from[2] != to[2])
		return "a folio changed type or zone";
	if (!visited)
		return from[0] != to[0] ? "a folio moved unvisited" :
		       before != after  ? "a folio's flags changed unvisited" :
					  NULL;
	if (oracle_label(after) != to[0])
		return "a visited folio is not on the list of its label";
	if (oracle_label(before) != call->oldest)
		return before != after ? "a promoted folio's flags changed" : NULL;
	if (oracle_label(after) != call->target || oracle_refs(after) || after & LRU_REFS_MASK)
		return "an increased folio keeps refs or has another label";
	if ((before ^ after) & ~(LRU_GEN_MASK | LRU_REFS_MASK | FLAG(PG_REFERENCED)))
		return "an increased folio's other bits changed";
	return NULL;
}

static const char *folios_move_by_label(const struct call *call)
{
	size_t folios = call->before->folios;
	int(*from)[3] = test_calloc(folios + 1, sizeof(*from)),
	(*to)[3] = test_calloc(folios + 1, sizeof(*to));
	const char *broken = NULL;

	list_each(call->before, from);
	list_each(call->after, to);
	for (size_t i = 0; !broken && i < folios; i++)
		broken = one_folio_moves(call, from[i], to[i], i);
	test_free(from);
	test_free(to);
	return broken;
}

/* those of @list in its order, from head or from tail, that were promoted or were not */
static size_t pick(const struct call *call, const struct sequence *list, bool promoted, int gen,
		   bool backward, uint32_t *picked)
{
	size_t count = 0;

	for (size_t i = 0; i < list->count; i++) {
		uint32_t folio = list->folios[backward ? list->count - 1 - i : i];
		int label = oracle_label(call->start->flags[folio]);

		if (promoted ? label == gen && label != call->oldest :
			       label == call->oldest && gen == call->target)
			picked[count++] = folio;
	}
	return count;
}

/* base to p2: one suffix, everything visited from the tail on */
static size_t pick_all_backward(const struct call *call, const struct sequence *list, int gen,
				uint32_t *picked)
{
	size_t count = 0;

	for (size_t i = list->count; i-- > 0;) {
		int label = oracle_label(call->start->flags[list->folios[i]]);

		if (label == gen || (label == call->oldest && gen == call->target))
			picked[count++] = list->folios[i];
	}
	return count;
}

/* the order in which lists must be when all is done, however many calls it took */
static const char *order_of(const struct call *call, int gen, int zone)
{
	const struct sequence *oldest = &call->start->lists[call->oldest][call->type][zone];
	const struct sequence *old = &call->start->lists[gen][call->type][zone];
	const struct sequence *new = &call->after->lists[gen][call->type][zone];
	uint32_t *expected = test_calloc(call->start->folios + 1, sizeof(*expected));
	size_t count = 0;
	bool same;

	if (call->rung >= 3)
		count = pick(call, oldest, true, gen, call->rung >= 5, expected);
	for (size_t i = 0; i < old->count; i++)
		expected[count++] = old->folios[i];
	if (call->rung >= 3)
		count += pick(call, oldest, false, gen, call->rung < 5, expected + count);
	else
		count += pick_all_backward(call, oldest, gen, expected + count);
	same = count == new->count;
	for (size_t i = 0; same && i < count; i++)
		same = expected[i] == new->folios[i];
	test_free(expected);
	return same ? NULL : "a list is not prefix, old list, suffix as the rung has it";
}

static const char *order_by_rung(const struct call *call)
{
	for (int gen = 0; call->done && gen < MAX_NR_GENS; gen++) {
		for (int zone = 0; zone < MAX_NR_ZONES; zone++) {
			const char *broken = gen != call->oldest ? order_of(call, gen, zone) : NULL;

			if (broken)
				return broken;
		}
	}
	return NULL;
}

static const char *batch_of_folios(const struct call *call)
{
	size_t visited = oldest_count(call->before, call) - oldest_count(call->after, call);

	if (visited > BATCH)
		return "more folios than a batch has";
	if (call->done == (visited == BATCH))
		return "not done exactly when the batch is used up: not so";
	return !call->done && visited < BATCH ? "stopped early" : NULL;
}

static const char *min_seq_when_done(const struct call *call)
{
	int type = call->type;

	if (call->after->min_seq[type] - call->before->min_seq[type] != call->done)
		return "min_seq advances by one when done, else by none";
	if (call->after->min_seq[!type] != call->before->min_seq[!type] ||
	    call->after->max_seq != call->before->max_seq)
		return "another seq changed";
	return NULL;
}

static const char *protected_by_tier(const struct call *call)
{
	uint64_t expected[MAX_NR_TIERS] = { 0 };
	size_t folios = call->before->folios;
	int(*to)[3] = test_calloc(folios + 1, sizeof(*to)),
	(*from)[3] = test_calloc(folios + 1, sizeof(*from));
	bool same = true;

	list_each(call->before, from);
	list_each(call->after, to);
	for (size_t i = 0; i < folios; i++) {
		uint64_t flags = call->before->flags[i];
		int refs = oracle_refs(flags);
		bool workingset = flags & FLAG(PG_WORKINGSET), promoted = oracle_label(flags) != call->oldest;

		if (from[i][0] != call->oldest || from[i][1] != call->type || to[i][0] == call->oldest)
			continue;
		if ((promoted && call->rung >= 4) || refs + workingset == 5)
			continue;
		expected[oracle_tier(refs, workingset)] += (uint64_t)call->before->pages[i];
	}
	for (int type = 0; type < ANON_AND_FILE; type++)
		for (int tier = 0; tier < MAX_NR_TIERS; tier++)
			same &= call->after->protected[type][tier] - call->before->protected[type][tier] ==
				(type == call->type ? expected[tier] : 0);
	test_free(from);
	test_free(to);
	return same ? NULL : "protected";
}

static const char *lru_size_stays(const struct call *call)
{
	for (int type = 0; type < ANON_AND_FILE; type++)
		for (int active = 0; active < 2; active++)
			for (int zone = 0; zone < MAX_NR_ZONES; zone++)
				if (call->after->lru_size[type][active][zone] !=
				    call->before->lru_size[type][active][zone])
					return "an active or inactive size changed";
	return NULL;
}

static const char *pending_stays_signed(const struct call *call)
{
	long pending = 0;

	if (!call->pending)
		return NULL;
	for (int zone = 0; zone < MAX_NR_ZONES; zone++) {
		long pages = call->after->nr_pages[call->oldest][call->type][zone];

		if (pages >= 0)
			return "a pending batch's debt is gone";
		pending += pages;
	}
	return pending < -(1L << 40) ? "a count has wrapped" : NULL;
}

static void run_calls(const struct rule *rule, const struct step *step, const struct scene *scene)
{
	int type = scene->type, oldest = (int)(scene->min_seq % MAX_NR_GENS);
	struct state start, before, after;
	struct call call = {
		.step = step,
		.rung = oracle_rung(step->name),
		.type = type,
		.oldest = oldest,
		.target = (oldest + 1) % MAX_NR_GENS,
		.pending = scene->pending,
		.start = &start,
		.before = &before,
		.after = &after,
	};
	const char *broken;
	struct real real;

	scene_state(scene, &start);
	state_init(&before, start.folios);
	state_init(&after, start.folios);
	real = real_alloc(start.folios);
	real_build(&real, &start);
	/* what is read back is whole: no folio lost or doubled, both directions agree */
	broken = real_read(&real, &after);
	while (!broken && !call.done) {
		state_copy(&before, &after);
		call.done = step->age(real.lruvec, type, SWAPPINESS);
		broken = real_read(&real, &after);
		if (!broken)
			broken = rule->check(&call);
	}
	real_free(&real);
	state_free(&start);
	state_free(&before);
	state_free(&after);
	assert_whole(broken, "%s, seed %#lx", step->name, (unsigned long)scene->seed);
}

static void test_rule(void **state)
{
	static const size_t edges[] = { 0, 1, 4095, 4096, 4097, 8192 };
	const struct rule *rule = *state;
	uint64_t random = 5;

	for (size_t i = 0; i < NR_STEPS; i++) {
		for (size_t k = 0; k < SCENES; k++) {
			size_t count = k % 10 ? random_below(&random, 50) : edges[k / 10 % LENGTH(edges)];
			struct scene scene = scene_draw(count, &random);

			run_calls(rule, &steps_plain[i], &scene);
		}
	}
}

#define RULE(text, function)                                \
	{                                                   \
		text, test_rule, NULL, NULL, &(struct rule) \
		{                                           \
			.check = (function)                 \
		}                                           \
	}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RULE("1: sums over the gens stay", sums_stay),
		RULE("2, 15: nr_pages follows the labels at every call's end", counts_follow_labels),
		RULE("3: the oldest lists are empty when done", oldest_is_empty_when_done),
		RULE("4, 5, 6, 22: folios move by their label, flags by the bit", folios_move_by_label),
		RULE("7, 8, 9, 12: order by rung, over all calls", order_by_rung),
		RULE("13: a batch is 4096 folios, whatever their size", batch_of_folios),
		RULE("14: min_seq advances when done", min_seq_when_done),
		RULE("16, 17: protected by tier before the bump", protected_by_tier),
		RULE("19: a pending batch's debt stays as it is", pending_stays_signed),
		RULE("20: no active or inactive size changes", lru_size_stays),
	};

	return cmocka_run_group_tests_name("invariants of aging", tests, NULL, NULL);
}
