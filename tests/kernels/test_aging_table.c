// SPDX-License-Identifier: GPL-2.0-or-later
/* Single cases of aging: the f1..f8 table, variants that must be equal, tiers, skipped types, the lock. */
#include "counted.h"
#include "kernel.h"
#include "model/random.h"
#include "real.h"
#include "scene.h"
#include "step_table.h"
#include "test.h"
#include "test_world_memory.h"

/* generations: the lists f5..f8 hang on, and the one they go to */
enum { OLDEST = 0, TARGET = 1, ZONE = 2, FILE_TYPE = 1 };

static const struct step *step_named(const char *name)
{
	for (size_t i = 0; i < NR_STEPS; i++)
		if (!strcmp(steps_plain[i].name, name))
			return &steps_plain[i];
	fail_msg("no variant %s", name);
	return NULL;
}

static uint64_t file_flags(int gen, uint64_t others)
{
	return (uint64_t)(gen + 1) << LRU_GEN_SHIFT | (uint64_t)ZONE << ZONE_SHIFT | others;
}

static void add(struct state *state, int list, uint64_t flags)
{
	struct sequence *folios = &state->lists[list][FILE_TYPE][ZONE];

	state->flags[state->folios] = flags;
	state->pages[state->folios] = 1;
	state->nr_pages[oracle_label(flags)][FILE_TYPE][ZONE]++;
	folios->folios[folios->count++] = (uint32_t)state->folios++;
}

/* f1..f4 on the target list, f5..f8 on the oldest; all workingset */
static struct state eight(const char *promoted)
{
	struct state state;

	state_init(&state, 8);
	state.folios = 0;
	state.max_seq = MAX_NR_GENS - 1;
	for (int name = '1'; name <= '4'; name++)
		add(&state, TARGET, file_flags(TARGET, FLAG(PG_WORKINGSET)));
	for (int name = '5'; name <= '8'; name++)
		add(&state, OLDEST, file_flags(strchr(promoted, name) ? TARGET : OLDEST, FLAG(PG_WORKINGSET)));
	return state;
}

struct cell {
	const char *variant, *promoted, *expected;
	int tier_3; /* pages counted as protected */
};

/* clang-format off */
static const struct cell cells[] = {
	{ "base", "57", "12348765", 4 }, { "base", "58", "12348765", 4 },
	{ "p1",   "57", "12348765", 4 }, { "p1",   "58", "12348765", 4 },
	{ "p2",   "57", "12348765", 4 }, { "p2",   "58", "12348765", 4 },
	{ "p3",   "57", "57123486", 4 }, { "p3",   "58", "58123476", 4 },
	{ "p4",   "57", "57123486", 2 }, { "p4",   "58", "58123476", 2 },
	{ "p5",   "57", "75123468", 2 }, { "p5",   "58", "85123467", 2 },
	{ "p6",   "57", "75123468", 2 }, { "p6",   "58", "85123467", 2 },
	{ "v3",   "57", "75123468", 2 }, { "v3",   "58", "85123467", 2 },
};
/* clang-format on */

static void test_eight_folios(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < LENGTH(cells); i++) {
		const struct cell *cell = &cells[i];
		struct state state = eight(cell->promoted), after;
		struct real real = real_alloc(8);
		const struct sequence *list;
		const uint64_t *protected_pages;
		char found[9] = "";

		state_init(&after, 8);
		real_build(&real, &state);
		assert_true(step_named(cell->variant)->age(real.lruvec, FILE_TYPE, SWAPPINESS));
		assert_whole(real_read(&real, &after), "%s {%s}", cell->variant, cell->promoted);
		list = &after.lists[TARGET][FILE_TYPE][ZONE];
		assert_int_equal(list->count, 8);
		for (size_t k = 0; k < 8; k++)
			found[k] = (char)('1' + list->folios[k]);
		assert_string_equal(found, cell->expected);
		protected_pages = after.protected[FILE_TYPE];
		assert_int_equal(protected_pages[MAX_NR_TIERS - 1], cell->tier_3);
		real_free(&real);
		state_free(&state);
		state_free(&after);
	}
}

/* a fresh world of the scene after all calls of @step */
static void age_scene(const struct scene *scene, const struct step *step, struct state *after)
{
	struct state state;
	struct real real;

	scene_state(scene, &state);
	state_init(after, state.folios);
	real = real_alloc(state.folios);
	real_build(&real, &state);
	while (!step->age(real.lruvec, scene->type, SWAPPINESS))
		;
	assert_whole(real_read(&real, after), "%s, seed %#lx", step->name, (unsigned long)scene->seed);
	real_free(&real);
	state_free(&state);
}

static void assert_equal_variants(const char *one, const char *other)
{
	static const size_t sizes[] = { 0, 1, 2, 3, 17, 64, 4095, 4096, 4097, 9000 };
	uint64_t random = 6;

	for (size_t i = 0; i < LENGTH(sizes) * PROMOTED_KINDS * 2; i++) {
		struct scene scene = scene_draw(sizes[i % LENGTH(sizes)], &random);
		struct state a, b;

		scene.promoted = (enum promoted_kind)(i / LENGTH(sizes) % PROMOTED_KINDS);
		age_scene(&scene, step_named(one), &a);
		age_scene(&scene, step_named(other), &b);
		assert_whole(state_differs(&a, &b), "%s and %s, seed %#lx", one, other,
			     (unsigned long)scene.seed);
		state_free(&a);
		state_free(&b);
	}
}

static void test_p6_equals_p5(void **unused)
{
	(void)unused;
	assert_equal_variants("p6", "p5");
	assert_equal_variants("v3", "p6");
}

static void test_p1_and_p2_equal_base(void **unused)
{
	(void)unused;
	assert_equal_variants("p1", "base");
	assert_equal_variants("p2", "base");
}

/* one folio with each (refs, workingset); REFS without referenced is no ref */
static void test_tiers(void **unused)
{
	static const int tiers[5][2] = { { 0, 3 }, { 0, 3 }, { 1, 3 }, { 2, 3 }, { 2, -1 } };

	(void)unused;
	for (size_t i = 0; i < (size_t)NR_STEPS * 5 * 2; i++) {
		int refs = (int)(i / 2 % 5), workingset = (int)(i % 2), tier = tiers[refs][workingset];
		uint64_t flags = workingset ? FLAG(PG_WORKINGSET) : 0;
		struct state state;
		struct real real = real_alloc(1);

		flags |= refs ? FLAG(PG_REFERENCED) | (uint64_t)(refs - 1) << LRU_REFS_SHIFT : LRU_REFS_MASK;
		state_init(&state, 1);
		state.folios = 0;
		state.max_seq = MAX_NR_GENS - 1;
		add(&state, OLDEST, file_flags(OLDEST, flags));
		real_build(&real, &state);
		assert_true(steps_plain[i / 10].age(real.lruvec, FILE_TYPE, SWAPPINESS));
		for (int k = 0; k < MAX_NR_TIERS; k++)
			assert_int_equal(real.lruvec->lrugen.protected[0][FILE_TYPE][k], k == tier);
		real_free(&real);
		state_free(&state);
	}
}

/* anon is passed over at swappiness 0 and file at "anon only", and then only min_seq moves */
static void test_skipped_types(void **unused)
{
	static const int swappiness[] = { 0, 1, 60, 200, 201 };
	uint64_t random = 7;

	(void)unused;
	for (size_t i = 0; i < (size_t)NR_STEPS * LENGTH(swappiness) * 20; i++) {
		const struct step *step = &steps_plain[i % NR_STEPS];
		int swap = swappiness[i / NR_STEPS % LENGTH(swappiness)];
		struct scene scene = scene_draw(i % 3 ? 30 : 5000, &random);
		bool skipped = scene.type ? swap == 201 : swap == 0;
		struct state state;
		struct real real;

		scene_state(&scene, &state);
		real = real_alloc(state.folios);
		real_build(&real, &state);
		if (skipped) {
			assert_true(step->age(real.lruvec, scene.type, swap));
			state.min_seq[scene.type]++;
		} else {
			assert_int_equal(step->age(real.lruvec, scene.type, swap),
					 oracle_step(&state, scene.type, swap, oracle_rung(step->name)));
		}
		assert_whole(real_differs(&real, &state), "%s at swappiness %d", step->name, swap);
		real_free(&real);
		state_free(&state);
	}
}

/* 131,072 folios: 32 full batches, the last of which empties the list, and a call that finds it empty */
static void test_lock_once_a_batch(void **unused)
{
	static const struct {
		size_t folios, locks;
	} cases[] = { { 0, 1 }, { 1, 1 }, { 4095, 1 }, { 4096, 2 }, { 4097, 2 }, { 8192, 3 }, { 131072, 33 } };
	const struct kernel *kernel = counted_kernel("inc_min_seq");

	(void)unused;
	for (size_t i = 0; i < kernel->nr_variants * LENGTH(cases); i++) {
		const struct variant *variant = &kernel->variants[i / LENGTH(cases)];
		struct workload load = kernel->defaults;
		struct test_world test;

		load.folios = cases[i % LENGTH(cases)].folios;
		test_world_init(&test, &load);
		kernel->reset(&test.world);
		counted_reset();
		variant->pass(&test.world);
		assert_int_equal(op_counts.locks, cases[i % LENGTH(cases)].locks);
		assert_int_equal(op_counts.unlocks, op_counts.locks);
		assert_int_equal(op_counts.cmpxchgs, load.folios);
		test_world_free(&test);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{ "f1..f8", test_eight_folios, NULL, NULL, NULL },
		{ "10: p6 leaves what p5 leaves", test_p6_equals_p5, NULL, NULL, NULL },
		{ "11: p1 and p2 leave what the base leaves", test_p1_and_p2_equal_base, NULL, NULL, NULL },
		{ "16, 18: tiers", test_tiers, NULL, NULL, NULL },
		{ "21: types that are skipped", test_skipped_types, NULL, NULL, NULL },
		{ "one lock a batch", test_lock_once_a_batch, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests_name("cases of aging", tests, NULL, NULL);
}
