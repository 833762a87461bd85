/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The CPUs that a collection's rows were measured on, in an order, and the columns a table shows them in. */
#ifndef FOLIOLAB_ORIGINS_H
#define FOLIOLAB_ORIGINS_H

#include <stdio.h>

#include "compare/collection.h"

struct origin {
	size_t machine;
	int kind, cpu;
};

enum statistic { THE_VALUE, THE_LOWEST, THE_MEDIAN, THE_HIGHEST };

/* a column: one origin, or a statistic over neighbours of the same machine and core kind */
struct origin_column {
	size_t first, nr; /* origins */
	enum statistic statistic;
	char head[16];
};

struct origins {
	struct origin *list; /* by machine, kind, CPU */
	size_t nr;
	struct origin_column *columns;
	size_t nr_columns;
};

/**
 * origins_find - all origins, and their columns: more than four CPUs of a kind
 * are shown by the lowest, the median and the highest of them
 *
 * Returns 0, or -1 where memory ran out. origins_free() either way.
 */
int origins_find(struct origins *origins, const struct collection *collection);
void origins_free(struct origins *origins);

/* the index of a result's origin */
size_t origin_of(const struct origins *origins, const struct result *result);

/**
 * origin_figure - what a column shows
 * @values: one for each origin, NAN where it has none
 */
double origin_figure(const struct origin_column *column, const double *values);

/**
 * origins_print - a line or two for each column: folder, CPU, model, compiler, origin of cycles
 */
void origins_print(FILE *out, const struct origins *origins, const struct collection *collection);

#endif
