/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A sweep once it is known what of: CPU after CPU, or side by side. */
#ifndef FOLIOLAB_SWEEP_RUN_H
#define FOLIOLAB_SWEEP_RUN_H

#include "commands/options.h"
#include "sweep/cpus.h"
#include "sweep/matrix.h"

struct sweep {
	struct options *options; /* budget: for all CPUs together; out: the folder */
	struct matrix matrix;
	struct cpus cpus;
	int argc;
	char **argv;
};

/**
 * sweep_run - measures everything on one CPU after the other, into one folder
 *
 * Returns 0, also where it was interrupted (@complete is then false), or
 * EXIT_FAILED or EXIT_USAGE after one line on stderr.
 */
int sweep_run(struct sweep *sweep, bool *complete);

/**
 * sweep_together - the same on all CPUs at once, each a process with the folder cpuN below that of the sweep
 */
int sweep_together(struct sweep *sweep, bool *complete);

#endif
