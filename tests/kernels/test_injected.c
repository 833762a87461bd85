// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Aging with the moments made visible: what is prefetched (invariant 28), and
 * what comes of a write to a folio's flags at the worst of moments, right
 * before the compare-and-swap that it makes fail (invariant 26).
 */
#include <string.h>

#include "arch/arch.h"
#include "counted.h"
#include "model/random.h"
#include "real.h"
#include "scene.h"
#include "step_table.h"
#include "test.h"

/* what a step prefetches by its name: with which instruction, and how far ahead; 0 is not at all */
static enum prefetch instruction_of(const struct step *step)
{
	if (strstr(step->name, "-read"))
		return PREFETCH_TO_READ;
	return strstr(step->name, "-nop") ? PREFETCH_nop : PREFETCH_TO_WRITE;
}

static size_t distance_of(const struct step *step)
{
	if (strstr(step->name, "-noprefetch") || (oracle_rung(step->name) < 5 && !strchr(step->name, '-')))
		return 0;
	return strstr(step->name, "next2") || strstr(step->name, "look-ahead") ? 2 : 1;
}

/* these go by windows, or by address: how many there are depends on where the folios lie */
static bool prefetches_otherwise(const struct step *step)
{
	return !strncmp(step->name, "idea-", 5) && !strstr(step->name, "-look");
}

/* lists' heads are in the lruvec */
static void assert_no_head_prefetched(const struct real *real)
{
	uintptr_t from = (uintptr_t)real->lruvec, to = (uintptr_t)(real->lruvec + 1);

	assert_in_range(op_counts.prefetches, 0, COUNTED_PREFETCHES);
	for (size_t i = 0; i < op_counts.prefetches; i++)
		assert_not_in_range((uintptr_t)op_counts.prefetched[i], from, to - 1);
}

/* the flags of the folio so far after each visited one, where there is one; in order */
static size_t expect_prefetches(const struct step *step, const struct real *real, const struct state *before,
				int type, const void **expected)
{
	size_t left = MAX_LRU_BATCH, nr = 0, distance = distance_of(step);

	for (int zone = 0; distance && left && zone < MAX_NR_ZONES; zone++) {
		const struct sequence *list = &before->lists[before->min_seq[type] % MAX_NR_GENS][type][zone];
		size_t visited = list->count < left ? list->count : left;

		for (size_t i = 0; i < visited && i + distance < list->count; i++) {
			size_t ahead = i + distance;
			bool from_back = oracle_rung(step->name) < 5;

			ahead = from_back ? list->count - 1 - ahead : ahead;
			expected[nr++] = &real_folio(real, list->folios[ahead])->flags;
		}
		left -= visited;
	}
	return nr;
}

static void run_prefetching(const struct step *step, const struct scene *scene, bool off, struct state *after)
{
	static const void *expected[MAX_LRU_BATCH];
	struct state before;
	struct real real;
	bool done;

	scene_state(scene, &before);
	state_init(after, before.folios);
	real = real_alloc(before.folios);
	real_build(&real, &before);
	do {
		size_t nr = expect_prefetches(step, &real, &before, scene->type, expected);

		counted_reset();
		op_counts.prefetch_off = off;
		done = step->age(real.lruvec, scene->type, SWAPPINESS);
		assert_no_head_prefetched(&real);
		if (!prefetches_otherwise(step))
			assert_int_equal(op_counts.prefetches, nr);
		assert_int_equal(op_counts.of[instruction_of(step)], op_counts.prefetches);
		if (nr && !prefetches_otherwise(step))
			assert_memory_equal(op_counts.prefetched, expected, nr * sizeof(expected[0]));
		assert_whole(real_read(&real, &before), "%s", step->name);
	} while (!done);
	state_copy(after, &before);
	real_free(&real);
	state_free(&before);
}

static void test_prefetch(void **unused)
{
	static const size_t counts[] = { 0, 1, 2, 3, 17, 4095, 4096, 4097, 9000 };
	uint64_t random = 8;

	(void)unused;
	for (size_t i = 0; i < NR_STEPS * LENGTH(counts) * 3; i++) {
		const struct step *step = &steps_counted[i % NR_STEPS];
		struct scene scene = scene_draw(counts[i / NR_STEPS % LENGTH(counts)], &random);
		struct state on, off;

		run_prefetching(step, &scene, false, &on);
		run_prefetching(step, &scene, true, &off);
		assert_whole(state_differs(&on, &off), "%s with and without prefetch", step->name);
		state_free(&on);
		state_free(&off);
	}
}

enum { FOLIOS = 9 };

/* what the other writer does, and to whom, told from the folio whose compare-and-swap is next */
enum injected { PROMOTES_THIS, PROMOTES_LAST, PROMOTES_NEXT, DIRTIES_THIS, INJECTED_KINDS };

static struct injection {
	enum injected kind;
	size_t at; /* which compare-and-swap, from 0 */
	struct real real;
	uint64_t *last;
	uint64_t *next[FOLIOS];
	uint64_t *victim;
	int young, saw;
} injection;

static void promote(uint64_t *flags)
{
	injection.saw = oracle_label(*flags);
	*flags = oracle_relabelled(*flags, injection.young) | FLAG(PG_WORKINGSET);
	injection.victim = flags;
}

static void inject(uint64_t *word)
{
	uint64_t *last = injection.last;

	injection.last = word;
	if (op_counts.cmpxchgs != injection.at + 1)
		return;
	switch (injection.kind) {
	case PROMOTES_THIS:
		promote(word);
		break;
	case PROMOTES_LAST:
		promote(last);
		break;
	case PROMOTES_NEXT:
		promote(injection.next[injection.at + 1]);
		break;
	default:
		*word ^= FLAG(PG_DIRTY);
		injection.victim = word;
	}
}

/* one list of increased folios only, none with refs, so that tiers do not depend on the moment */
static struct scene plain_scene(uint64_t seed, int type)
{
	return (struct scene){ .folios = FOLIOS, .zones = 1, .type = type, .min_seq = seed % 7, .seed = seed };
}

static void plain_state(const struct scene *scene, struct state *state)
{
	scene_state(scene, state);
	for (size_t i = 0; i < state->folios; i++)
		state->flags[i] = (state->flags[i] & ~(LRU_REFS_MASK | FLAG(PG_REFERENCED))) |
				  FLAG(PG_WORKINGSET);
}

/* the oracle's end, with the other writer's part put where it has to take effect */
static void expect_injected(const struct scene *scene, struct state *state, size_t victim, int rung)
{
	uint64_t *flags = &state->flags[victim];
	long pages = state->pages[victim];
	bool early = injection.kind == PROMOTES_THIS || injection.kind == PROMOTES_NEXT;

	if (early)
		*flags = oracle_relabelled(*flags, injection.young) | FLAG(PG_WORKINGSET);
	if (injection.kind == DIRTIES_THIS)
		*flags ^= FLAG(PG_DIRTY);
	while (!oracle_step(state, scene->type, SWAPPINESS, rung))
		;
	if (injection.kind == PROMOTES_LAST)
		*flags = oracle_relabelled(*flags, injection.young);
	if (injection.kind == DIRTIES_THIS)
		return;
	state->nr_pages[injection.saw][scene->type][0] -= pages;
	state->nr_pages[injection.young][scene->type][0] += pages;
}

static void run_injected(const struct step *step, const struct scene *scene)
{
	int rung = oracle_rung(step->name), oldest = (int)(scene->min_seq % MAX_NR_GENS);
	/* looked at before the promotion, so that the swap finds it */
	bool late = injection.kind == PROMOTES_NEXT && !strcmp(step->name, "idea-look-ahead");
	long *nr_pages[2];
	struct state state;
	struct real real;
	size_t victim;

	plain_state(scene, &state);
	real = real_alloc(state.folios);
	real_build(&real, &state);
	for (size_t i = 0; i < FOLIOS; i++) {
		size_t position = rung < 5 ? FOLIOS - 1 - i : i;
		uint32_t folio = state.lists[oldest][scene->type][0].folios[position];

		injection.next[i] = &real_folio(&real, folio)->flags;
	}
	injection.young = (oldest + 3) % MAX_NR_GENS;
	counted_reset();
	op_counts.before_cmpxchg = inject;
	assert_true(step->age(real.lruvec, scene->type, SWAPPINESS));
	victim = (size_t)((char *)injection.victim - (char *)real.pages) / sizeof(struct folio) / real.stride;

	/* a promotion right before costs the attempt it spoils; one further on saves the attempt */
	assert_int_equal(op_counts.failed,
			 late || injection.kind == PROMOTES_THIS || injection.kind == DIRTIES_THIS);
	assert_int_equal(op_counts.cmpxchgs, FOLIOS + late + (injection.kind == DIRTIES_THIS) -
						     (injection.kind == PROMOTES_NEXT));
	if (injection.kind != DIRTIES_THIS) {
		/* the other writer's own delta, which a walk brings in later */
		nr_pages[0] = &real.lruvec->lrugen.nr_pages[injection.saw][scene->type][0];
		nr_pages[1] = &real.lruvec->lrugen.nr_pages[injection.young][scene->type][0];
		*nr_pages[0] -= state.pages[victim];
		*nr_pages[1] += state.pages[victim];
	}
	expect_injected(scene, &state, victim, rung);
	assert_whole(real_differs(&real, &state), "%s, kind %d at %zu", step->name, injection.kind,
		     injection.at);
	real_free(&real);
	state_free(&state);
}

static void test_write_before_cmpxchg(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < NR_STEPS; i++) {
		for (int kind = 0; kind < INJECTED_KINDS; kind++) {
			for (size_t at = kind == PROMOTES_LAST; at < FOLIOS - (kind == PROMOTES_NEXT); at++) {
				struct scene scene = plain_scene(at + 1, (int)(at % 2));

				injection = (struct injection){ .kind = (enum injected)kind, .at = at };
				run_injected(&steps_counted[i], &scene);
			}
		}
	}
	counted_reset();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{ "28: what is prefetched, and that it changes nothing", test_prefetch, NULL, NULL, NULL },
		{ "26: a write right before a compare-and-swap", test_write_before_cmpxchg, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests_name("aging, stepped into", tests, NULL, NULL);
}
