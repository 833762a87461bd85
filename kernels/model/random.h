/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Seeded random numbers (splitmix64): the same world from the same seed, on any machine. */
#ifndef FOLIOLAB_MODEL_RANDOM_H
#define FOLIOLAB_MODEL_RANDOM_H

#include <stdint.h>

static inline uint64_t random_next(uint64_t *state)
{
	uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

/* uniform in [0, limit), limit at most 2^32 */
static inline uint64_t random_below(uint64_t *state, uint64_t limit)
{
	return (random_next(state) >> 32) * limit >> 32;
}

#endif
