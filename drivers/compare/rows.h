/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rows of a sheet as results; for collection.c. */
#ifndef FOLIOLAB_ROWS_H
#define FOLIOLAB_ROWS_H

#include "compare/collection.h"

/**
 * rows_add - adds the rows of the collection's last sheet
 * @first: the machine they are of, or the first of those a column "machine" may name
 *
 * Returns 0, or -1 with "line N: what is wrong" in @error.
 */
int rows_add(struct collection *collection, size_t first, char *error, size_t size);

#endif
