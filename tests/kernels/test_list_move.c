// SPDX-License-Identifier: GPL-2.0-or-later
/* list_move: small lists told by name, every batch length against plain arrays, and what is stored. */
#include <sys/mman.h>

#include "kernel.h"
#include "model/random.h"
#include "real.h"
#include "test.h"
#include "test_world_memory.h"
#include "trace.h"

enum { ZONE = 2, ANON = 0, PROMOTED_GEN = MAX_NR_GENS - 1 };

static const struct kernel *list_move(void)
{
	return kernel_find(&flavours[0], "list_move");
}

/* whether a list holds exactly these, read in both directions */
static bool holds(const struct world *world, int gen, const uint32_t *expected, size_t count)
{
	struct real real = real_of_world(world);
	struct state state;
	const struct sequence *list;
	bool same;

	state_init(&state, world->load.folios);
	assert_whole(real_read(&real, &state), "%zu folios", world->load.folios);
	list = &state.lists[gen][ANON][ZONE];
	same = list->count == count && !memcmp(list->folios, expected, count * sizeof(*expected));
	state_free(&state);
	return same;
}

struct cell {
	const char *variant, *promoted, *moved, *put_in_front;
};

/* folios 1 to 6 from the head on; what is where after one pass, head first */
static const struct cell cells[] = {
	{ "each", "", "123456", "" },       { "back", "", "654321", "" },
	{ "splice", "", "123456", "" },     { "each", "13", "2456", "31" },
	{ "back", "13", "6542", "13" },     { "splice", "13", "2456", "31" },
	{ "each", "1346", "25", "6431" },   { "back", "1346", "52", "1346" },
	{ "splice", "1346", "25", "6431" }, { "splice", "123456", "", "654321" },
	{ "each", "6", "12345", "6" },      { "splice", "6", "12345", "6" },
};

static size_t named(const char *names, uint32_t *folios)
{
	size_t count = strlen(names);

	for (size_t i = 0; i < count; i++)
		folios[i] = (uint32_t)(names[i] - '1');
	return count;
}

static void test_six_folios(void **unused)
{
	enum { SIX = 6 };
	struct workload load = list_move()->defaults;
	struct test_world test;

	(void)unused;
	load.folios = SIX;
	/* from the back on descending: folio 0 is at the head */
	load.layout = LAYOUT_DESCENDING;
	for (size_t i = 0; i < LENGTH(cells) * SIX; i++) {
		const struct cell *cell = &cells[i / SIX];
		uint32_t expected[SIX];

		load.batch_length = 1 + (unsigned int)(i % SIX);
		test_world_init(&test, &load);
		for (size_t k = 0; k < SIX; k++)
			test.world.promoted[SIX - 1 - k] = strchr(cell->promoted, (int)('1' + k)) != NULL;
		list_move()->reset(&test.world);
		assert_int_equal(kernel_variant(list_move(), cell->variant)->pass(&test.world), SIX);
		assert_true(holds(&test.world, 0, expected, 0));
		assert_true(holds(&test.world, 1, expected, named(cell->moved, expected)));
		assert_true(holds(&test.world, PROMOTED_GEN, expected, named(cell->put_in_front, expected)));
		test_world_free(&test);
	}
}

/* the order of both lists from the starting one, by array */
static void expect(const struct world *world, bool from_back, bool promoted, uint32_t *expected, size_t *count)
{
	size_t folios = world->load.folios;

	*count = 0;
	for (size_t i = 0; i < folios; i++) {
		/* moved folios in the order met; promoted ones each in front of the last */
		size_t met = promoted ? folios - 1 - i : i;
		size_t position = from_back ? met : folios - 1 - met;

		if (world->promoted[position] == promoted)
			expected[(*count)++] = world->order[position];
	}
}

static void check_variant(const struct variant *variant, struct world *world, uint32_t *expected)
{
	bool from_back = !strcmp(variant->name, "back");
	size_t count;

	list_move()->reset(world);
	variant->pass(world);
	expect(world, from_back, false, expected, &count);
	assert_true(holds(world, 1, expected, count));
	expect(world, from_back, true, expected, &count);
	assert_true(holds(world, PROMOTED_GEN, expected, count));
	assert_whole(list_move()->check(world, variant, 1), "%s, batches of %u", variant->name,
		     world->load.batch_length);
}

static void test_batch_lengths(void **unused)
{
	static const unsigned int lengths[] = { 1, 2, 3, 31, 32, 999, 1000, 1001, 4095, 4096 };
	uint64_t random = 11;

	(void)unused;
	for (size_t i = 0; i < LENGTH(lengths) * 9; i++) {
		struct workload load = list_move()->defaults;
		struct test_world test;
		uint32_t *expected = test_calloc(8200, sizeof(*expected));

		load.folios = i % 2 ? 1000 : 8200;
		load.layout = LAYOUT_SHUFFLED;
		load.seed = random_next(&random);
		load.batch_length = lengths[i / 9];
		load.promoted_pattern = (enum promoted_pattern)(i % 3);
		load.promoted_permille = (unsigned int)(i / 3 % 3) * 500;
		test_world_init(&test, &load);
		for (size_t k = 0; k < list_move()->nr_variants; k++)
			check_variant(&list_move()->variants[k], &test.world, expected);
		test_world_free(&test);
		test_free(expected);
	}
}

struct traced {
	const struct variant *variant;
	struct world *world;
};

static void run_pass(void *argument)
{
	struct traced *traced = argument;

	traced->variant->pass(traced->world);
}

/* stores to folios and lruvec in one pass */
static long stores_of(const char *variant, size_t folios, unsigned int batch, bool alternating)
{
	enum { BYTES = 16384 };
	static struct store log[4096];
	char *memory = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint32_t order[128];
	struct workload load = list_move()->defaults;
	struct world world;
	struct traced traced = { kernel_variant(list_move(), variant), &world };
	size_t nr;

	assert_true(memory != MAP_FAILED);
	load.folios = folios;
	load.batch_length = batch;
	load.promoted_pattern = PROMOTED_ALTERNATING;
	load.promoted_permille = alternating ? 500 : 0;
	world_build(&world, &load, &(struct world_memory){ memory + 4096, NULL, memory, order });
	list_move()->reset(&world);
	nr = trace_stores(memory, BYTES, run_pass, &traced, log, LENGTH(log));
	assert_in_range(nr, 1, LENGTH(log));
	for (size_t i = 0; i < nr; i++)
		assert_false(log[i].locked);
	assert_whole(list_move()->check(&world, traced.variant, 1), "%s, traced", variant);
	munmap(memory, BYTES);
	return (long)nr;
}

/* what 32 folios more add, so that what is done once a pass falls out */
static long stores_per_32(const char *variant, unsigned int batch, bool alternating)
{
	return stores_of(variant, 64, batch, alternating) - stores_of(variant, 32, batch, alternating);
}

/* 6 stores a move; 8 a batch outside the stack, of which its two ends and both heads may share some */
static void test_stores(void **unused)
{
	long moves = 6L * 32, batch = 0;

	(void)unused;
	if (!trace_supported())
		skip();
	assert_int_equal(stores_per_32("each", 32, false), moves);
	assert_int_equal(stores_per_32("back", 32, false), moves);
	batch = stores_per_32("splice", 32, false);
	assert_in_range(batch, 4, 8);
	for (unsigned int length = 1; length <= 32; length *= 2) {
		long batches = batch * (32 / (long)length), alternating = moves + batch * 32;

		assert_int_equal(stores_per_32("splice", length, false), batches);
		/* 16 moves, and before each a batch of one */
		assert_int_equal(stores_per_32("splice", length, true), alternating / 2);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_six_folios),
		cmocka_unit_test(test_batch_lengths),
		cmocka_unit_test(test_stores),
	};

	return cmocka_run_group_tests_name("list_move", tests, NULL, NULL);
}
