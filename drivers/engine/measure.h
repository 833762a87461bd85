/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside one process: a world, and samples of variants on it. */
#ifndef FOLIOLAB_MEASURE_H
#define FOLIOLAB_MEASURE_H

#include <signal.h>

#include "calibrate.h"
#include "engine/companions.h"
#include "engine/plan.h"
#include "engine/sample.h"
#include "engine/tally.h"
#include "host/memory.h"

/* what a process measures with */
struct meter {
	struct calibration calibration;
	struct tally *tally; /* NULL where no event is counted */
	uint32_t round;      /* rounds so far; groups of events take turns by it */
	enum cycle_source source;
	struct gaps gaps;
	double core_ghz;             /* as last calibrated */
	double step_ns;              /* of the clock; 0 where it is not known */
	volatile sig_atomic_t *stop; /* set by a signal: end after the pass at hand */
};

struct bench {
	const struct bench_case *bench;
	struct meter *meter;
	struct world world;
	struct world_memory memory;
	struct companions *companions; /* NULL where there are none; between samples they stand still */
	struct region pages, tables;
	void *small; /* lruvec and order */
	uint64_t random;
	size_t passes;   /* timed, per sample; more of short ones where the clock is coarse */
	double *pass_ns; /* [passes] */
	double *scratch; /* [passes] */
};

enum { MAX_PASSES = 4096, STACK_STEP = 16 };

/**
 * bench_open - builds the case's world in memory of its own
 *
 * Returns NULL or one line saying what went wrong.
 */
const char *bench_open(struct bench *state, const struct bench_case *bench, struct meter *meter,
		       uint64_t seed);
void bench_close(struct bench *state);

/**
 * bench_first_pass - one untimed pass of @entry from a reset, and its check
 *
 * Returns NULL or what is broken.
 */
const char *bench_first_pass(struct bench *state, size_t entry);

/**
 * bench_round - one sample of every entry, in random order, at a stack and
 * data offset drawn for this round
 * @samples: case_entries() of them; round and replicate are the caller's to set
 * @check: whether to check the world after each entry's last pass
 *
 * Returns NULL, or what is broken. *@nr is how many samples were finished: fewer
 * than all where the stop flag was set.
 */
const char *bench_round(struct bench *state, struct sample *samples, size_t *nr, bool check);

/**
 * bench_reset - the starting state of the world, with the companions at work on it
 */
void bench_reset(struct bench *state);

/**
 * take_sample - measures @entry once
 * @sample: its offsets are set; the rest is filled in
 *
 * A pass into which a context switch, page fault or migration fell is not part
 * of it; where more than half of its passes are lost, or one gap is too long,
 * or all of it is but a few steps of the clock, or a companion did nothing
 * meanwhile, the sample is marked as left out. Returns false where the stop flag
 * was set before it was whole.
 */
bool take_sample(struct bench *state, size_t entry, struct sample *sample);

#endif
