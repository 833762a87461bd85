// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The eviction scan against an oracle of plain arrays, call by call: who is
 * promoted, protected, put off, passed over and isolated, in which order, and
 * what is counted. And what is prefetched, with what.
 */
#include <string.h>

#include "counted.h"
#include "kernel.h"
#include "loops/scan.h"
#include "model/random.h"
#include "real.h"
#include "scan_table.h"
#include "scene.h"
#include "test.h"
#include "test_world_memory.h"

enum { SCENES = BY_LOT(1500), BATCH = 4096, ENOUGH = 64, UNTOUCHED = 11 };

/* what a call says and leaves, told once more */
struct told {
	long sorted, isolated, skipped;
	uint32_t taken[BATCH]; /* oldest first */
	size_t nr_taken;
	uint32_t passed[BATCH];
	size_t nr_passed;
	uint32_t met[BATCH]; /* whose next one, if there is one, is prefetched */
	int64_t next[BATCH]; /* that one, or the one after, or -1 */
	size_t nr_met;
};

static void put_front(struct sequence *list, uint32_t folio)
{
	memmove(list->folios + 1, list->folios, list->count++ * sizeof(uint32_t));
	list->folios[0] = folio;
}

static void put_back(struct sequence *list, uint32_t folio)
{
	list->folios[list->count++] = folio;
}

static uint32_t take(struct sequence *list, bool from_front)
{
	uint32_t folio = list->folios[from_front ? 0 : list->count - 1];

	list->count--;
	if (from_front)
		memmove(list->folios, list->folios + 1, list->count * sizeof(uint32_t));
	return folio;
}

static void age_folio(struct state *state, uint32_t folio, int type, int zone, int oldest)
{
	int next = (oldest + 1) % MAX_NR_GENS;

	state->flags[folio] = oracle_relabelled(state->flags[folio], next);
	state->nr_pages[oldest][type][zone] -= state->pages[folio];
	state->nr_pages[next][type][zone] += state->pages[folio];
}

/* where the folio goes that is sorted; false where it is to be isolated */
static bool oracle_sort(struct state *state, uint32_t folio, int type, int zone, int reclaim_idx)
{
	uint64_t flags = state->flags[folio];
	int oldest = (int)(state->min_seq[type] % MAX_NR_GENS), next = (oldest + 1) % MAX_NR_GENS;
	bool workingset = flags >> 9 & 1, unevictable = flags >> 20 & 1;
	int refs = oracle_refs(flags), tier = oracle_tier(refs, workingset), label = oracle_label(flags);

	if (unevictable)
		return false;
	if (label != oldest) {
		put_front(&state->lists[label][type][zone], folio);
		return true;
	}
	if (tier > 0 || refs + workingset == 5) {
		age_folio(state, folio, type, zone, oldest);
		put_front(&state->lists[next][type][zone], folio);
		if (refs + workingset != 5)
			state->protected[type][tier] += (uint64_t)state->pages[folio];
		return true;
	}
	if (zone <= reclaim_idx)
		return false;
	age_folio(state, folio, type, zone, oldest);
	put_back(&state->lists[next][type][zone], folio);
	return true;
}

static bool oracle_isolate(struct state *state, uint32_t folio, int type, int zone, bool referenced)
{
	uint64_t *flags = &state->flags[folio];
	int label = oracle_label(*flags);
	uint64_t age = (state->max_seq - (uint64_t)label) % MAX_NR_GENS;

	if (!referenced || !(*flags >> 5 & 1))
		return false;
	*flags &= ~(UINT64_C(1) << 5);
	if (!(*flags >> 2 & 1))
		*flags &= ~(UINT64_C(3) << LRU_REFS_SHIFT);
	*flags &= ~(UINT64_C(7) << LRU_GEN_SHIFT);
	state->nr_pages[label][type][zone] -= state->pages[folio];
	/* the two youngest generations are active */
	state->lru_size[type][age < 2][zone] -= state->pages[folio];
	return true;
}

/* the one @distance after the one at the list's end, which is not yet taken */
static int64_t one_after(const struct sequence *list, bool from_front, size_t distance)
{
	if (!distance || list->count <= distance)
		return -1;
	return list->folios[from_front ? distance : list->count - 1 - distance];
}

static void oracle_zone(struct state *state, struct told *told, const struct scan *scan, int zone,
			const struct scan_step *step, const int32_t *refcounts)
{
	struct sequence *list = &state->lists[state->min_seq[scan->type] % MAX_NR_GENS][scan->type][zone];
	size_t distance = !strchr(step->name, '-') ? 0 : strchr(step->name, '2') ? 2 : 1;
	long passed = 0;

	told->nr_passed = 0;
	while (list->count && told->nr_met < BATCH && told->isolated < ENOUGH && passed < ENOUGH) {
		int64_t next = one_after(list, step->from_front, distance);
		uint32_t folio = take(list, step->from_front);

		told->next[told->nr_met] = next;
		told->met[told->nr_met++] = folio;
		if (oracle_sort(state, folio, scan->type, zone, scan->reclaim_idx)) {
			told->sorted += state->pages[folio];
		} else if (oracle_isolate(state, folio, scan->type, zone, refcounts[folio])) {
			told->isolated += state->pages[folio];
			told->taken[told->nr_taken++] = folio;
		} else {
			passed += state->pages[folio];
			told->passed[told->nr_passed++] = folio;
		}
	}
	told->skipped += passed;
	/* to the end that is scanned last, the last one met first */
	for (size_t i = 0; i < told->nr_passed; i++) {
		if (step->from_front)
			put_back(list, told->passed[told->nr_passed - 1 - i]);
		else
			put_front(list, told->passed[i]);
	}
}

static void oracle_scan(struct state *state, struct told *told, const struct scan *scan,
			const struct scan_step *step, const int32_t *refcounts)
{
	memset(told, 0, sizeof(*told));
	if (state->max_seq - state->min_seq[scan->type] + 1 == MIN_NR_GENS)
		return;
	for (int zone = scan->reclaim_idx; zone >= 0; zone--)
		if (told->nr_met < BATCH && told->isolated < ENOUGH)
			oracle_zone(state, told, scan, zone, step, refcounts);
	for (int zone = MAX_NR_ZONES - 1; zone > scan->reclaim_idx; zone--)
		if (told->nr_met < BATCH && told->isolated < ENOUGH)
			oracle_zone(state, told, scan, zone, step, refcounts);
}

/* compares references and the list of the isolated; then puts both away where real_differs() finds them */
static const char *compare_isolated(const struct real *real, struct state *state, const struct told *told,
				    struct scan *scan, int32_t *refcounts)
{
	struct list_head *entry = scan->taken->prev;
	struct sequence *kept = &state->lists[state->min_seq[scan->type] % MAX_NR_GENS][!scan->type][0];

	for (size_t i = 0; i < told->nr_taken; i++, entry = entry->prev) {
		uint32_t folio = told->taken[i];

		if (entry != &real_folio(real, folio)->lru)
			return "another folio is isolated";
		refcounts[folio]++;
	}
	if (entry != scan->taken)
		return "more folios are isolated";
	for (size_t i = 0; i < real->folios; i++)
		if (real_folio(real, i)->refcount != refcounts[i])
			return "references";
	for (size_t i = told->nr_taken; i-- > 0;)
		put_back(kept, told->taken[i]);
	if (told->nr_taken)
		list_splice_back(
			scan->taken,
			&real->lruvec->lrugen.folios[state->min_seq[scan->type] % MAX_NR_GENS][!scan->type][0]);
	return NULL;
}

static const char *compare_all(const struct real *real, const struct state *state, const int32_t *refcounts)
{
	const char *broken;

	for (size_t i = 0; i < real->folios; i++)
		real_folio(real, i)->refcount = UNTOUCHED;
	broken = real_differs(real, state);
	for (size_t i = 0; i < real->folios; i++)
		real_folio(real, i)->refcount = refcounts[i];
	return broken;
}

static const char *call(const struct scan_step *step, const struct real *real, struct state *state,
			struct scan *scan, int32_t *refcounts, struct told *told)
{
	const char *broken;

	scan->remaining = BATCH;
	scan->sorted = scan->isolated = scan->skipped = 0;
	step->scan(real->lruvec, scan);
	oracle_scan(state, told, scan, step, refcounts);
	if (scan->sorted != told->sorted || scan->isolated != told->isolated || scan->skipped != told->skipped)
		return "pages sorted, isolated or skipped";
	broken = compare_isolated(real, state, told, scan, refcounts);
	return broken ? broken : compare_all(real, state, refcounts);
}

/* most can be taken; some are being freed, some are isolated already */
static void draw_folios(const struct real *real, struct state *state, int32_t *refcounts, uint64_t *random)
{
	for (size_t i = 0; i < real->folios; i++) {
		uint64_t *flags = &state->flags[i];

		*flags |= UINT64_C(1) << 5;
		if (random_below(random, 20) == 0)
			*flags &= ~(UINT64_C(1) << 5);
		if (random_below(random, 4))
			*flags &= ~(UINT64_C(1) << 20);
		if (random_below(random, 2))
			*flags &= ~(UINT64_C(1) << 9 | UINT64_C(1) << 2);
		refcounts[i] = random_below(random, 20) ? UNTOUCHED : 0;
		*real_folio(real, i) = (struct folio){ 0 };
	}
	real_build(real, state);
	for (size_t i = 0; i < real->folios; i++)
		real_folio(real, i)->refcount = refcounts[i];
}

static enum prefetch instruction_of(const struct scan_step *step)
{
	if (strstr(step->name, "read"))
		return PREFETCH_TO_READ;
	return strstr(step->name, "nop") ? PREFETCH_nop : PREFETCH_TO_WRITE;
}

static const char *compare_prefetches(const struct scan_step *step, const struct real *real,
				      const struct told *told)
{
	size_t nr = 0;

	for (size_t i = 0; i < told->nr_met; i++) {
		if (told->next[i] < 0)
			continue;
		if (op_counts.prefetched[nr++] != &real_folio(real, (size_t)told->next[i])->flags)
			return "another folio is prefetched";
	}
	if (op_counts.prefetches != nr || op_counts.of[instruction_of(step)] != nr)
		return "more or fewer prefetches, or another instruction";
	return NULL;
}

static void run_scene(const struct scan_step *step, bool counted, size_t folios, uint64_t *random)
{
	static struct told told;
	struct scene scene = scene_draw(folios, random);
	struct list_head taken;
	struct scan scan = {
		.type = scene.type,
		.reclaim_idx = (int)random_below(random, MAX_NR_ZONES),
		.taken = &taken,
	};
	const char *broken = NULL;
	struct state state;
	struct real real;
	int32_t *refcounts;

	list_init(&taken);
	scene_state(&scene, &state);
	real = real_alloc(state.folios);
	refcounts = test_calloc(state.folios + 1, sizeof(*refcounts));
	if (random_below(random, 30) == 0)
		state.max_seq = state.min_seq[scene.type] + MIN_NR_GENS - 1;
	draw_folios(&real, &state, refcounts, random);
	for (int calls = 0; !broken && calls < 12; calls++) {
		counted_reset();
		broken = call(step, &real, &state, &scan, refcounts, &told);
		if (!broken && counted)
			broken = compare_prefetches(step, &real, &told);
	}
	test_free(refcounts);
	real_free(&real);
	state_free(&state);
	assert_whole(broken, "%s, %zu folios, up to zone %d, seed %#lx", step->name, folios, scan.reclaim_idx,
		     (unsigned long)scene.seed);
}

static void run_steps(const struct scan_step *steps, bool counted)
{
	uint64_t random = 31;

	for (size_t i = 0; i < SCENES; i++)
		for (const struct scan_step *step = steps; step->name; step++)
			run_scene(step, counted, i % 100 ? random_below(&random, 200) : 5000, &random);
}

static void test_each_call(void **unused)
{
	(void)unused;
	run_steps(scans_plain, false);
}

static void test_prefetches(void **unused)
{
	(void)unused;
	run_steps(scans_counted, true);
}

/* the locked operations of a folio: get, lru, refs where it is not referenced, label */
static void test_locked_operations(void **unused)
{
	const struct kernel *kernel = counted_kernel("scan");

	(void)unused;
	for (unsigned int refs = 0; refs <= 2; refs++) {
		struct workload load = kernel->defaults;
		struct test_world test;

		load.folios = 1000;
		load.refs = refs;
		test_world_init(&test, &load);
		for (size_t i = 0; i < kernel->nr_variants; i++) {
			kernel->reset(&test.world);
			counted_reset();
			assert_int_equal(kernel->variants[i].pass(&test.world), 1000);
			/* refs and label, label alone, or the next generation's label */
			assert_int_equal(op_counts.cmpxchgs, refs ? 1000 : 2000);
			assert_int_equal(op_counts.locks, refs == 2 ? 1 : 1000 / 64 + 1);
			assert_whole(kernel->check(&test.world, &kernel->variants[i], 1), "%s, refs %u",
				     kernel->variants[i].name, refs);
		}
		test_world_free(&test);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_call),
		cmocka_unit_test(test_prefetches),
		cmocka_unit_test(test_locked_operations),
	};

	return cmocka_run_group_tests_name("scan", tests, NULL, NULL);
}
