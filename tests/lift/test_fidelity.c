// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The real kernel is the judge: each hand-written rung and the lifted stage of
 * the same patch leave the same lists in the same order, flags, nr_pages and
 * protected, over many random worlds.
 *
 * usage: test_fidelity TREE [MBOX]; where it is not told, it cannot run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lift/kernel.h"
#include "model/random.h"

enum { WORLDS = 12000, MAX_SMALL = 300, MAX_LARGE = 9000, PASSES = 3, LINE_BYTES = 4096 };

static const char *tree, *series;

struct place {
	struct world world;
	struct world_memory memory;
};

static void *pages(size_t bytes)
{
	size_t whole = (bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
	void *got = aligned_alloc(LINE_BYTES, whole ? whole : LINE_BYTES);

	assert_non_null(got);
	memset(got, 0, whole);
	return got;
}

static void place_open(struct place *place, const struct workload *load)
{
	struct world_size size = world_size(load);

	place->memory = (struct world_memory){
		.pages = pages(size.pages),
		.lruvec = pages(size.lruvec),
		.order = pages(size.order),
	};
	world_build(&place->world, load, &place->memory);
}

static void place_close(struct place *place)
{
	free(place->memory.pages);
	free(place->memory.lruvec);
	free(place->memory.order);
}

static struct workload random_load(uint64_t *random)
{
	static const unsigned int shares[] = { 0, 0, 1, 30, 500, 970, 1000 };
	struct workload load = {
		.folios = random_below(random, 40) ? random_below(random, MAX_SMALL) :
						     random_below(random, MAX_LARGE),
		.folio_order = random_below(random, 4) ? 0 : (unsigned int)random_below(random, 3),
		.layout = (enum layout)random_below(random, 4),
		.run_length = 1 + random_below(random, 20),
		.promoted_permille = shares[random_below(random, 7)],
		.promoted_pattern = (enum promoted_pattern)random_below(random, 3),
		.zones = 1 + (unsigned int)random_below(random, MAX_NR_ZONES),
		.type = (unsigned int)random_below(random, 2),
		.seed = random_next(random),
	};

	return load;
}

/* beyond what a workload can say: any label for the promoted, any refs, workingset or not */
static void scramble(struct world *world, uint64_t random)
{
	struct lru_gen *lrugen = &world->lruvec->lrugen;

	for (size_t i = 0; i < world->load.folios; i++) {
		struct folio *folio = world_listed(world, i);
		uint64_t flags = folio->flags;
		int was = flags_gen(flags), now = was ? 1 + (int)random_below(&random, MAX_NR_GENS - 1) : was;
		long count = folio_nr_pages(folio);

		lrugen->nr_pages[was][folio_type(folio)][folio_zone(folio)] -= count;
		lrugen->nr_pages[now][folio_type(folio)][folio_zone(folio)] += count;
		flags = flags_with_refs(flags_with_gen(flags, now), (int)random_below(&random, 5));
		if (random_below(&random, 2))
			flags ^= FLAG(PG_WORKINGSET);
		folio->flags = flags;
	}
}

/* a link as something that is the same in both worlds */
static uintptr_t named(const struct place *place, const struct list_head *link)
{
	uintptr_t at = (uintptr_t)link, first = (uintptr_t)place->world.pages;
	uintptr_t lruvec = (uintptr_t)place->world.lruvec;

	if (at >= lruvec && at < lruvec + sizeof(struct lruvec))
		return at - lruvec;
	return at - first + ((uintptr_t)1 << 40);
}

static const char *compare_links(const struct place *one, const struct place *other)
{
	const struct list_head *heads = &one->world.lruvec->lrugen.folios[0][0][0];
	const struct list_head *others = &other->world.lruvec->lrugen.folios[0][0][0];

	for (size_t i = 0; i < sizeof(one->world.lruvec->lrugen.folios) / sizeof(*heads); i++)
		if (named(one, heads[i].next) != named(other, others[i].next) ||
		    named(one, heads[i].prev) != named(other, others[i].prev))
			return "the ends of a list differ";
	for (size_t i = 0; i < one->world.load.folios; i++) {
		const struct list_head *link = &world_folio(&one->world, i)->lru;
		const struct list_head *same = &world_folio(&other->world, i)->lru;

		if (named(one, link->next) != named(other, same->next) ||
		    named(one, link->prev) != named(other, same->prev))
			return "the order of a list differs";
	}
	return NULL;
}

/* @old: trees in which a folio that ages leaves the workingset and nothing is counted as protected */
static const char *compare(const struct place *written, const struct place *lifted, bool old)
{
	const struct lru_gen *one = &written->world.lruvec->lrugen, *other = &lifted->world.lruvec->lrugen;
	uint64_t ignored = old ? FLAG(PG_WORKINGSET) : 0;

	for (size_t i = 0; i < written->world.load.folios; i++)
		if ((world_folio(&written->world, i)->flags ^ world_folio(&lifted->world, i)->flags) & ~ignored)
			return "a folio's flags differ";
	if (memcmp(one->nr_pages, other->nr_pages, sizeof(one->nr_pages)))
		return "nr_pages differs";
	if (!old && memcmp(one->protected, other->protected, sizeof(one->protected)))
		return "protected differs";
	if (one->max_seq != other->max_seq || memcmp(one->min_seq, other->min_seq, sizeof(one->min_seq)))
		return "the sequence numbers differ";
	return compare_links(written, lifted);
}

static void compare_variants(const struct kernel *kernel, const struct variant *written,
			     const struct variant *lifted, bool old)
{
	uint64_t random = 1;

	for (size_t i = 0; i < WORLDS; i++) {
		struct workload load = random_load(&random);
		uint64_t seed = random_next(&random);
		struct place one, other;
		const char *differs = NULL;

		place_open(&one, &load);
		place_open(&other, &load);
		kernel->reset(&one.world);
		kernel->reset(&other.world);
		scramble(&one.world, seed);
		scramble(&other.world, seed);
		for (int pass = 0; pass < PASSES && !differs; pass++) {
			written->pass(&one.world);
			lifted->pass(&other.world);
			differs = compare(&one, &other, old);
		}
		if (differs)
			print_error("%s, %s: world %zu of %zu folios: %s\n", written->name, lifted->name, i,
				    load.folios, differs);
		assert_null(differs);
		place_close(&one);
		place_close(&other);
	}
	print_message("%s is %s over %d worlds\n", written->name, lifted->name, WORLDS);
}

static const char *const rungs[] = { "base", "p1", "p2", "p3", "p4", "p5", "p6" };

/* told by what it does: whether one folio with workingset keeps it */
static bool is_old(const struct kernel *kernel, const struct variant *stage)
{
	struct workload load = { .folios = 1, .zones = 1 };
	struct place place;
	bool kept;

	place_open(&place, &load);
	kernel->reset(&place.world);
	stage->pass(&place.world);
	kept = folio_workingset(world_folio(&place.world, 0));
	place_close(&place);
	return !kept;
}

static void test_rungs(void **state)
{
	struct lift_request request = {
		.what = liftable_find("inc_min_seq"),
		.tree = tree,
		.series = series,
		.work = "fidelity-work",
	};
	struct lift *lift = calloc(1, sizeof(*lift));
	struct lifted_kernel *kernel = calloc(1, sizeof(*kernel));
	char error[512] = "";

	(void)state;
	assert_true(lift && kernel);
	if (lift_build(lift, &request, error, sizeof(error)))
		print_error("%s\n", error);
	assert_string_equal(error, "");
	assert_string_equal(lift->failure, "");
	assert_int_equal(lift->nr, series ? sizeof(rungs) / sizeof(rungs[0]) : 1);
	assert_null(lifted_load(kernel, lift->library, "lifted:inc_min_seq", 0));
	for (size_t i = 0; i < lift->nr; i++) {
		const struct variant *written = kernel_variant(&kernel->kernel, rungs[i]);

		assert_non_null(written);
		assert_true(written >= kernel->variants + kernel->nr_stages);
		compare_variants(&kernel->kernel, written, &kernel->variants[i],
				 is_old(&kernel->kernel, &kernel->variants[i]));
	}
	free(lift);
	free(kernel);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_rungs) };

	if (argc < 2) {
		puts("no kernel tree was given");
		return 77;
	}
	tree = argv[1];
	series = argc > 2 ? argv[2] : NULL;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
