/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Between a state, which is plain arrays, and the linked folios that the loops run on. */
#ifndef FOLIOLAB_TESTS_KERNELS_REAL_H
#define FOLIOLAB_TESTS_KERNELS_REAL_H

#include "model/world.h"
#include "oracle.h"

struct real {
	struct folio *pages;
	size_t stride; /* struct pages from one folio to the next */
	size_t folios;
	struct lruvec *lruvec;
};

static inline struct folio *real_folio(const struct real *real, size_t index)
{
	return real->pages + index * real->stride;
}

/**
 * real_alloc - memory for @folios folios, each with a line for its tail
 */
struct real real_alloc(size_t folios);
void real_free(struct real *real);

/**
 * real_bytes - what real_place() needs
 */
size_t real_bytes(size_t folios);

/**
 * real_place - as real_alloc(), over memory that is the caller's and aligned to a line
 */
struct real real_place(void *memory, size_t folios);

/**
 * real_of_world - the folios of a kernel's world
 */
struct real real_of_world(const struct world *world);

/**
 * real_build - links the folios as @state has them; what no loop may touch gets a pattern
 */
void real_build(const struct real *real, const struct state *state);

/**
 * real_read - reads the state back, along the links in both directions
 *
 * Returns NULL or what is broken: a link that does not lead back, a folio on
 * two lists or on none.
 */
const char *real_read(const struct real *real, struct state *state);

/**
 * real_differs - what differs from @state, NULL if nothing does
 *
 * Also looks at what real_build() laid out and no loop may touch.
 */
const char *real_differs(const struct real *real, const struct state *state);

#endif
