// SPDX-License-Identifier: GPL-2.0-or-later
#include "prefetch/map_report.h"

#include <math.h>
#include <string.h>

#include "output/grid.h"
#include "output/number.h"

static const char *size_text(size_t bytes, char *text, size_t size)
{
	if (bytes >> 20 && !(bytes & ((1 << 20) - 1)))
		snprintf(text, size, "%zu MB", bytes >> 20);
	else
		snprintf(text, size, "%zu KB", bytes >> 10);
	return text;
}

/* what belongs together in one block */
struct block {
	const struct map *map;
	const char *loop, *level;
	bool hw_off;
};

static bool in_block(const struct block *block, const struct cell *cell)
{
	return cell->level == block->level && cell->hw_off == block->hw_off &&
	       !strcmp(cell->loop, block->loop);
}

/* the cell of a block with that prefetch (NULL: any) on the plan's @layout, or NULL */
static const struct cell *block_cell(const struct block *block, const char *flavour, size_t layout)
{
	char name[24];

	plan_layout_name(&block->map->plan->layouts[layout], name, sizeof(name));
	for (size_t i = 0; i < block->map->nr_cells; i++) {
		const struct cell *cell = &block->map->cells[i];

		if (in_block(block, cell) && (!flavour || !strcmp(cell->flavour, flavour)) &&
		    !strcmp(cell->layout, name))
			return cell;
	}
	return NULL;
}

static bool is_finding(const struct cell *cell)
{
	enum finding finding = cell_finding(cell);

	return finding == FINDING_HELPS || finding == FINDING_HURTS;
}

static void head_rows(struct grid *grid, const struct block *block, const char *first)
{
	grid->rows = 1;
	grid_cell(grid, 0, "%s", first);
	for (size_t i = 0; i < block->map->plan->nr_layouts; i++) {
		char name[24];

		plan_layout_name(&block->map->plan->layouts[i], name, sizeof(name));
		grid_cell(grid, i + 1, "%s", name);
	}
}

static void without_row(struct grid *grid, const struct block *block)
{
	grid->rows++;
	grid_cell(grid, 0, "without, ns");
	for (size_t i = 0; i < block->map->plan->nr_layouts; i++) {
		const struct cell *cell = block_cell(block, NULL, i);

		grid_cell(grid, i + 1, "%s", cell ? number_fixed(cell->without_ns, 1).text : "-");
	}
}

/* false where the flavour shows nothing on any layout: then there is no row */
static bool flavour_row(struct grid *grid, const struct block *block, const char *flavour)
{
	bool any = false;

	for (size_t i = 0; i < block->map->plan->nr_layouts; i++) {
		const struct cell *cell = block_cell(block, flavour, i);

		if (!cell || !is_finding(cell))
			continue;
		if (!any) {
			grid->rows++;
			grid_cell(grid, 0, "%s", flavour);
		}
		any = true;
		grid_cell(grid, i + 1, "%s%s%%", cell->ratio.mid > 1 ? "+" : "",
			  number_fixed((cell->ratio.mid - 1) * 100, 1).text);
	}
	return any;
}

/* whether the cell is the first of its block, or with @flavour of its flavour in the block */
static bool is_first(const struct block *block, size_t index, bool flavour)
{
	const struct cell *cells = block->map->cells;

	for (size_t i = 0; i < index; i++)
		if (in_block(block, &cells[i]) && (!flavour || !strcmp(cells[i].flavour, cells[index].flavour)))
			return false;
	return true;
}

static void print_block(FILE *out, const struct block *block)
{
	const struct map *map = block->map;
	struct grid grid = { 0 };
	size_t silent = 0;

	head_rows(&grid, block, "");
	without_row(&grid, block);
	for (size_t i = 0; i < map->nr_cells; i++) {
		if (!in_block(block, &map->cells[i]) || !is_first(block, i, true))
			continue;
		if (grid.rows + 1 < GRID_ROWS)
			silent += !flavour_row(&grid, block, map->cells[i].flavour);
	}
	grid_print(out, &grid, 1);
	if (silent)
		fprintf(out, "%zu more: nothing shows\n", silent);
	fputc('\n', out);
}

void map_print(FILE *out, const struct map *map)
{
	for (size_t i = 0; i < map->nr_cells; i++) {
		const struct cell *cell = &map->cells[i];
		struct block block = { map, cell->loop, cell->level, cell->hw_off };
		char size[32];

		if (!is_first(&block, i, false))
			continue;
		fprintf(out, "%s, %s (%s)%s\n", cell->loop, cell->level,
			size_text(cell->bytes, size, sizeof(size)),
			cell->hw_off ? ", hardware prefetchers off" : "");
		print_block(out, &block);
	}
}

static bool has_bounds(const struct bounds *bounds)
{
	return isfinite(bounds->latency.mid) || isfinite(bounds->read.mid) || isfinite(bounds->write.mid);
}

static void bounds_row(struct grid *grid, const struct level *level, const struct bounds *bounds, bool off)
{
	char size[32];

	grid->rows++;
	grid_cell(grid, 0, "%s%s", level->name, off ? ", hw off" : "");
	grid_cell(grid, 1, "%s", size_text(level->bytes, size, sizeof(size)));
	grid_cell(grid, 2, "%s", number_fixed(bounds->latency.mid, 1).text);
	grid_cell(grid, 3, "%s", number_fixed(bounds->read.mid, 2).text);
	grid_cell(grid, 4, "%s", number_fixed(64 / bounds->read.mid, 0).text);
	grid_cell(grid, 5, "%s", number_fixed(bounds->write.mid, 2).text);
	grid_cell(grid, 6, "%s", number_fixed(64 / bounds->write.mid, 0).text);
}

/* saved by the best prefetch that is a finding, of what could be */
static void room_cell(struct grid *grid, const struct block *block, size_t layout)
{
	const struct cell *best = block_cell(block, NULL, layout);
	double most = best ? best->most_ns : NAN, saved = 0;
	char name[24];

	plan_layout_name(&block->map->plan->layouts[layout], name, sizeof(name));
	for (size_t i = 0; i < block->map->nr_cells; i++) {
		const struct cell *cell = &block->map->cells[i];
		double here = cell->without_ns * (1 - cell->ratio.mid);

		if (in_block(block, cell) && !strcmp(cell->layout, name) && !cell->idle &&
		    cell_finding(cell) == FINDING_HELPS && here > saved)
			saved = here;
	}
	if (!isfinite(most))
		return;
	grid_cell(grid, layout + 1, "%s/%s", number_fixed(saved, 1).text, number_fixed(most, 1).text);
}

static void print_room(FILE *out, const struct map *map)
{
	struct grid grid = { 0 };

	for (size_t i = 0; i < map->nr_cells; i++) {
		const struct cell *cell = &map->cells[i];
		struct block block = { map, cell->loop, cell->level, cell->hw_off };

		if (!is_first(&block, i, false) || !isfinite(cell->most_ns) || grid.rows + 1 >= GRID_ROWS)
			continue;
		if (!grid.rows)
			head_rows(&grid, &block, "");
		grid.rows++;
		grid_cell(&grid, 0, "%.30s %s%s", cell->loop, cell->level, cell->hw_off ? " off" : "");
		for (size_t k = 0; k < map->plan->nr_layouts; k++)
			room_cell(&grid, &block, k);
	}
	if (!grid.rows)
		return;
	print_wrapped(out, "saved by the best prefetch / at most to be saved, ns per folio");
	grid_print(out, &grid, 1);
	print_wrapped(out, "(at most: what the loop takes beyond itself in the smallest working set, "
			   "and beyond a written line's own time above)");
}

void map_bounds_print(FILE *out, const struct map *map)
{
	struct grid grid = { .rows = 1 };

	grid_cell(&grid, 0, "bounds");
	grid_cell(&grid, 2, "latency ns");
	grid_cell(&grid, 3, "read ns");
	grid_cell(&grid, 4, "GB/s");
	grid_cell(&grid, 5, "write ns");
	grid_cell(&grid, 6, "GB/s");
	for (int off = 0; off < 2; off++)
		for (size_t i = 0; i < map->plan->nr_levels; i++)
			if (has_bounds(&map->bounds[off][i]))
				bounds_row(&grid, &map->plan->levels[i], &map->bounds[off][i], off);
	if (grid.rows > 1) {
		grid_print(out, &grid, 3);
		fputs("(latency: a dependent load; read, write: a line in address order)\n\n", out);
	}
	print_room(out, map);
}
