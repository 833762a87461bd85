/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From what was measured of a plan to the cells of its map and what bounds them. */
#ifndef FOLIOLAB_PREFETCH_CELLS_H
#define FOLIOLAB_PREFETCH_CELLS_H

#include "prefetch/plan.h"
#include "prefetch/verdict.h"

/* what memory itself takes, on one working set; ns per line, NAN where not measured */
struct bounds {
	struct interval latency; /* of a load that waits for the one before it */
	struct interval read;    /* lines in address order, loaded */
	struct interval write;   /* loaded and stored to */
};

struct map {
	const struct map_plan *plan;
	const struct outcome *outcomes; /* by case; .bench is NULL where it was not measured */
	struct cell *cells;
	size_t nr_cells;
	char (*loops)[64];                   /* names, by case */
	struct bounds bounds[2][MAX_LEVELS]; /* hardware prefetchers on, off */
};

/**
 * map_make - the map of all cases that were measured; free with map_free()
 *
 * Returns 0, or -1 where memory ran out.
 */
int map_make(struct map *map, const struct map_plan *plan, const struct outcome *outcomes);
void map_free(struct map *map);

/**
 * most_saved - what a perfect prefetch could save of a loop at most; ns per item
 * @without: the loop's time on this working set
 * @inside: its time where everything lies in the smallest one
 * @line: what a line takes on this working set when its address is known and in order
 *
 * A prefetch moves the miss to another time, it does not take away the loop's
 * own work, nor the line's way through memory. NAN where anything is missing.
 */
double most_saved(double without, double inside, double line);

#endif
