/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The map for people, 72 columns of ASCII, and for files. */
#ifndef FOLIOLAB_PREFETCH_MAP_REPORT_H
#define FOLIOLAB_PREFETCH_MAP_REPORT_H

#include <jansson.h>
#include <stdio.h>

#include "prefetch/cells.h"

/**
 * map_print - a block per loop and working set: findings in percent, blank where there is none
 */
void map_print(FILE *out, const struct map *map);

/**
 * map_bounds_print - latency and bandwidth per working set, and how much of
 * what could be saved the best prefetch saves
 */
void map_bounds_print(FILE *out, const struct map *map);

/**
 * map_csv - one row per cell
 *
 * Columns: loop,prefetch,idle,hw_prefetch,level,bytes,layout,ratio,ratio_lo,
 * ratio_hi,control_lo,control_hi,nop_lo,nop_hi,finding,without_ns,with_ns,most_ns.
 * What was not measured is an empty field.
 */
void map_csv(FILE *out, const struct map *map);

/* the same rows as JSON objects, and the bounds; NULL where memory ran out */
json_t *map_json(const struct map *map);
json_t *map_bounds_json(const struct map *map);

#endif
