/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A second thread that writes to folios' flags while a kernel runs: promotes
 * as a walk does, flips a bit, sets refs. It keeps account of what it did, so
 * that what must come of both is known exactly.
 */
#ifndef FOLIOLAB_TESTS_KERNELS_RACER_H
#define FOLIOLAB_TESTS_KERNELS_RACER_H

#include <pthread.h>
#include <stdatomic.h>

#include "real.h"

/* no loop reads it */
#define FLIPPED_BIT FLAG(PG_DIRTY)

struct racer {
	struct real real;
	int young;         /* label it promotes to */
	unsigned int rare; /* one write in so many is a promotion; 0: none */
	uint64_t random;
	int *saw;       /* label a folio had when it was promoted here, -1 where it was not */
	uint8_t *flips; /* how often the bit was flipped, modulo 2 */
	long deltas[MAX_NR_GENS][MAX_NR_ZONES]; /* pages moved, not in nr_pages */
	atomic_size_t writes;
	atomic_bool stop;
	pthread_t thread;
};

/**
 * racer_start - starts the thread and waits until it writes; false if there can be none
 */
bool racer_start(struct racer *racer, const struct real *real, int young, unsigned int rare, uint64_t seed);
void racer_stop(struct racer *racer);
void racer_free(struct racer *racer);

#endif
