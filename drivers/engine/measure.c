// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "clock.h"
#include "engine/measure.h"
#include "model/random.h"

enum {
	STACK_STEP = 16,
	STACK_STEPS = 256,
	/* a sample is worth about this many items, within these numbers of passes */
	SAMPLE_ITEMS = 1 << 20,
	MIN_STEADY_PASSES = 4,
	MAX_STEADY_PASSES = 64,
	MAX_RESET_PASSES = 8,
};

/* a gap that takes more than this share of a sample spoils it */
static const double GAP_SHARE = 0.1;

/*
 * A context switch spoils a sample, too; but passes of a second, as over the
 * tables of 64 processes, are never free of one. Long ones are spoilt when
 * other tasks ran for more than this share of them.
 */
static const double LONG_NS = 20e6;
static const double OFF_CPU_SHARE = 0.005;

static size_t passes_for(const struct bench_case *bench)
{
	const struct workload *load = &bench->load;
	size_t items = load->folios * (load->page_tables ? load->page_tables : 1);
	size_t passes = bench->effort.passes;

	if (passes)
		return passes;
	passes = SAMPLE_ITEMS / (items ? items : 1);
	if (!bench->kernel->steady(load))
		return passes < 1 ? 1 : passes > MAX_RESET_PASSES ? MAX_RESET_PASSES : passes;
	passes &= ~(size_t)1;
	return passes < MIN_STEADY_PASSES ? MIN_STEADY_PASSES :
	       passes > MAX_STEADY_PASSES ? MAX_STEADY_PASSES : passes;
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
	state->passes = passes_for(bench);
	state->pass_ns = calloc(2 * state->passes, sizeof(double));
	state->small = aligned_alloc(SMALL_PAGE, lruvec + page_rounded(need.order));
	if (!state->small || !state->pass_ns)
		return "not enough memory: choose fewer folios";
	state->scratch = state->pass_ns + state->passes;
	memset(state->small, 0, lruvec + page_rounded(need.order));
	if (region_map(&state->pages, need.pages))
		return map_failed();
	if (need.tables && region_map(&state->tables, need.tables))
		return map_failed();
	state->memory = (struct world_memory){
		.pages = state->pages.start,
		.tables = state->tables.start,
		.lruvec = state->small,
		.order = (char *)state->small + lruvec,
	};
	world_build(&state->world, &load, &state->memory);
	return NULL;
}

void bench_close(struct bench *state)
{
	if (state->pages.mapping)
		region_unmap(&state->pages);
	if (state->tables.mapping)
		region_unmap(&state->tables);
	free(state->small);
	free(state->pass_ns);
	state->small = state->pass_ns = NULL;
}

/* calls a pass with the stack moved down by @offset: results depend on where it lies */
static __attribute__((noinline)) size_t call_pass(pass_fn *pass, struct world *world, size_t offset)
{
	volatile char *moved = __builtin_alloca(offset + STACK_STEP);
	size_t items;

	moved[0] = 0;
	items = pass(world);
	/* keeps this frame in place: no tail call */
	moved[0] = 1;
	return items;
}

const char *bench_first_pass(struct bench *state, size_t entry)
{
	const struct kernel *kernel = state->bench->kernel;
	const struct variant *variant = case_variant(state->bench, entry);

	kernel->reset(&state->world);
	variant->pass(&state->world);
	return kernel->check(&state->world, variant, 1);
}

/* one timed pass */
struct timing {
	double ns, cycles;
	size_t items;
};

static struct timing time_pass(struct bench *state, pass_fn *pass, size_t stack_offset)
{
	const struct meter *meter = state->meter;
	struct timing timing = { 0 };
	long long counted = meter->counter ? cycle_counter_read(meter->counter) : 0;
	uint64_t start = clock_ticks();

	timing.items = call_pass(pass, &state->world, stack_offset);
	timing.ns = (double)(clock_ticks() - start) * 1e9 / meter->calibration.tick_hz;
	if (meter->counter)
		timing.cycles = (double)(cycle_counter_read(meter->counter) - counted);
	return timing;
}

static void add_timing(struct figure *figure, const struct timing *timing, double weight)
{
	double items = timing->items ? (double)timing->items : 1;

	figure->ns += timing->ns / items * weight;
	figure->cycles += timing->cycles / items * weight;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* what the slowest pass took beyond the (lower) median pass of its direction; ns */
static double largest_gap(struct bench *state, size_t step)
{
	double worst = 0;

	for (size_t first = 0; first < step; first++) {
		size_t nr = 0;

		for (size_t i = first; i < state->passes; i += step)
			state->scratch[nr++] = state->pass_ns[i];
		if (!nr)
			continue;
		qsort(state->scratch, nr, sizeof(double), by_value);
		if (state->scratch[nr - 1] - state->scratch[(nr - 1) / 2] > worst)
			worst = state->scratch[nr - 1] - state->scratch[(nr - 1) / 2];
	}
	return worst;
}

/* what can disturb a sample, at one moment */
struct moment {
	struct rusage usage;
	struct timespec wall, on_cpu;
	int cpu;
};

static void note_moment(struct moment *moment)
{
	getrusage(RUSAGE_THREAD, &moment->usage);
	clock_gettime(CLOCK_MONOTONIC, &moment->wall);
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &moment->on_cpu);
	moment->cpu = sched_getcpu();
}

static double ns_between(const struct timespec *from, const struct timespec *to)
{
	return (double)(to->tv_sec - from->tv_sec) * 1e9 + (double)(to->tv_nsec - from->tv_nsec);
}

static bool switches_spoil(const struct sample *sample, double timed_ns)
{
	if (!sample->context_switches)
		return false;
	return timed_ns < LONG_NS || sample->off_cpu_ns > OFF_CPU_SHARE * timed_ns;
}

static void mark_disturbed(struct sample *sample, const struct moment *start, const struct moment *end,
			   double timed_ns)
{
	const struct rusage *before = &start->usage, *after = &end->usage;

	sample->context_switches = (uint32_t)(after->ru_nvcsw - before->ru_nvcsw +
					      after->ru_nivcsw - before->ru_nivcsw);
	sample->page_faults = (uint32_t)(after->ru_minflt - before->ru_minflt +
					 after->ru_majflt - before->ru_majflt);
	sample->migrations = start->cpu != end->cpu;
	sample->off_cpu_ns = ns_between(&start->wall, &end->wall) - ns_between(&start->on_cpu, &end->on_cpu);
	sample->left_out = sample->gap_ns > GAP_SHARE * timed_ns || switches_spoil(sample, timed_ns) ||
			   sample->page_faults || sample->migrations;
}

/* calibrated cycles of every part, from the frequency around the sample */
static void calibrate_parts(struct meter *meter, struct sample *sample)
{
	double before = meter->core_ghz;

	meter->core_ghz = core_ghz(&meter->calibration, &meter->gaps);
	sample->core_ghz = before ? (before + meter->core_ghz) / 2 : meter->core_ghz;
	if (meter->source != CYCLES_CALIBRATED)
		return;
	for (int part = 0; part < NR_PARTS; part++)
		sample->parts[part].cycles = sample->parts[part].ns * sample->core_ghz;
}

/* the passes after the reset that are not the steady state; timed where they have names */
static bool run_leads(struct bench *state, const struct variant *variant, struct sample *sample)
{
	const struct kernel *kernel = state->bench->kernel;

	for (size_t i = 0; i < kernel->nr_leads; i++) {
		struct timing timing = time_pass(state, variant->pass, sample->stack_offset);

		if (*state->meter->stop)
			return false;
		if (!kernel->leads)
			continue;
		add_timing(&sample->parts[PART_LEAD + i], &timing, 1);
		sample->wall_ns += timing.ns;
	}
	return true;
}

/* false where the stop flag was set before the sample was whole */
static bool take_sample(struct bench *state, size_t entry, struct sample *sample)
{
	const struct kernel *kernel = state->bench->kernel;
	const struct variant *variant = case_variant(state->bench, entry);
	bool steady = kernel->steady(&state->bench->load);
	struct moment start, end;
	double timed_ns = 0;

	sample->entry = (uint32_t)entry;
	sample->steady = steady;
	sample->passes = (uint32_t)state->passes;
	kernel->reset(&state->world);
	note_moment(&start);
	if (steady && !run_leads(state, variant, sample))
		return false;
	for (size_t i = 0; i < state->passes; i++) {
		struct timing timing;

		if (!steady && i)
			kernel->reset(&state->world);
		timing = time_pass(state, variant->pass, sample->stack_offset);
		if (*state->meter->stop)
			return false;
		state->pass_ns[i] = timing.ns;
		timed_ns += timing.ns;
		sample->items = timing.items;
		add_timing(&sample->parts[PART_ALL], &timing, 1.0 / (double)state->passes);
		if (steady)
			add_timing(&sample->parts[i % 2 ? PART_EVEN : PART_ODD], &timing,
				   2.0 / (double)state->passes);
	}
	note_moment(&end);
	sample->wall_ns += timed_ns;
	sample->gap_ns = largest_gap(state, steady ? 2 : 1);
	mark_disturbed(sample, &start, &end, timed_ns);
	calibrate_parts(state->meter, sample);
	return true;
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
