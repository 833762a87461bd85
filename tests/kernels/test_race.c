// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Invariant 26 with a real second thread. Nothing here depends on when the
 * two meet: where a folio must be follows from the label that the racer's
 * own atomic operation found.
 */
#include <sched.h>
#include <stdlib.h>

#include "kernel.h"
#include "racer.h"
#include "scene.h"
#include "step_table.h"
#include "test.h"
#include "test_world_memory.h"

enum { ROUNDS = 20, FOLIOS = 12000, RARE = 64 };

/* how often the racer was there before, and after */
struct met {
	size_t before, after;
};

static const char *folio_belongs(const struct racer *racer, size_t folio, uint64_t start, uint64_t end,
				 int list, int oldest)
{
	int target = (oldest + 1) % MAX_NR_GENS, saw = racer->saw[folio], label = oracle_label(end);
	uint64_t free_bits = LRU_GEN_MASK | LRU_REFS_MASK | FLAG(PG_REFERENCED) | FLAG(PG_WORKINGSET) |
			     FLIPPED_BIT;

	if ((start ^ end) & ~free_bits)
		return "a bit changed that nobody wrote";
	if (!!((start ^ end) & FLIPPED_BIT) != racer->flips[folio])
		return "a write to the flags was lost";
	if (saw < 0)
		return label == target && list == target ? NULL :
							   "an increased folio is not where its label is";
	if (label != racer->young)
		return "a promoted folio lost its label";
	if (saw == oldest)
		return list == racer->young ? NULL :
					      "a folio promoted before its turn is not on its label's list";
	return list == target ? NULL : "a folio promoted after its turn is not on the target list";
}

static const char *check_folios(const struct racer *racer, const struct state *start, const struct state *end,
				int type, struct met *met)
{
	int oldest = (int)(start->min_seq[type] % MAX_NR_GENS);

	for (int gen = 0; gen < MAX_NR_GENS; gen++) {
		for (int zone = 0; zone < MAX_NR_ZONES; zone++) {
			const struct sequence *list = &end->lists[gen][type][zone];

			for (size_t i = 0; i < list->count; i++) {
				uint32_t folio = list->folios[i];
				const char *broken = folio_belongs(racer, folio, start->flags[folio],
								   end->flags[folio], gen, oldest);

				if (broken || flags_zone(end->flags[folio]) != zone)
					return broken ? broken : "a folio is in another zone's list";
				met->before += racer->saw[folio] == oldest;
				met->after += racer->saw[folio] >= 0 && racer->saw[folio] != oldest;
			}
		}
	}
	return NULL;
}

static const char *check_counters(const struct racer *racer, const struct state *start,
				  const struct state *end, int type, int rung, size_t before)
{
	uint64_t counted = 0;

	for (int gen = 0; gen < MAX_NR_GENS; gen++)
		for (int zone = 0; zone < MAX_NR_ZONES; zone++)
			if (end->nr_pages[gen][type][zone] + racer->deltas[gen][zone] !=
			    oracle_label_pages(end, gen, type, zone))
				return "with the racer's deltas nr_pages does not follow the labels";
	for (int tier = 0; tier < MAX_NR_TIERS; tier++)
		counted += end->protected[type][tier] - start->protected[type][tier];
	if (counted != FOLIOS - (rung >= 4 ? before : 0))
		return "protected does not add up";
	return NULL;
}

static const char *check_race(const struct racer *racer, const struct state *start, int type, int rung,
			      struct met *met)
{
	struct met now = { 0, 0 };
	struct state end;
	const char *broken;

	state_init(&end, start->folios);
	broken = real_read(&racer->real, &end);
	if (!broken)
		broken = check_folios(racer, start, &end, type, &now);
	if (!broken)
		broken = check_counters(racer, start, &end, type, rung, now.before);
	state_free(&end);
	met->before += now.before;
	met->after += now.after;
	return broken;
}

static void run_race(const struct step *step, uint64_t seed, struct met *met)
{
	struct scene scene = {
		.folios = FOLIOS, .zones = 3, .type = (int)(seed % 2), .min_seq = seed, .seed = seed
	};
	struct state start;
	struct racer racer;
	struct real real;
	const char *broken;

	scene_state(&scene, &start);
	for (size_t i = 0; i < start.folios; i++)
		start.flags[i] &= ~LRU_REFS_MASK;
	real = real_alloc(start.folios);
	real_build(&real, &start);
	if (!racer_start(&racer, &real, (int)(start.max_seq % MAX_NR_GENS), RARE, seed))
		skip();
	while (!step->age(real.lruvec, scene.type, SWAPPINESS))
		;
	racer_stop(&racer);
	broken = check_race(&racer, &start, scene.type, oracle_rung(step->name), met);
	racer_free(&racer);
	real_free(&real);
	state_free(&start);
	assert_whole(broken, "%s, seed %lu", step->name, (unsigned long)seed);
}

static void test_aging_with_a_racer(void **state)
{
	const struct step *step = *state;
	struct met met = { 0, 0 };

	for (uint64_t seed = 1; seed <= ROUNDS; seed++)
		run_race(step, seed, &met);
	print_message("%s: promoted before its turn %zu, after it %zu\n", step->name, met.before, met.after);
	if (!met.before || !met.after)
		skip();
}

/* folios of which only the label may change, and one bit that the racer flips */
static const char *check_flipped(const struct racer *racer, const struct world *world, const uint64_t *start,
				 uint64_t kept)
{
	for (size_t i = 0; i < world->load.folios; i++) {
		uint64_t end = world_folio(world, i)->flags;

		if (!!((start[i] ^ end) & FLIPPED_BIT) != racer->flips[i])
			return "a write to the flags was lost";
		if ((start[i] ^ end) & kept & ~FLIPPED_BIT)
			return "a bit changed that nobody wrote";
	}
	return NULL;
}

static void race_pass(const char *name, const struct variant *variant, struct test_world *test)
{
	struct world *world = &test->world;
	const struct kernel *kernel = kernel_find(&flavours[0], name);
	struct real real = real_of_world(world);
	uint64_t *start = test_calloc(world->load.folios, sizeof(*start));
	struct racer racer;
	const char *broken;

	kernel->reset(world);
	for (size_t i = 0; i < world->load.folios; i++)
		start[i] = world_folio(world, i)->flags;
	if (!racer_start(&racer, &real, 0, 0, 42))
		skip();
	variant->pass(world);
	racer_stop(&racer);
	broken = check_flipped(&racer, world, start, ~(LRU_GEN_MASK | LRU_REFS_MASK | FLAG(PG_REFERENCED)));
	for (size_t i = 0; i < world->load.folios; i++)
		world_folio(world, i)->flags &= ~FLIPPED_BIT;
	if (!broken)
		broken = kernel->check(world, variant, 1);
	racer_free(&racer);
	test_free(start);
	assert_whole(broken, "%s %s", name, variant->name);
}

/* the walk and set_refs: a writer of other bits loses nothing, and makes nothing be left undone */
static void test_others_with_a_racer(void **state)
{
	const char *name = *state;
	const struct kernel *kernel = kernel_find(&flavours[0], name);
	struct workload load = kernel->defaults;
	struct test_world test;

	load.folios = 8192;
	load.page_tables = load.page_tables ? 4 : 0;
	load.refs = load.page_tables ? 0 : 3;
	test_world_init(&test, &load);
	for (size_t i = 0; i < kernel->nr_variants * ROUNDS; i++)
		race_pass(name, &kernel->variants[i % kernel->nr_variants], &test);
	test_world_free(&test);
}

enum { WRITERS = 3 };

struct writers {
	struct world *world;
	companion_fn *write;
	atomic_size_t writes, begun;
	atomic_bool stop;
};

static void *write_along(void *argument)
{
	struct writers *writers = argument;
	size_t writes = writers->write(writers->world);

	atomic_fetch_add(&writers->begun, 1);
	while (!atomic_load(&writers->stop))
		writes += writers->write(writers->world);
	atomic_fetch_add(&writers->writes, writes);
	return NULL;
}

/* cmpxchg with threads that count in the word that its passes write back: no count is lost */
static void test_cmpxchg_with_writers(void **state)
{
	const struct kernel *kernel = kernel_find(&flavours[0], *state);
	struct workload load = kernel->defaults;
	struct test_world test;

	load.contention = CONTENTION_WRITERS;
	load.companions = WRITERS;
	test_world_init(&test, &load);
	for (size_t i = 0; i < kernel->nr_variants * ROUNDS; i++) {
		const struct variant *variant = &kernel->variants[i % kernel->nr_variants];
		struct writers writers = { .world = &test.world, .write = kernel->companion };
		pthread_t threads[WRITERS];

		if (!variant->contended)
			continue;
		kernel->reset(&test.world);
		for (size_t k = 0; k < WRITERS; k++)
			if (pthread_create(&threads[k], NULL, write_along, &writers))
				abort();
		while (atomic_load(&writers.begun) < WRITERS)
			sched_yield();
		variant->pass(&test.world);
		atomic_store(&writers.stop, true);
		for (size_t k = 0; k < WRITERS; k++)
			pthread_join(threads[k], NULL);
		test.world.companion_ops = atomic_load(&writers.writes);
		assert_whole(kernel->check(&test.world, variant, 1), "%s", variant->name);
	}
	test_world_free(&test);
}

int main(void)
{
	struct CMUnitTest tests[NR_STEPS + 3];
	static char walk[] = "walk", set_refs[] = "set_refs", cmpxchg[] = "cmpxchg";

	for (size_t i = 0; i < NR_STEPS; i++)
		tests[i] = (struct CMUnitTest){
			.name = steps_plain[i].name,
			.test_func = test_aging_with_a_racer,
			.initial_state = (void *)&steps_plain[i],
		};
	tests[NR_STEPS] = (struct CMUnitTest){ walk, test_others_with_a_racer, NULL, NULL, walk };
	tests[NR_STEPS + 1] = (struct CMUnitTest){ set_refs, test_others_with_a_racer, NULL, NULL, set_refs };
	tests[NR_STEPS + 2] = (struct CMUnitTest){ cmpxchg, test_cmpxchg_with_writers, NULL, NULL, cmpxchg };
	return cmocka_run_group_tests_name("26: a second thread writes flags", tests, NULL, NULL);
}
