/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether lists hold the folios in the order that a rule foretells. */
#ifndef FOLIOLAB_MODEL_ORDER_CHECK_H
#define FOLIOLAB_MODEL_ORDER_CHECK_H

#include "model/world.h"

/* one class of folios: those that started promoted, or those that did not */
struct listing {
	bool promoted;
	int gen;                 /* the generation whose lists they must be on, and be alone on */
	unsigned int first_zone; /* folios of lower zones are on none of these lists */
	bool reversed;           /* whether the list's order is the reverse of the starting one */
};

/**
 * order_check - compares the lists of one class with what they must be
 *
 * Goes by the starting order and not along the links, so that it does not
 * wait for a chain of cache misses. Every link of every list is compared.
 * Returns NULL or what is broken.
 */
const char *order_check(const struct world *world, const struct listing *listing);

/**
 * seq_check - the workload's type is at @min_seq, the other at 0, both at
 * @max_seq, and no active or inactive size has changed
 */
const char *seq_check(const struct world *world, uint64_t min_seq, uint64_t max_seq);

/**
 * unaged_check - no seq has moved, nothing counts as protected, page counts
 * follow the labels
 */
const char *unaged_check(const struct world *world);

/**
 * untouched_check - as unaged_check(), and all folios are on the lists of @gen
 * as they were put there
 */
const char *untouched_check(const struct world *world, int gen);

#endif
