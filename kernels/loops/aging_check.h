/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef FOLIOLAB_AGING_CHECK_H
#define FOLIOLAB_AGING_CHECK_H

#include "kernel.h"

/**
 * aging_check - what must be true after passes of inc_min_seq since a reset
 *
 * Spec section 5, invariants 1 to 9, 12, 16 to 18 and 20: order by the rung's
 * rule, labels, page counts, `protected`, flags bit by bit.
 */
const char *aging_check(struct world *world, const struct variant *variant, size_t passes);

#endif
