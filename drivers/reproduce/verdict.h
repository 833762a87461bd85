/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether a measured change is the published one. */
#ifndef FOLIOLAB_VERDICT_H
#define FOLIOLAB_VERDICT_H

#include "engine/estimate.h"

enum verdict {
	VERDICT_REPRODUCED, /* same direction, and the log ratio within a factor of 1.5 */
	VERDICT_OTHER_SIZE, /* same direction, another size */
	VERDICT_NO_EFFECT,  /* the interval holds 1 */
	VERDICT_OPPOSITE,
	VERDICT_ELSEWHERE, /* another architecture, or the real kernel */
	VERDICT_UNKNOWN,   /* too few processes for an interval */
};

/* a verdict in words, without the factor */
const char *verdict_name(enum verdict verdict);

/**
 * verdict_of - compares a measured ratio with the published one
 * @factor: measured log ratio over published log ratio
 */
enum verdict verdict_of(double published, struct interval measured, double *factor);

#endif
