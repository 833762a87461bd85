// SPDX-License-Identifier: GPL-2.0-or-later
/* Every variant of inc_min_seq against the oracle: each call, everything compared. */
#include "kernel.h"
#include "model/random.h"
#include "real.h"
#include "scene.h"
#include "step_table.h"
#include "test.h"

enum { RANDOM_WORLDS = BY_LOT(1000) };

static const size_t counts[] = { 0, 1, 2, 3, 17, 4095, 4096, 4097, 8192, 9000 };

/* calls @step until it is done, with the lock held as its caller does */
static const char *compare_calls(const struct step *step, const struct real *real, struct state *state,
				 int type)
{
	int rung = oracle_rung(step->name);
	bool done, expected;

	do {
		const char *broken;

		real->lruvec->lock = 1;
		done = step->age(real->lruvec, type, SWAPPINESS);
		expected = oracle_step(state, type, SWAPPINESS, rung);
		if (done != expected)
			return "done and not done";
		if (real->lruvec->lock != 1)
			return "the lock is its caller's";
		broken = real_differs(real, state);
		if (broken)
			return broken;
	} while (!done);
	return NULL;
}

static void run_scene(const struct step *step, const struct scene *scene)
{
	struct state state;
	struct real real;
	const char *broken;

	scene_state(scene, &state);
	real = real_alloc(state.folios);
	real_build(&real, &state);
	broken = real_differs(&real, &state);
	if (!broken)
		broken = compare_calls(step, &real, &state, scene->type);
	real_free(&real);
	state_free(&state);
	assert_whole(broken, "%s, %zu folios, promoted %d, zones %u, seed %#lx", step->name, scene->folios,
		     scene->promoted, scene->zones, (unsigned long)scene->seed);
}

static void every_count_pattern_and_zones(const struct step *step)
{
	uint64_t random = 1;

	for (size_t i = 0; i < LENGTH(counts); i++) {
		for (int promoted = 0; promoted < PROMOTED_KINDS; promoted++) {
			for (unsigned int zones = 1; zones <= MAX_NR_ZONES; zones++) {
				struct scene scene = scene_draw(counts[i], &random);

				scene.promoted = (enum promoted_kind)promoted;
				scene.zones = zones;
				run_scene(step, &scene);
			}
		}
	}
}

static void random_worlds(const struct step *step)
{
	uint64_t random = 2;

	for (size_t i = 0; i < RANDOM_WORLDS; i++) {
		/* large ones now and then: what is wrong at a batch's end shows within a few */
		size_t count = i % 25 ? random_below(&random, 64) :
					counts[random_below(&random, LENGTH(counts))];
		struct scene scene = scene_draw(count, &random);

		run_scene(step, &scene);
	}
}

static void test_each_call(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < NR_STEPS; i++)
		every_count_pattern_and_zones(&steps_plain[i]);
}

static void test_random_worlds(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < NR_STEPS; i++)
		random_worlds(&steps_plain[i]);
}

/* seq after seq, so that folios that are left promoted come round and gens wrap */
static void test_generation_after_generation(void **unused)
{
	uint64_t random = 3;

	(void)unused;
	for (size_t i = 0; i < (size_t)40 * NR_STEPS; i++) {
		const struct step *step = &steps_plain[i % NR_STEPS];
		struct scene scene = scene_draw(i % 8 ? 100 : 5000, &random);
		struct state state;
		struct real real;
		const char *broken = NULL;

		scene_state(&scene, &state);
		real = real_alloc(state.folios);
		real_build(&real, &state);
		for (int seq = 0; !broken && seq < 9; seq++) {
			broken = compare_calls(step, &real, &state, scene.type);
			real.lruvec->lrugen.max_seq = ++state.max_seq;
		}
		real_free(&real);
		state_free(&state);
		assert_whole(broken, "%s, seed %#lx", step->name, (unsigned long)scene.seed);
	}
}

static const char *compare_pass(const struct variant *variant, const struct real *real, struct state *state,
				const struct scene *scene)
{
	struct world world = {
		.load = { .folios = scene->folios, .type = (unsigned int)scene->type },
		.lruvec = real->lruvec,
		.pages = real->pages,
	};

	if (variant->pass(&world) != scene->folios)
		return "number of folios handled";
	while (!oracle_step(state, scene->type, SWAPPINESS, oracle_rung(variant->name)))
		;
	state->max_seq++;
	if (real->lruvec->lock)
		return "the lock was not released";
	return real_differs(real, state);
}

/* what is measured: the pass, of every flavour */
static void test_passes(void **unused)
{
	uint64_t random = 4;

	(void)unused;
	for (size_t flavour = 0; flavour < nr_flavours; flavour++) {
		const struct kernel *kernel = kernel_find(&flavours[flavour], "inc_min_seq");

		if (!flavour_runs(&flavours[flavour]))
			continue;
		for (size_t i = 0; i < kernel->nr_variants * LENGTH(counts); i++) {
			const struct variant *variant = &kernel->variants[i % kernel->nr_variants];
			struct scene scene = scene_draw(counts[i / kernel->nr_variants], &random);
			struct state state;
			struct real real;
			const char *broken;

			scene_state(&scene, &state);
			real = real_alloc(state.folios);
			real_build(&real, &state);
			broken = compare_pass(variant, &real, &state, &scene);
			real_free(&real);
			state_free(&state);
			assert_whole(broken, "%s of %s, seed %#lx", variant->name, flavours[flavour].name,
				     (unsigned long)scene.seed);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_call),
		cmocka_unit_test(test_random_worlds),
		cmocka_unit_test(test_generation_after_generation),
		cmocka_unit_test(test_passes),
	};

	return cmocka_run_group_tests_name("inc_min_seq", tests, NULL, NULL);
}
