/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What aging the running kernel depends on, and what to do where it is missing. */
#ifndef FOLIOLAB_AGE_NEEDS_H
#define FOLIOLAB_AGE_NEEDS_H

#include "age/undo.h"
#include "age/workers.h"

enum { MAX_NEEDS = 12, NEED_WORDS = 256 };

struct needs {
	const char *sysroot; /* "" for the real machine, else a folder that stands for / */
	bool root;           /* whether the process may do what root may */
	enum age_map map;
	bool huge;        /* huge pages are wanted */
	bool swap;        /* a swap file will be made */
	uint64_t swapped; /* bytes that will be swapped out; 0: none, swap must only be free */
	uint64_t bytes;
};

struct need {
	char what[NEED_WORDS];   /* what is missing, one line */
	char remedy[NEED_WORDS]; /* what to do, mostly a command */
};

/**
 * needs_missing - looks for all that is missing
 *
 * Where the kernel or the right to look is missing that is all. Returns how
 * many were written to @missing.
 */
size_t needs_missing(const struct needs *needs, struct need missing[MAX_NEEDS]);

/**
 * needs_set_up - changes what can be changed of what is missing: lru_gen on, debugfs mounted, memory
 * controller on, huge pages allowed
 *
 * undo_all() takes it back. What cannot be changed so is left for
 * needs_missing() to tell. Returns 0, or -1 with a line in @error.
 */
int needs_set_up(const struct needs *needs, const struct undo *undo, char *error, size_t size);

#endif
