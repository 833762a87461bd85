// SPDX-License-Identifier: GPL-2.0-or-later
/* One sample: a reset, passes inside the clock, and what disturbed them. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "clock.h"
#include "engine/estimate.h"
#include "engine/measure.h"

/* a gap that takes more than this share of a sample spoils it */
static const double GAP_SHARE = 0.1;

/* a sample of fewer steps of the clock says nothing */
enum { LEAST_STEPS = 20 };

/*
 * A context switch spoils the pass it fell into; but passes of a second, as
 * over the tables of 64 processes, are never free of one. Long ones are spoilt
 * when other tasks ran for more than this share of them.
 */
static const double LONG_NS = 20e6;
static const double OFF_CPU_SHARE = 0.005;

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

/* one timed pass */
struct timing {
	double ns, cycles;
	size_t items;
	double companion_ns; /* that the companions had, all together, for their operations */
	size_t companion_ops;
};

static struct timing time_pass(struct bench *state, pass_fn *pass, size_t stack_offset)
{
	const struct meter *meter = state->meter;
	struct timing timing = { 0 };
	uint64_t start;

	tally_start(meter->tally);
	start = clock_ticks();
	timing.items = call_pass(pass, &state->world, stack_offset);
	timing.ns = (double)(clock_ticks() - start) * 1e9 / meter->calibration.tick_hz;
	timing.cycles = tally_stop(meter->tally);
	return timing;
}

/*
 * The same, and what the companions did meanwhile. Their counters take time to
 * be read, one after the other: the time between two readings is the same for
 * each, and that is what is taken.
 */
static struct timing time_contended(struct bench *state, pass_fn *pass, size_t stack_offset)
{
	uint64_t start = clock_ticks();
	size_t ops = companions_ops(state->companions);
	struct timing timing = time_pass(state, pass, stack_offset);

	timing.companion_ns = (double)(clock_ticks() - start) * 1e9 / state->meter->calibration.tick_hz *
			      state->bench->load.companions;
	timing.companion_ops = companions_ops(state->companions) - ops;
	return timing;
}

/* what can disturb a pass, at one moment */
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

/* adds what fell in between two moments to the sample; whether it spoils what ran there for @ns */
static bool note_disturbance(struct sample *sample, const struct moment *start, const struct moment *end,
			     double ns)
{
	const struct rusage *before = &start->usage, *after = &end->usage;
	uint32_t switches = (uint32_t)(after->ru_nvcsw - before->ru_nvcsw + after->ru_nivcsw -
				       before->ru_nivcsw);
	uint32_t faults = (uint32_t)(after->ru_minflt - before->ru_minflt + after->ru_majflt -
				     before->ru_majflt);
	uint32_t migrations = start->cpu != end->cpu;
	double off_cpu = ns_between(&start->wall, &end->wall) - ns_between(&start->on_cpu, &end->on_cpu);

	sample->context_switches += switches;
	sample->page_faults += faults;
	sample->migrations += migrations;
	sample->off_cpu_ns += off_cpu > 0 ? off_cpu : 0;
	if (faults || migrations)
		return true;
	return switches && (ns < LONG_NS || off_cpu > OFF_CPU_SHARE * ns);
}

static void add_timing(struct figure *figure, const struct timing *timing)
{
	double items = timing->items ? (double)timing->items : 1;

	figure->ns += timing->ns / items;
	figure->cycles += timing->cycles / items;
}

static void divide(struct figure *figure, size_t nr)
{
	figure->ns /= nr ? (double)nr : 1;
	figure->cycles /= nr ? (double)nr : 1;
}

/* what the slowest pass took beyond the (lower) median pass of its direction; ns */
static double largest_gap(struct bench *state, size_t directions)
{
	double worst = 0;

	for (size_t first = 0; first < directions; first++) {
		size_t nr = 0;

		for (size_t i = first; i < state->passes; i += directions)
			if (state->pass_ns[i] > 0)
				state->scratch[nr++] = state->pass_ns[i];
		if (!nr)
			continue;
		qsort(state->scratch, nr, sizeof(double), by_value);
		if (state->scratch[nr - 1] - state->scratch[(nr - 1) / 2] > worst)
			worst = state->scratch[nr - 1] - state->scratch[(nr - 1) / 2];
	}
	return worst;
}

/* calibrated cycles of every part, from the frequency around the sample */
static void calibrate_parts(struct meter *meter, struct sample *sample)
{
	double before = meter->core_ghz;

	meter->core_ghz = core_ghz(&meter->calibration, &meter->gaps);
	sample->core_ghz = before ? (before + meter->core_ghz) / 2 : meter->core_ghz;
	if (meter->source != CYCLES_CALIBRATED)
		return;
	for (int part = 0; part < PART_COMPANION; part++)
		sample->parts[part].cycles = sample->parts[part].ns * sample->core_ghz;
}

/* the passes after the reset that are not the steady state; timed where they have names */
static bool run_leads(struct bench *state, const struct variant *variant, struct sample *sample)
{
	const struct kernel *kernel = state->bench->kernel;

	for (size_t i = 0; i < kernel->nr_leads; i++) {
		struct moment start, end;
		struct timing timing;

		note_moment(&start);
		timing = time_pass(state, variant->pass, sample->stack_offset);
		note_moment(&end);
		if (*state->meter->stop)
			return false;
		if (!kernel->leads)
			continue;
		sample->wall_ns += timing.ns;
		if (!note_disturbance(sample, &start, &end, timing.ns))
			add_timing(&sample->parts[PART_LEAD + i], &timing);
	}
	return true;
}

/* the timed passes: sums by direction, and how many went into each; false where it was stopped */
static bool run_passes(struct bench *state, const struct variant *variant, struct sample *sample, size_t *kept)
{
	double companion_ns = 0;
	size_t companion_ops = 0;

	for (size_t i = 0; i < state->passes; i++) {
		struct moment start, end;
		struct timing timing;

		if (!sample->steady && i)
			bench_reset(state);
		note_moment(&start);
		timing = time_contended(state, variant->pass, sample->stack_offset);
		note_moment(&end);
		if (*state->meter->stop)
			return false;
		sample->items = timing.items;
		sample->wall_ns += timing.ns;
		state->pass_ns[i] = 0;
		if (note_disturbance(sample, &start, &end, timing.ns))
			continue;
		state->pass_ns[i] = timing.ns;
		kept[i % 2]++;
		tally_add(state->meter->tally, sample, timing.items);
		add_timing(&sample->parts[i % 2 ? PART_EVEN : PART_ODD], &timing);
		companion_ns += timing.companion_ns;
		companion_ops += timing.companion_ops;
	}
	if (companion_ops)
		sample->parts[PART_COMPANION].ns = companion_ns / (double)companion_ops;
	return true;
}

/* means over the passes kept; both directions weigh the same */
static void close_parts(struct bench *state, struct sample *sample, const size_t *kept)
{
	struct figure *odd = &sample->parts[PART_ODD], *even = &sample->parts[PART_EVEN];
	struct figure *all = &sample->parts[PART_ALL];
	size_t whole = kept[0] + kept[1];
	double timed_ns = 0;

	sample->passes = (uint32_t)whole;
	tally_mean(state->meter->tally, sample, whole);
	for (size_t i = 0; i < state->passes; i++)
		timed_ns += state->pass_ns[i];
	sample->gap_ns = largest_gap(state, sample->steady ? 2 : 1);
	if (2 * whole < state->passes || sample->gap_ns > GAP_SHARE * timed_ns ||
	    timed_ns < LEAST_STEPS * state->meter->step_ns)
		sample->left_out = LEFT_OUT_DISTURBED;
	if (sample->steady) {
		if (!kept[0] || !kept[1])
			sample->left_out = LEFT_OUT_DISTURBED;
		divide(odd, kept[0]);
		divide(even, kept[1]);
		*all = (struct figure){ (odd->ns + even->ns) / 2, (odd->cycles + even->cycles) / 2 };
		return;
	}
	*all = (struct figure){ odd->ns + even->ns, odd->cycles + even->cycles };
	divide(all, whole);
	*odd = *even = (struct figure){ 0 };
}

bool take_sample(struct bench *state, size_t entry, struct sample *sample)
{
	const struct variant *variant = case_variant(state->bench, entry);
	bool whole, accompanied;
	size_t kept[2] = { 0 };

	sample->entry = (uint32_t)entry;
	sample->steady = state->bench->kernel->steady(&state->bench->load);
	bench_reset(state);
	whole = (!sample->steady || run_leads(state, variant, sample)) &&
		run_passes(state, variant, sample, kept);
	accompanied = companions_halt(state->companions);
	if (!whole)
		return false;
	close_parts(state, sample, kept);
	calibrate_parts(state->meter, sample);
	if (!accompanied)
		sample->left_out = LEFT_OUT_DISTURBED;
	return true;
}
