/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rows of several folders as one: CSV, JSON, or a folder that tables and plots read as any other. */
#ifndef FOLIOLAB_MERGE_H
#define FOLIOLAB_MERGE_H

#include <jansson.h>
#include <stdio.h>

#include "compare/collection.h"

/**
 * merge_csv - all rows, under all columns that any folder has
 *
 * machine, arch, cpu_model and kind stand first; what a folder lacks is empty.
 * Returns 0, or -1 where memory ran out.
 */
int merge_csv(FILE *out, const struct collection *collection);

/* the same rows as an array of objects, null for what is empty; NULL where memory ran out */
json_t *merge_json(const struct collection *collection);

/* environment.json of a merged folder: what each machine's own said, by the machine's name */
json_t *merge_environment(const struct collection *collection);

/**
 * merge_cpus - a row for each CPU: machine, arch, CPU model, compiler, Linux
 * release, CPU, kind, bytes of its caches, for plots, which read no JSON
 *
 * Commas and quotes within a field become blanks. Returns 0, or -1 where memory ran out.
 */
int merge_cpus(FILE *out, const struct collection *collection);

#endif
