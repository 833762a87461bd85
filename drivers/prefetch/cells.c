// SPDX-License-Identifier: GPL-2.0-or-later
#include "prefetch/cells.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prefetch/loops.h"

static const struct interval nothing = { NAN, NAN, NAN };

double most_saved(double without, double inside, double line)
{
	double least = inside > line ? inside : line;

	if (!isfinite(without) || !isfinite(inside) || !isfinite(line))
		return NAN;
	return without > least ? without - least : 0;
}

static const struct map_case *case_of(const struct map *map, const struct outcome *outcome)
{
	return &map->plan->cases[outcome - map->outcomes];
}

/* an idle instruction that goes after the same folio as @variant's does, in the same case */
static struct interval nop_beside(const struct outcome *outcome, const struct variant *variant)
{
	const char *target = strrchr(variant->prefetch, ' ');

	for (size_t entry = 1; target && entry < outcome->bench->nr_variants; entry++) {
		const struct variant *other = case_variant(outcome->bench, entry);

		if (other != variant && prefetch_is(other, "nop") && prefetch_of(other, target + 1))
			return outcome->estimates[entry][PART_ALL].ratio;
	}
	return nothing;
}

static void make_cell(struct cell *cell, const struct map *map, const struct outcome *outcome, size_t entry)
{
	const struct map_case *one = case_of(map, outcome);
	const struct bench_case *bench = outcome->bench;
	const struct variant *variant = case_variant(bench, entry);

	*cell = (struct cell){
		.loop = map->loops[outcome - map->outcomes],
		.level = map->plan->levels[one->level].name,
		.bytes = map->plan->levels[one->level].bytes,
		.idle = prefetch_is(variant, "nop"),
		.hw_off = one->hw_off,
		.ratio = outcome->estimates[entry][PART_ALL].ratio,
		.control = outcome->estimates[bench->nr_variants][PART_ALL].ratio,
		.nop = nop_beside(outcome, variant),
		.without_ns = outcome->estimates[0][PART_ALL].ns.mid,
		.with_ns = outcome->estimates[entry][PART_ALL].ns.mid,
		.most_ns = NAN,
	};
	plan_layout_name(&bench->load, cell->layout, sizeof(cell->layout));
	if (prefetch_has_distance(variant))
		snprintf(cell->flavour, sizeof(cell->flavour), "%s@%u", variant->prefetch,
			 bench->load.prefetch_distance);
	else
		snprintf(cell->flavour, sizeof(cell->flavour), "%s", variant->prefetch);
}

/* the time of the same loop on the same order where the working set is smallest */
static double inside_ns(const struct map *map, const struct cell *cell)
{
	const struct cell *smallest = cell;

	for (size_t i = 0; i < map->nr_cells; i++) {
		const struct cell *other = &map->cells[i];

		if (other->bytes < smallest->bytes && other->hw_off == cell->hw_off &&
		    !strcmp(other->loop, cell->loop) && !strcmp(other->layout, cell->layout))
			smallest = other;
	}
	return smallest->bytes < cell->bytes ? smallest->without_ns : NAN;
}

static size_t level_of(const struct map *map, const struct cell *cell)
{
	size_t level = 0;

	while (level + 1 < map->plan->nr_levels && map->plan->levels[level].name != cell->level)
		level++;
	return level;
}

static void make_bounds(struct map *map, const struct outcome *outcome)
{
	const struct map_case *one = case_of(map, outcome);
	struct bounds *bounds = &map->bounds[one->hw_off][one->level];

	if (!strcmp(outcome->bench->kernel->name, "latency")) {
		bounds->latency = outcome->estimates[0][PART_ALL].ns;
		return;
	}
	bounds->read = outcome->estimates[0][PART_ALL].ns;
	bounds->write = outcome->estimates[1][PART_ALL].ns;
}

int map_make(struct map *map, const struct map_plan *plan, const struct outcome *outcomes)
{
	*map = (struct map){ .plan = plan, .outcomes = outcomes };
	for (size_t i = 0; i < (size_t)2 * MAX_LEVELS; i++)
		map->bounds[i / MAX_LEVELS][i % MAX_LEVELS] = (struct bounds){ nothing, nothing, nothing };
	map->cells = calloc(plan->nr_cells + 1, sizeof(*map->cells));
	map->loops = calloc(plan->nr_cases + 1, sizeof(*map->loops));
	if (!map->cells || !map->loops) {
		map_free(map);
		return -1;
	}
	for (size_t i = 0; i < plan->nr_cases; i++) {
		const struct bench_case *bench = outcomes[i].bench;

		if (!bench)
			continue;
		loop_name(bench->kernel, bench->variants[0], map->loops[i], sizeof(map->loops[i]));
		if (plan->cases[i].bound)
			make_bounds(map, &outcomes[i]);
		for (size_t entry = 1; !plan->cases[i].bound && entry < bench->nr_variants; entry++)
			make_cell(&map->cells[map->nr_cells++], map, &outcomes[i], entry);
	}
	for (size_t i = 0; i < map->nr_cells; i++) {
		struct cell *cell = &map->cells[i];
		const struct bounds *bounds = &map->bounds[cell->hw_off][level_of(map, cell)];

		cell->most_ns = most_saved(cell->without_ns, inside_ns(map, cell), bounds->write.mid);
	}
	return 0;
}

void map_free(struct map *map)
{
	free(map->cells);
	free(map->loops);
	map->cells = NULL;
	map->loops = NULL;
	map->nr_cells = 0;
}
