/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the commands that read results folders back share. */
#ifndef FOLIOLAB_COLLECT_H
#define FOLIOLAB_COLLECT_H

#include "commands/options.h"
#include "compare/collection.h"

/**
 * collection_read - reads folders into an empty collection; warns of those that are not complete
 *
 * Returns 0, or EXIT_FAILED after one line on stderr. collection_free() either way.
 */
int collection_read(struct collection *collection, const char *const *folders, size_t nr);

/**
 * collection_print - all of it on standard output
 *
 * Returns 0, or EXIT_FAILED after one line on stderr.
 */
int collection_print(const struct collection *collection, enum format format);

/**
 * collection_write_cpus - cpus.csv, which plots need, in a folder
 *
 * Returns 0, or EXIT_FAILED after one line on stderr.
 */
int collection_write_cpus(const struct collection *collection, const char *folder);

#endif
