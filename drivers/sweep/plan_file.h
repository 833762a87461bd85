/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plan file: one line each for a kernel, its variants, and the values of the
 * options of its workload; what stands before the first kernel holds for all.
 * docs/sweeps.md has an example.
 */
#ifndef FOLIOLAB_PLAN_FILE_H
#define FOLIOLAB_PLAN_FILE_H

#include "sweep/matrix.h"

/**
 * plan_parse - a plan's text as a matrix
 * @name: of the file, for errors, which name its lines, too
 *
 * @text is changed. Returns 0, or an error after one line on stderr. matrix_free() either way.
 */
error_t plan_parse(struct matrix *matrix, const char *name, char *text, struct options *options);

/**
 * plan_read - a plan file, of at most 64 KB
 */
error_t plan_read(struct matrix *matrix, const char *name, struct options *options);

#endif
