/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs that the lifter runs: fixed arguments, no shell, bounded in time and in what they say. */
#ifndef FOLIOLAB_LIFT_SPAWN_H
#define FOLIOLAB_LIFT_SPAWN_H

#include "lift/text.h"

/**
 * spawn_run - runs a program to its end
 * @argv: found on the PATH, ends with NULL
 * @folder: where it runs
 * @output: what it says, standard error included; emptied first
 *
 * Standard input is empty and the environment holds little more than the
 * PATH. Returns its exit status, or -1 with one line in @error where it cannot
 * be run, takes too long or says too much.
 */
int spawn_run(const char *const *argv, const char *folder, struct text *output, char *error, size_t size);

#endif
