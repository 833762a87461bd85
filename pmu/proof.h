/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loops of which it is known beforehand what they count. */
#ifndef FOLIOLAB_PROOF_H
#define FOLIOLAB_PROOF_H

#include <stddef.h>

#include "metrics.h"

/* what the loops work on */
struct proof_space {
	char *pages; /* one line of each page is walked over; NULL where memory ran out */
	void *first; /* of the walk */
	char *fresh; /* pages never touched, where that is asked for */
};

void proof_space_open(struct proof_space *space);
void proof_space_close(struct proof_space *space);

/**
 * proof_prepare - brings about what the loop starts from; not to be counted
 */
void proof_prepare(struct proof_space *space, enum proof proof);

/* what a loop must count */
struct answer {
	double count; /* 0: there is no such loop here */
	double slack; /* how far off it may be beyond what the metric allows, as a factor; 1: not at all */
};

/**
 * proof_run - runs the loop
 */
struct answer proof_run(struct proof_space *space, enum proof proof);

#endif
