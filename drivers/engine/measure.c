// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/measure.h"
#include "model/random.h"

enum {
	STACK_STEPS = 256,
	/* a sample is worth about this many items, within these numbers of passes */
	SAMPLE_ITEMS = 1 << 20,
	MIN_STEADY_PASSES = 4,
	MAX_STEADY_PASSES = 64,
	MAX_RESET_PASSES = 8,
	/* a sample is worth as many steps of the clock, within this number of passes */
	SAMPLE_STEPS = 1000,
	MAX_COARSE_PASSES = 1024,
};

/* of a fast loop, at a guess: slower ones get more steps, faster ones fewer */
static const double FASTEST_ITEM_NS = 2;

/* no fewer than @passes, and even: so many that a step of the clock is little beside them */
static size_t passes_for_clock(size_t passes, size_t items, double step_ns)
{
	double wanted = SAMPLE_STEPS * step_ns / (FASTEST_ITEM_NS * (double)(items ? items : 1));

	if (wanted <= (double)passes)
		return passes;
	return wanted < MAX_COARSE_PASSES ? ((size_t)wanted + 1) & ~(size_t)1 : MAX_COARSE_PASSES;
}

static size_t passes_by_size(const struct bench_case *bench)
{
	const struct workload *load = &bench->load;
	size_t items = load->folios * (load->page_tables ? load->page_tables : 1);
	size_t passes = SAMPLE_ITEMS / (items ? items : 1);

	/* with companions each pass takes as many times longer, at worst */
	if (passes > MAX_STEADY_PASSES)
		passes = MAX_STEADY_PASSES;
	passes /= 1 + load->companions;
	if (!bench->kernel->steady(load))
		return passes < 1 ? 1 : passes > MAX_RESET_PASSES ? MAX_RESET_PASSES : passes;
	passes &= ~(size_t)1;
	return passes < MIN_STEADY_PASSES ? MIN_STEADY_PASSES : passes;
}

static size_t passes_for(const struct bench_case *bench, double step_ns)
{
	const struct workload *load = &bench->load;
	size_t items = load->folios * (load->page_tables ? load->page_tables : 1);

	if (bench->effort.passes)
		return bench->effort.passes;
	return passes_for_clock(passes_by_size(bench), items, step_ns);
}

static size_t page_rounded(size_t bytes)
{
	return (bytes + SMALL_PAGE - 1) & ~(size_t)(SMALL_PAGE - 1);
}

static const char *map_failed(void)
{
	return errno == ENOMEM ? "not enough memory: choose fewer folios, page tables or a lower order" :
				 "memory cannot be mapped";
}

const char *bench_open(struct bench *state, const struct bench_case *bench, struct meter *meter, uint64_t seed)
{
	struct world_size need = world_size(&bench->load);
	size_t lruvec = page_rounded(need.lruvec);
	struct workload load = bench->load;

	*state = (struct bench){ .bench = bench, .meter = meter, .random = seed };
	load.seed = random_next(&state->random);
	state->passes = passes_for(bench, meter->step_ns);
	/* the large parts first: they are what there may be no room for */
	if (region_map(&state->pages, need.pages))
		return map_failed();
	if (need.tables && region_map(&state->tables, need.tables))
		return map_failed();
	state->pass_ns = calloc(2 * state->passes, sizeof(double));
	state->small = aligned_alloc(SMALL_PAGE, lruvec + page_rounded(need.order));
	if (!state->small || !state->pass_ns)
		return "not enough memory: choose fewer folios";
	state->scratch = state->pass_ns + state->passes;
	memset(state->small, 0, lruvec + page_rounded(need.order));
	state->memory = (struct world_memory){
		.pages = state->pages.start,
		.tables = state->tables.start,
		.lruvec = state->small,
		.order = (char *)state->small + lruvec,
	};
	world_build(&state->world, &load, &state->memory);
	return companions_start(&state->companions, bench, &state->world);
}

void bench_close(struct bench *state)
{
	companions_end(state->companions);
	state->companions = NULL;
	if (state->pages.mapping)
		region_unmap(&state->pages);
	if (state->tables.mapping)
		region_unmap(&state->tables);
	free(state->small);
	free(state->pass_ns);
	state->small = state->pass_ns = NULL;
}

void bench_reset(struct bench *state)
{
	companions_halt(state->companions);
	state->bench->kernel->reset(&state->world);
	companions_go(state->companions);
}

const char *bench_first_pass(struct bench *state, size_t entry)
{
	const struct kernel *kernel = state->bench->kernel;
	const struct variant *variant = case_variant(state->bench, entry);

	bench_reset(state);
	variant->pass(&state->world);
	companions_halt(state->companions);
	return kernel->check(&state->world, variant, 1);
}

const char *bench_round(struct bench *state, struct sample *samples, size_t *nr, bool check)
{
	const struct kernel *kernel = state->bench->kernel;
	size_t entries = case_entries(state->bench), turn[MAX_VARIANTS + 1];
	uint32_t stack_offset = (uint32_t)random_below(&state->random, STACK_STEPS) * STACK_STEP;
	uint32_t data_offset = (uint32_t)random_below(&state->random, MAX_DATA_OFFSET / LINE) * LINE;

	for (size_t i = 0; i < entries; i++)
		turn[i] = i;
	for (size_t i = entries; i > 1; i--) {
		size_t other = random_below(&state->random, i), kept = turn[i - 1];

		turn[i - 1] = turn[other];
		turn[other] = kept;
	}
	world_place(&state->world, &state->memory, data_offset);
	tally_round(state->meter->tally, state->meter->round++);
	state->meter->core_ghz = core_ghz(&state->meter->calibration, &state->meter->gaps);
	for (*nr = 0; *nr < entries; (*nr)++) {
		struct sample *sample = &samples[*nr];
		size_t entry = turn[*nr];
		const char *broken = NULL;

		*sample = (struct sample){ .stack_offset = stack_offset, .data_offset = data_offset };
		if (!take_sample(state, entry, sample))
			return NULL;
		if (check)
			broken = kernel->check(&state->world, case_variant(state->bench, entry),
					       sample->steady ? kernel->nr_leads + state->passes : 1);
		if (broken)
			return broken;
	}
	return NULL;
}
