/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs that the lab runs: fixed arguments, no shell, bounded in time and in what they say. */
#ifndef FOLIOLAB_LIFT_SPAWN_H
#define FOLIOLAB_LIFT_SPAWN_H

#include <signal.h>

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

/* a program that may take long: a build, a guest */
struct spawn_job {
	const char *const *argv;
	const char *folder;
	int log;                           /* an open file that all it says goes to */
	unsigned int seconds;              /* that it may take */
	size_t max_file;                   /* bytes of a file that it may write */
	const volatile sig_atomic_t *stop; /* set by a signal: ends it and all that it started */
};

enum { SPAWN_STOPPED = -2 };

/**
 * spawn_job - runs it to its end, as spawn_run() does
 *
 * Returns its exit status, SPAWN_STOPPED, or -1 with one line in @error.
 */
int spawn_job(const struct spawn_job *job, char *error, size_t size);

#endif
