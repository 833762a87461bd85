/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Random starting points for a step of aging: every list populated, labels and counts of all kinds. */
#ifndef FOLIOLAB_TESTS_KERNELS_SCENE_H
#define FOLIOLAB_TESTS_KERNELS_SCENE_H

#include "oracle.h"

/* which folios of the oldest lists a walk has promoted, told per list */
enum promoted_kind {
	NONE_PROMOTED,
	ALL_PROMOTED,
	ALTERNATING_PROMOTED,
	FIRST_PROMOTED, /* the one at the head */
	LAST_PROMOTED,
	SOME_PROMOTED,
	PROMOTED_KINDS,
};

enum sizes { ALL_SMALL, ALL_LARGE, MIXED_SIZES };

struct scene {
	size_t folios; /* on the oldest lists of the type that ages */
	size_t others; /* at most so many on each other list */
	enum promoted_kind promoted;
	enum sizes sizes;
	unsigned int zones;
	int type;
	uint64_t min_seq;
	bool pending; /* a walk's batch is not yet in nr_pages */
	uint64_t seed;
};

/**
 * scene_draw - a scene of that many folios, everything else at random
 */
struct scene scene_draw(size_t folios, uint64_t *random);

/**
 * scene_state - the state a scene describes; the caller frees it
 */
void scene_state(const struct scene *scene, struct state *state);

#endif
