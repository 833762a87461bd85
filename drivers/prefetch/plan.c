// SPDX-License-Identifier: GPL-2.0-or-later
#include "prefetch/plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/estimate.h"
#include "output/words.h"
#include "prefetch/loops.h"

enum {
	FOLIO_BYTES = 64,
	USUAL_DISTANCE = 4,
	/* passes of a sample: about so many folios' worth, within these numbers */
	SAMPLE_FOLIOS = 1 << 16,
	FEWEST_PASSES = 2,
	MOST_PASSES = 64,
	BOUND_RUNS = 8,
	/* the smallest and the largest process may be an accident */
	SPARE_RUNS = 1,
};

static const double ALPHA = 0.05;
static const size_t MOST_BYTES = (size_t)1 << 30;

/* a folio's visit in each working set, at a guess: only to share out time */
static const double visit_s[] = { 15e-9, 25e-9, 60e-9, 120e-9 };
enum { VISITS = sizeof(visit_s) / sizeof(visit_s[0]) };

static const struct workload usual_layouts[] = {
	{ .layout = LAYOUT_ASCENDING },
	{ .layout = LAYOUT_DESCENDING },
	{ .layout = LAYOUT_RUNS, .run_length = 32 },
	{ .layout = LAYOUT_RUNS, .run_length = 8 },
	{ .layout = LAYOUT_SHUFFLED },
};

static const unsigned int thorough_distances[] = { 1, 2, 8, 16 };

void plan_layout_name(const struct workload *load, char *text, size_t size)
{
	if (load->layout == LAYOUT_RUNS)
		snprintf(text, size, "runs:%zu", load->run_length);
	else
		snprintf(text, size, "%s", layout_name(load->layout));
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* bytes of a working set of that name, 0 where there is none */
static size_t level_bytes(const char *name, const struct caches *caches)
{
	size_t largest = caches->llc ? caches->llc : caches->l2 ? caches->l2 : caches->l1, beyond;

	if (!strcmp(name, "L1"))
		return caches->l1 / 2;
	if (!strcmp(name, "L2"))
		return caches->l2 / 2;
	if (!strcmp(name, "LLC"))
		return caches->l2 ? least(caches->llc / 2, 4 * caches->l2) : caches->llc / 2;
	beyond = largest > SIZE_MAX / 4 ? 0 : least(least(4 * largest, MOST_BYTES), caches->memory / 4);
	return !strcmp(name, "beyond") && beyond / 2 >= largest ? beyond : 0;
}

static void add_level(struct map_plan *plan, const char *name, size_t bytes)
{
	struct level *level = &plan->levels[plan->nr_levels++];

	snprintf(level->name, sizeof(level->name), "%s", name);
	level->bytes = bytes / FOLIO_BYTES * FOLIO_BYTES;
}

/* "512K" */
static size_t parse_bytes(const char *text)
{
	static const char suffixes[] = "KMG";
	const char *suffix;
	uintmax_t number;
	char *end;

	if (*text < '0' || *text > '9')
		return 0;
	number = strtoumax(text, &end, 10);
	suffix = *end ? strchr(suffixes, *end & ~0x20) : NULL;
	if (number > (uintmax_t)MAX_FOLIOS * FOLIO_BYTES)
		return 0;
	if (suffix) {
		number <<= 10 * (suffix - suffixes + 1);
		end++;
	}
	return *end || number > (uintmax_t)MAX_FOLIOS * FOLIO_BYTES ? 0 : (size_t)number;
}

int plan_levels(struct map_plan *plan, const char *sizes, const struct caches *caches, bool beyond,
		char *error, size_t size)
{
	const char *list = sizes ? sizes : beyond ? "L1,L2,LLC,beyond" : "L1,L2,LLC";
	char name[64];

	while (list_next(&list, name, sizeof(name))) {
		size_t bytes = level_bytes(name, caches);

		if (!bytes && !sizes)
			continue;
		bytes = bytes ? bytes : parse_bytes(name);
		if (bytes < FOLIO_BYTES || strlen(name) >= LEVEL_NAME) {
			snprintf(error, size,
				 "--sizes: no working set '%s' here: choose of L1, L2, LLC and beyond, or give bytes",
				 name);
			return -1;
		}
		if (plan->nr_levels == MAX_LEVELS) {
			snprintf(error, size, "--sizes: give at most %d", MAX_LEVELS);
			return -1;
		}
		add_level(plan, name, bytes);
	}
	if (plan->nr_levels)
		return 0;
	snprintf(error, size, "no cache sizes are known here: give --sizes, as 24K,512K,4M");
	return -1;
}

static bool layout_of(const char *name, struct workload *load)
{
	char *end = NULL;

	if (!strncmp(name, "runs:", 5) && name[5] >= '1' && name[5] <= '9') {
		load->layout = LAYOUT_RUNS;
		load->run_length = strtoul(name + 5, &end, 10);
		return !*end && load->run_length <= MAX_FOLIOS;
	}
	for (enum layout layout = LAYOUT_ASCENDING; layout < LAYOUT_RUNS; layout++) {
		load->layout = layout;
		if (!strcmp(name, layout_name(layout)))
			return true;
	}
	return false;
}

static int plan_layouts(struct map_plan *plan, const char *layouts, char *error, size_t size)
{
	char name[64];

	if (!layouts) {
		plan->nr_layouts = sizeof(usual_layouts) / sizeof(usual_layouts[0]);
		memcpy(plan->layouts, usual_layouts, sizeof(usual_layouts));
		return 0;
	}
	while (list_next(&layouts, name, sizeof(name))) {
		if (plan->nr_layouts < MAX_LAYOUTS && layout_of(name, &plan->layouts[plan->nr_layouts])) {
			plan->nr_layouts++;
			continue;
		}
		snprintf(error, size,
			 "--layouts %s: choose up to %d of ascending, descending, shuffled and runs:R", name,
			 MAX_LAYOUTS);
		return -1;
	}
	return 0;
}

/* a new case at the end, of one kernel on one order and working set; NULL where memory ran out */
static struct map_case *add_case(struct map_plan *plan, const struct map_request *request,
				 const struct kernel *kernel, size_t level, const struct workload *layout)
{
	struct map_case *grown = realloc(plan->cases, (plan->nr_cases + 1) * sizeof(*grown)), *added;
	size_t passes;

	if (!grown)
		return NULL;
	plan->cases = grown;
	added = &grown[plan->nr_cases++];
	*added = (struct map_case){ .level = level };
	added->bench.flavour = request->flavour;
	added->bench.kernel = kernel_find(&flavours[request->flavour], kernel->name);
	added->bench.control = kernel_find(&flavours[request->flavour + 1], kernel->name);
	added->bench.load = kernel->defaults;
	added->bench.load.folios = plan->levels[level].bytes / FOLIO_BYTES;
	added->bench.load.layout = layout->layout;
	added->bench.load.run_length = layout->run_length;
	passes = SAMPLE_FOLIOS / added->bench.load.folios & ~(size_t)1;
	passes = passes < FEWEST_PASSES ? FEWEST_PASSES : passes > MOST_PASSES ? MOST_PASSES : passes;
	added->bench.effort.passes = (unsigned int)passes;
	return added;
}

/* names the case and guesses its time, when its variants are there */
static void close_case(struct map_plan *plan, struct map_case *added, const struct map_request *request,
		       const char *distance)
{
	struct bench_case *bench = &added->bench;
	char layout[32];
	size_t level = added->level < VISITS ? added->level : VISITS - 1;

	plan_layout_name(&bench->load, layout, sizeof(layout));
	snprintf(added->id, sizeof(added->id), "%s.%s.%s.%s%s%s.cpu%d", bench->kernel->name,
		 bench->kernel->variants[bench->variants[0]].name, plan->levels[added->level].name, layout,
		 distance, added->hw_off ? ".hw-off" : "", request->cpu);
	bench->effort.seed = request->seed;
	bench->effort.rounds = request->rounds;
	/* a reset and a lead before the timed passes */
	added->round_s = (double)case_entries(bench) * (double)bench->load.folios *
			 (double)(bench->effort.passes + 2) * visit_s[level];
}

static int add_loop(struct map_plan *plan, const struct loop *loop, size_t level,
		    const struct workload *layout, const struct map_request *request, bool hw_off,
		    unsigned int distance)
{
	struct map_case *added = add_case(plan, request, loop->kernel, level, layout);
	char words[16] = "";

	if (!added)
		return -1;
	added->hw_off = hw_off;
	added->bench.load.prefetch_distance = distance;
	added->bench.variants[added->bench.nr_variants++] = loop->without;
	for (size_t i = 0; i < loop->nr; i++)
		if (distance == USUAL_DISTANCE ||
		    prefetch_has_distance(&loop->kernel->variants[loop->with[i]]))
			added->bench.variants[added->bench.nr_variants++] = loop->with[i];
	if (added->bench.nr_variants < 2) {
		plan->nr_cases--;
		return 0;
	}
	if (distance != USUAL_DISTANCE)
		snprintf(words, sizeof(words), ".d%u", distance);
	close_case(plan, added, request, words);
	plan->nr_cells += added->bench.nr_variants - 1;
	return 0;
}

static int add_loops(struct map_plan *plan, const struct loop *loop, const struct map_request *request,
		     bool hw_off)
{
	size_t more = request->thorough ? sizeof(thorough_distances) / sizeof(thorough_distances[0]) : 0;
	int ret = 0;

	for (size_t level = 0; level < plan->nr_levels; level++)
		for (size_t i = 0; i < plan->nr_layouts; i++) {
			const struct workload *layout = &plan->layouts[i];

			ret |= add_loop(plan, loop, level, layout, request, hw_off, USUAL_DISTANCE);
			for (size_t k = 0; k < more; k++)
				ret |= add_loop(plan, loop, level, layout, request, hw_off,
						thorough_distances[k]);
		}
	return ret;
}

static int add_bounds(struct map_plan *plan, const struct map_request *request, bool hw_off)
{
	static const char *const names[] = { "latency", "bandwidth" };

	for (size_t level = 0; level < plan->nr_levels; level++)
		for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
			const struct kernel *kernel = kernel_find(&flavours[0], names[i]);
			struct map_case *added = add_case(plan, request, kernel, level, &kernel->defaults);

			if (!added)
				return -1;
			added->bound = true;
			added->hw_off = hw_off;
			for (unsigned int k = 0; k < kernel->nr_variants; k++)
				added->bench.variants[added->bench.nr_variants++] = k;
			close_case(plan, added, request, "");
		}
	return 0;
}

/* what the usual quick map leaves out, in words */
static void note_left_out(struct map_plan *plan, const struct map_request *request)
{
	if (request->thorough)
		return;
	snprintf(plan->left_out, sizeof(plan->left_out), "%s%s%s",
		 request->loops ? "" : "the loops of p5 and v3; ",
		 request->flavours ? "" : "in loop prefetch most instructions but of the next folio; ",
		 request->sizes ? "distances other than 4" :
				  "distances other than 4; working sets beyond all caches");
}

/* enough processes that the intervals of all cells may hold together, and an accident or two */
static void share_alpha(struct map_plan *plan, const struct map_request *request)
{
	double alpha = ALPHA / (double)(plan->nr_cells ? plan->nr_cells : 1);

	for (size_t i = 0; i < plan->nr_cases; i++) {
		struct map_case *one = &plan->cases[i];

		one->bench.id = one->id;
		if (one->bound) {
			one->bench.effort.replicates = request->runs ? request->runs : BOUND_RUNS;
			continue;
		}
		one->bench.effort.comparisons = (unsigned int)plan->nr_cells;
		one->bench.effort.replicates = request->runs ? request->runs :
							       (unsigned int)order_fewest(alpha, SPARE_RUNS);
	}
}

int plan_map(struct map_plan *plan, const struct map_request *request, const struct caches *caches,
	     char *error, size_t size)
{
	struct loop loops[MAX_LOOPS];
	int nr, ret = 0;

	*plan = (struct map_plan){ 0 };
	if (plan_levels(plan, request->sizes, caches, request->thorough, error, size) ||
	    plan_layouts(plan, request->layouts, error, size))
		return -1;
	nr = loops_find(loops, request->loops, request->flavours, request->thorough, error, size);
	if (nr < 0)
		return -1;
	for (int off = 0; off <= (request->both ? 1 : 0) && !ret; off++) {
		ret = add_bounds(plan, request, off);
		for (int i = 0; i < nr && !ret; i++)
			ret = add_loops(plan, &loops[i], request, off);
	}
	if (ret) {
		snprintf(error, size, "not enough memory: close other programs");
		return -1;
	}
	share_alpha(plan, request);
	note_left_out(plan, request);
	return 0;
}

void plan_free(struct map_plan *plan)
{
	free(plan->cases);
	plan->cases = NULL;
	plan->nr_cases = 0;
}

/* FNV-1a, 64 bits */
static void mix(uint64_t *hash, const void *data, size_t bytes)
{
	const unsigned char *at = data;

	while (bytes--)
		*hash = (*hash ^ *at++) * UINT64_C(0x100000001b3);
}

void plan_words(const struct map_plan *plan, char *text, size_t size)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < plan->nr_cases; i++) {
		const struct bench_case *bench = &plan->cases[i].bench;

		mix(&hash, plan->cases[i].id, strlen(plan->cases[i].id));
		mix(&hash, &bench->load.folios, sizeof(bench->load.folios));
		mix(&hash, &bench->load.prefetch_distance, sizeof(bench->load.prefetch_distance));
		mix(&hash, &bench->effort.replicates, sizeof(bench->effort.replicates));
		mix(&hash, bench->variants, bench->nr_variants * sizeof(bench->variants[0]));
	}
	snprintf(text, size, "prefetch: %zu cases, %zu cells, %016" PRIx64, plan->nr_cases, plan->nr_cells,
		 hash);
}
