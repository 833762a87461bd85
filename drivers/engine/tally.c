// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdlib.h>

#include "clock.h"
#include "engine/tally.h"

enum { EMPTY_PASSES = 32 };

struct tally {
	const struct counter_plan *plan;
	struct counters *counters;
	struct reading before, after;
	uint32_t group;
	/* what starting and stopping itself counts, to be taken off again */
	double own_cycles[MAX_COUNTERS]; /* by group */
	double own[MAX_COUNTERS];
};

static void keep_least(double *least, double value)
{
	if (*least < 0 || value < *least)
		*least = value;
}

static bool counted(const struct tally *tally, uint32_t i)
{
	return tally->before.counted & tally->after.counted & UINT64_C(1) << i;
}

static double difference(const struct tally *tally, uint32_t i)
{
	return (double)(tally->after.counts[i] - tally->before.counts[i]);
}

/* the least that an empty pass counts, for every event of the group at hand */
static void measure_own(struct tally *tally)
{
	double *own_cycles = &tally->own_cycles[tally->group];

	*own_cycles = -1;
	for (int pass = 0; pass < EMPTY_PASSES; pass++) {
		counters_read(tally->counters, &tally->before);
		clock_ticks();
		clock_ticks();
		counters_read(tally->counters, &tally->after);
		if (tally->before.has_cycles && tally->after.has_cycles)
			keep_least(own_cycles, (double)(tally->after.cycles - tally->before.cycles));
		for (uint32_t i = 0; i < tally->plan->nr; i++)
			if (counted(tally, i))
				keep_least(&tally->own[i], difference(tally, i));
	}
}

struct tally *tally_open(const struct counter_plan *plan)
{
	struct tally *tally = calloc(1, sizeof(*tally));

	if (!tally)
		return NULL;
	tally->plan = plan;
	tally->counters = counters_open(plan);
	if (!tally->counters) {
		free(tally);
		return NULL;
	}
	for (uint32_t i = 0; i < plan->nr; i++)
		tally->own[i] = -1;
	for (uint32_t group = plan->nr_groups; group--;) {
		tally_round(tally, group);
		measure_own(tally);
	}
	return tally;
}

void tally_close(struct tally *tally)
{
	if (!tally)
		return;
	counters_close(tally->counters);
	free(tally);
}

void tally_round(struct tally *tally, uint32_t round)
{
	if (!tally || !tally->plan->nr_groups)
		return;
	tally->group = round % tally->plan->nr_groups;
	counters_select(tally->counters, tally->group);
}

void tally_start(struct tally *tally)
{
	if (tally)
		counters_read(tally->counters, &tally->before);
}

double tally_stop(struct tally *tally)
{
	double cycles;

	if (!tally)
		return 0;
	counters_read(tally->counters, &tally->after);
	if (!tally->before.has_cycles || !tally->after.has_cycles)
		return 0;
	cycles = (double)(tally->after.cycles - tally->before.cycles);
	return cycles > tally->own_cycles[tally->group] ? cycles - tally->own_cycles[tally->group] : 0;
}

void tally_add(const struct tally *tally, struct sample *sample, size_t items)
{
	if (!tally)
		return;
	for (uint32_t i = 0; i < tally->plan->nr; i++) {
		double own = tally->own[i] > 0 ? tally->own[i] : 0, count = difference(tally, i);

		if (counted(tally, i))
			sample->counts[i] += (count > own ? count - own : 0) / (items ? (double)items : 1);
		else
			sample->uncounted |= UINT64_C(1) << i;
	}
}

void tally_mean(const struct tally *tally, struct sample *sample, size_t passes)
{
	uint32_t nr = tally && passes ? tally->plan->nr : 0;

	for (uint32_t i = 0; i < nr; i++) {
		if (sample->uncounted & UINT64_C(1) << i)
			continue;
		sample->counts[i] /= (double)passes;
		sample->counted |= UINT64_C(1) << i;
	}
}
