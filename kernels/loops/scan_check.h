/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef FOLIOLAB_SCAN_CHECK_H
#define FOLIOLAB_SCAN_CHECK_H

#include "kernel.h"

/**
 * scan_check - what must be true after a pass of scan, or before the first one
 *
 * Who was promoted, protected, of no eligible zone and isolated, each class in
 * the order that the variant's direction gives it; flags, references, links,
 * page counts, sizes and `protected`.
 */
const char *scan_check(struct world *world, const struct variant *variant, size_t passes);

#endif
