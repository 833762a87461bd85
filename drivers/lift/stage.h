/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One stage of a lift as a C file: the tree as it is at that moment, behind the shim. */
#ifndef FOLIOLAB_LIFT_STAGE_H
#define FOLIOLAB_LIFT_STAGE_H

#include "lift/text.h"
#include "lifted/lifted.h"

/* the extra checks that a kernel's configuration puts into its lists */
enum list_checks { CHECKS_NONE, CHECKS_HARDENED, CHECKS_DEBUG };

/**
 * stage_print - writes out what a stage is compiled from
 * @tree: a folder of our own with the files of the tree
 * @shim: the folder that holds lifted/shim.h
 *
 * Returns 0, or -1 with one line in @error.
 */
int stage_print(const struct liftable *what, const char *tree, const char *shim, enum list_checks checks,
		struct text *out, char *error, size_t size);

#endif
