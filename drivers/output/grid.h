/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Aligned columns and wrapped lines within 72 columns of ASCII. */
#ifndef FOLIOLAB_GRID_H
#define FOLIOLAB_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "engine/plan.h"

enum { LINE_WIDTH = 72, GRID_COLUMNS = 7, GRID_ROWS = MAX_VARIANTS + 2, GRID_CELL = 40 };

struct grid {
	size_t rows;
	char cells[GRID_ROWS][GRID_COLUMNS][GRID_CELL];
};

/* text of a cell in the last row; columns that stay empty in all rows take no room */
void grid_cell(struct grid *grid, size_t column, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/**
 * grid_print - column 0 and those in @left to the left, the others to the right
 * @left: bit i for column i
 */
void grid_print(FILE *out, const struct grid *grid, unsigned int left);

/**
 * print_wrapped - a line broken at spaces, what follows the first break indented by two
 */
void print_wrapped(FILE *out, const char *text);

#endif
