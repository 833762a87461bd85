/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Applies what was kept of a patch to our copy of the tree's files. */
#ifndef FOLIOLAB_LIFT_APPLY_H
#define FOLIOLAB_LIFT_APPLY_H

#include "lift/text.h"

/**
 * apply_diff - runs patch in @folder on its `tree`
 * @name: of the file that the diff is kept in
 * @fuzzy: set to the hunks that only fit with fuzz, "" for none
 *
 * Returns 0, or -1 with one line in @error that names the hunk that failed.
 */
int apply_diff(const struct text *diff, const char *folder, const char *name, char fuzzy[128], char *error,
	       size_t size);

#endif
