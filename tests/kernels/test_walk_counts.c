// SPDX-License-Identifier: GPL-2.0-or-later
/* What the walk does to one folio, and how many compare-and-swaps N visits are (invariants 23 to 25). */
#include "access_table.h"
#include "counted.h"
#include "kernel.h"
#include "model/random.h"
#include "oracle.h"
#include "test.h"
#include "test_world_memory.h"

/* every label, refs, referenced and workingset; the other bits at random */
static uint64_t flags_number(unsigned int number, uint64_t *random)
{
	uint64_t flags = random_next(random) & ~(LRU_GEN_MASK | LRU_REFS_MASK);

	flags &= ~(FLAG(PG_REFERENCED) | FLAG(PG_WORKINGSET));
	flags |= (uint64_t)(number % 5) << LRU_GEN_SHIFT;
	flags |= (uint64_t)(number / 5 % 4) << LRU_REFS_SHIFT;
	flags |= number / 20 % 2 ? FLAG(PG_REFERENCED) : 0;
	return flags | (number / 40 % 2 ? FLAG(PG_WORKINGSET) : 0);
}

enum { FLAGS_NUMBERS = 80 };

static void test_every_flags_word(void **unused)
{
	uint64_t random = 11;

	(void)unused;
	for (unsigned int i = 0; i < FLAGS_NUMBERS * MAX_NR_GENS * 20; i++) {
		uint64_t flags = flags_number(i % FLAGS_NUMBERS, &random), expected;
		int gen = (int)(i / FLAGS_NUMBERS % MAX_NR_GENS), old_gen;
		bool isolated = !(flags & LRU_GEN_MASK);
		bool marks = !(flags & (FLAG(PG_REFERENCED) | FLAG(PG_WORKINGSET)));

		expected = oracle_promote(flags, gen, &old_gen);
		for (int skipping = 0; skipping < 2; skipping++) {
			struct folio folio = { .flags = flags };

			counted_reset();
			assert_int_equal(counted_promote_label(&folio, gen, skipping), old_gen);
			assert_int_equal(folio.flags, expected);
			if (isolated && !marks)
				assert_int_equal(op_counts.cmpxchgs, 0);
			else
				assert_int_equal(op_counts.cmpxchgs, !(skipping && expected == flags));
			if (isolated)
				assert_int_equal(folio.flags & LRU_GEN_MASK, 0);
		}
	}
}

static uint64_t injected;

static void inject(uint64_t *word)
{
	*word = injected;
	op_counts.before_cmpxchg = NULL;
}

struct injection {
	const char *what;
	uint64_t before, during, after;
	int returned;
	size_t cmpxchgs[2]; /* without and with the skip */
};

#define LABEL(gen) ((uint64_t)((gen) + 1) << LRU_GEN_SHIFT)
#define WORKED     FLAG(PG_WORKINGSET)

static const struct injection injections[] = {
	{ "isolated meanwhile", LABEL(1) | WORKED, WORKED, WORKED, -1, { 1, 1 } },
	{ "dirtied meanwhile",
	  LABEL(1) | WORKED,
	  LABEL(1) | WORKED | FLAG(PG_DIRTY),
	  LABEL(3) | WORKED | FLAG(PG_DIRTY),
	  1,
	  { 2, 2 } },
	{ "increased meanwhile", LABEL(0) | WORKED, LABEL(1) | WORKED, LABEL(3) | WORKED, 1, { 2, 2 } },
	{ "promoted meanwhile", LABEL(1) | WORKED, LABEL(3) | WORKED, LABEL(3) | WORKED, 3, { 2, 1 } },
	{ "marked meanwhile",
	  LABEL(1),
	  LABEL(1) | FLAG(PG_REFERENCED) | LRU_REFS_MASK,
	  LABEL(1) | FLAG(PG_REFERENCED),
	  -1,
	  { 2, 2 } },
};

static void test_write_before_cmpxchg(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < LENGTH(injections) * 2; i++) {
		const struct injection *injection = &injections[i / 2];
		struct folio folio = { .flags = injection->before };

		counted_reset();
		op_counts.before_cmpxchg = inject;
		injected = injection->during;
		assert_int_equal(counted_promote_label(&folio, 3, i % 2), injection->returned);
		assert_int_equal(folio.flags, injection->after);
		assert_int_equal(op_counts.cmpxchgs, injection->cmpxchgs[i % 2]);
	}
}

/* flags all folios start with, and compare-and-swaps of N visits each */
struct visits {
	const char *what;
	int gen;
	uint64_t flags;
	size_t skip; /* per folio, with the skip; the base does one a visit */
};

static const struct visits visits[] = {
	{ "workingset, not youngest", 2, FLAG(PG_WORKINGSET), 1 },
	{ "referenced, not youngest", 2, FLAG(PG_REFERENCED), 1 },
	{ "cold", 2, 0, 2 },
	{ "cold and youngest", 3, 0, 2 },
	{ "youngest, workingset, no refs", 3, FLAG(PG_WORKINGSET), 0 },
	{ "youngest, workingset, refs", 3, FLAG(PG_WORKINGSET) | FLAG(PG_REFERENCED) | LRU_REFS_MASK, 1 },
};

static void count_visits(const struct visits *start, size_t variant_index, unsigned int tables)
{
	const struct kernel *kernel = counted_kernel("walk");
	const struct variant *variant = &kernel->variants[variant_index];
	bool skipping = !strcmp(variant->name, "skip");
	struct workload load = kernel->defaults;
	size_t expected = skipping && start->skip < tables ? start->skip : tables;
	struct test_world test;

	load.folios = 600;
	load.page_tables = tables;
	test_world_init(&test, &load);
	kernel->reset(&test.world);
	world_fill_lists(&test.world, start->gen, start->gen, start->flags | FLAG(PG_LRU));
	test.world.lruvec->lrugen.max_seq = MAX_NR_GENS - 1;
	counted_reset();
	assert_int_equal(variant->pass(&test.world), load.folios * tables);
	if (op_counts.cmpxchgs != expected * load.folios)
		fail_msg("%s, %s, %u visits: %zu compare-and-swaps", variant->name, start->what, tables,
			 op_counts.cmpxchgs);
	assert_int_equal(test.world.walk.young, load.folios * tables);
	assert_whole(world_check_counts(&test.world), "%s, %s", variant->name, start->what);
	test_world_free(&test);
}

static void test_cmpxchgs_of_n_visits(void **unused)
{
	static const unsigned int tables[] = { 1, 2, 3, 8 };

	(void)unused;
	for (size_t i = 0; i < LENGTH(visits); i++)
		for (size_t k = 0; k < LENGTH(tables); k++)
			for (size_t variant = 0; variant < 2; variant++)
				count_visits(&visits[i], variant, tables[k]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{ "23, 25: every flags word", test_every_flags_word, NULL, NULL, NULL },
		{ "25, 26: a write right before a compare-and-swap", test_write_before_cmpxchg, NULL, NULL,
		  NULL },
		{ "24: compare-and-swaps of N visits", test_cmpxchgs_of_n_visits, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests_name("the walk on one folio", tests, NULL, NULL);
}
