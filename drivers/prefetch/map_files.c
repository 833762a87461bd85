// SPDX-License-Identifier: GPL-2.0-or-later
/* The map as rows: map.csv and JSON. */
#include <math.h>
#include <stdint.h>

#include "output/columns.h"
#include "prefetch/map_report.h"

struct row {
	const char *loop, *prefetch, *idle, *hw_prefetch, *level;
	int64_t bytes;
	const char *layout;
	struct interval ratio, control, nop;
	const char *finding;
	double without_ns, with_ns, most_ns;
};

static const struct column columns[] = {
	ROW_TEXT("loop", loop),
	ROW_TEXT("prefetch", prefetch),
	ROW_TEXT("idle", idle),
	ROW_TEXT("hw_prefetch", hw_prefetch),
	ROW_TEXT("level", level),
	ROW_COUNT("bytes", bytes),
	ROW_TEXT("layout", layout),
	ROW_FIGURE("ratio", ratio.mid),
	ROW_FIGURE("ratio_lo", ratio.lo),
	ROW_FIGURE("ratio_hi", ratio.hi),
	ROW_FIGURE("control_lo", control.lo),
	ROW_FIGURE("control_hi", control.hi),
	ROW_FIGURE("nop_lo", nop.lo),
	ROW_FIGURE("nop_hi", nop.hi),
	ROW_TEXT("finding", finding),
	ROW_FIGURE("without_ns", without_ns),
	ROW_FIGURE("with_ns", with_ns),
	ROW_FIGURE("most_ns", most_ns),
};

enum { NR_COLUMNS = sizeof(columns) / sizeof(columns[0]) };

static struct row row_of(const struct cell *cell)
{
	static const char *const findings[] = {
		[FINDING_UNKNOWN] = "unknown",
		[FINDING_NONE] = "none",
		[FINDING_HELPS] = "helps",
		[FINDING_HURTS] = "hurts",
	};

	return (struct row){
		.loop = cell->loop,
		.prefetch = cell->flavour,
		.idle = cell->idle ? "yes" : "no",
		.hw_prefetch = cell->hw_off ? "off" : "as found",
		.level = cell->level,
		.bytes = (int64_t)cell->bytes,
		.layout = cell->layout,
		.ratio = cell->ratio,
		.control = cell->control,
		.nop = cell->nop,
		.finding = findings[cell_finding(cell)],
		.without_ns = cell->without_ns,
		.with_ns = cell->with_ns,
		.most_ns = cell->most_ns,
	};
}

void map_csv(FILE *out, const struct map *map)
{
	columns_csv_header(out, columns, NR_COLUMNS);
	for (size_t i = 0; i < map->nr_cells; i++) {
		struct row row = row_of(&map->cells[i]);

		columns_csv_row(out, columns, NR_COLUMNS, &row);
	}
}

json_t *map_json(const struct map *map)
{
	json_t *rows = json_array();

	for (size_t i = 0; rows && i < map->nr_cells; i++) {
		struct row row = row_of(&map->cells[i]);

		json_array_append_new(rows, columns_json(columns, NR_COLUMNS, &row));
	}
	return rows;
}

static json_t *figure_json(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

json_t *map_bounds_json(const struct map *map)
{
	json_t *rows = json_array();

	for (int off = 0; off < 2; off++)
		for (size_t i = 0; i < map->plan->nr_levels; i++) {
			const struct bounds *bounds = &map->bounds[off][i];

			if (off && !isfinite(bounds->latency.mid))
				continue;
			json_array_append_new(rows, json_pack("{s:s, s:s, s:I, s:o, s:o, s:o}", "hw_prefetch",
							      off ? "off" : "as found", "level",
							      map->plan->levels[i].name, "bytes",
							      (json_int_t)map->plan->levels[i].bytes,
							      "latency_ns", figure_json(bounds->latency.mid),
							      "read_ns", figure_json(bounds->read.mid),
							      "write_ns", figure_json(bounds->write.mid)));
		}
	return rows;
}
