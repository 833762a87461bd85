// SPDX-License-Identifier: GPL-2.0-or-later
/* The checks of lifted loops see what a wrong one leaves behind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lifted/lifted.h"

enum { FOLIOS = 100, ROOM = 65536 };

static struct world world;
static struct world_memory memory;
static const struct variant lifted = { .name = "tree", .rule = LIFTED_RULE };
static const struct kernel *kernel;

/* a world after one right pass of a hand-written loop, which the check accepts */
static void make_aged(unsigned int promoted)
{
	struct workload load = { .folios = FOLIOS, .zones = 2, .promoted_permille = promoted, .seed = 7 };

	kernel = kernel_find(&flavours[0], "inc_min_seq");
	world_build(&world, &load, &memory);
	kernel->reset(&world);
	kernel_variant(kernel, "p6")->pass(&world);
	assert_null(lifted_aging_check(&world, &lifted, 1));
}

static void assert_seen(const char *what)
{
	const char *broken = lifted_aging_check(&world, &lifted, 1);

	assert_non_null(broken);
	if (!strstr(broken, what))
		print_error("got '%s'\n", broken);
	assert_non_null(strstr(broken, what));
}

static struct list_head *target(void)
{
	return &world.lruvec->lrugen.folios[1][0][0];
}

static void test_links(void **state)
{
	struct list_head *first;

	(void)state;
	make_aged(0);
	/* lost */
	first = target()->next;
	list_join(first->prev, first->next);
	assert_seen("on no list");
	/* half unlinked */
	make_aged(0);
	target()->next = target()->next->next;
	assert_seen("links do not agree");
	/* out of the world */
	make_aged(0);
	target()->next->next = (struct list_head *)(uintptr_t)0x1234;
	assert_seen("out of the world");
	make_aged(0);
	target()->next->next = NULL;
	assert_seen("out of the world");
	/* a ring without its head */
	make_aged(0);
	first = target()->next;
	first->next->next = first;
	assert_seen("links do not agree");
	/* on the wrong list */
	make_aged(0);
	list_move_front(target()->next, &world.lruvec->lrugen.folios[2][0][0]);
	assert_seen("list of its label");
	make_aged(0);
	list_move_front(target()->next, &world.lruvec->lrugen.folios[1][0][1]);
	assert_seen("list of its label");
}

static void test_flags(void **state)
{
	(void)state;
	make_aged(500);
	for (size_t i = 0; i < FOLIOS; i++) {
		if (!world.promoted[i])
			continue;
		world_listed(&world, i)->flags |= FLAG(PG_REFERENCED);
		break;
	}
	assert_seen("promoted folio's flags");
	make_aged(0);
	world_listed(&world, 5)->flags |= FLAG(PG_DIRTY);
	assert_seen("increased folio's flags");
	/* trees may let workingset go, but not for one alone */
	make_aged(0);
	world_listed(&world, 5)->flags &= ~FLAG(PG_WORKINGSET);
	assert_seen("some increased folios");
	make_aged(0);
	for (size_t i = 0; i < FOLIOS; i++)
		world_listed(&world, i)->flags &= ~FLAG(PG_WORKINGSET);
	assert_null(lifted_aging_check(&world, &lifted, 1));
}

static void test_counts(void **state)
{
	(void)state;
	make_aged(0);
	world.lruvec->lrugen.nr_pages[1][0][0]--;
	assert_seen("nr_pages");
	make_aged(0);
	world.lruvec->lrugen.nr_pages[1][0][0]--;
	world.lruvec->lrugen.nr_pages[2][0][0]++;
	assert_seen("nr_pages");
	make_aged(0);
	world.lruvec->lrugen.protected[0][0][3] += FOLIOS;
	assert_seen("protected");
	make_aged(0);
	world.lruvec->lrugen.min_seq[0]++;
	assert_seen("min_seq");
	make_aged(0);
	world.lruvec->lrugen.min_seq[1]++;
	assert_seen("min_seq");
	make_aged(0);
	world.lruvec->lru_size[0][1][2]++;
	assert_seen("active or inactive");
	make_aged(0);
	kernel->reset(&world);
	assert_seen("min_seq");
}

/* hand-written variants beside lifted ones keep their own rules */
static void test_own_rules(void **state)
{
	(void)state;
	make_aged(0);
	assert_null(lifted_aging_check(&world, kernel_variant(kernel, "p6"), 1));
	assert_non_null(lifted_aging_check(&world, kernel_variant(kernel, "base"), 1));
}

/* every folio isolated, as a scan leaves it; world and check agree */
static void test_scan(void **state)
{
	struct lru_gen *lrugen;

	(void)state;
	make_aged(0);
	lrugen = &world.lruvec->lrugen;
	for (size_t i = 0; i < FOLIOS; i++) {
		struct folio *folio = world_listed(&world, i);

		list_join(folio->lru.prev, folio->lru.next);
		lrugen->nr_pages[1][0][flags_zone(folio->flags)]--;
		folio->flags &= ~(LRU_GEN_MASK | FLAG(PG_LRU));
		folio->refcount = 2;
	}
	assert_null(lifted_scan_check(&world, &lifted, 1));
	world_listed(&world, 9)->refcount = 1;
	assert_non_null(lifted_scan_check(&world, &lifted, 1));
	world_listed(&world, 9)->refcount = 2;
	world_listed(&world, 9)->flags |= FLAG(PG_LRU);
	assert_non_null(lifted_scan_check(&world, &lifted, 1));
	world_listed(&world, 9)->flags &= ~FLAG(PG_LRU);
	lrugen->nr_pages[3][0][0]++;
	assert_non_null(lifted_scan_check(&world, &lifted, 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_links),     cmocka_unit_test(test_flags), cmocka_unit_test(test_counts),
		cmocka_unit_test(test_own_rules), cmocka_unit_test(test_scan),
	};
	int failed;

	memory = (struct world_memory){
		.pages = aligned_alloc(64, ROOM),
		.tables = NULL,
		.lruvec = aligned_alloc(64, ROOM),
		.order = aligned_alloc(64, ROOM),
	};
	if (!memory.pages || !memory.lruvec || !memory.order)
		return 1;
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	free(memory.pages);
	free(memory.lruvec);
	free(memory.order);
	return failed;
}
