/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machines that an environment.json tells of; for collection.c and what writes merged folders. */
#ifndef FOLIOLAB_MACHINES_H
#define FOLIOLAB_MACHINES_H

#include "compare/collection.h"

/**
 * machines_add - the machine of a folder, or those that were merged into it
 *
 * Named after the folder; machines of a merged one keep their names. A name
 * that is taken gets a number. Returns 0, or -1 with "what: what to do" in @error.
 */
int machines_add(struct collection *collection, const char *folder, json_t *environment, char *error,
		 size_t size);

/**
 * machine_kind - the core kind of a CPU there, -1 where it is not told
 */
int machine_kind(const struct machine *machine, int cpu);

/**
 * machine_cache - bytes of a CPU's data or unified cache of a level, 0 where it is not told
 */
double machine_cache(const struct machine *machine, int cpu, int level);

#endif
