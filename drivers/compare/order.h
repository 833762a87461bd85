/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Readings in the order in which people read them: kernel, part, workload, variant, CPU. */
#ifndef FOLIOLAB_ORDER_H
#define FOLIOLAB_ORDER_H

#include "compare/collection.h"
#include "compare/origins.h"

struct ordered {
	const struct result *result;
	size_t group;   /* kernel and part, numbered as they first appear */
	size_t variant; /* within the group, likewise */
	size_t origin;
};

/**
 * order_results - all results of a collection, to be freed; NULL where memory ran out
 */
struct ordered *order_results(const struct collection *collection, const struct origins *origins);

/* compares the keys of two results, numbers by their size */
int compare_keys(const struct result *a, const struct result *b);

#endif
