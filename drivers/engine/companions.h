/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads on other CPUs that work on the world while passes are timed, and
 * what that costs them. They run between a reset and the end of the passes
 * after it, and stand still while the world is built, moved, reset or checked.
 *
 * All functions but companions_start() take NULL, too: then there are none.
 */
#ifndef FOLIOLAB_COMPANIONS_H
#define FOLIOLAB_COMPANIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/plan.h"

struct companions;

/**
 * companions_start - a case's companions, each bound to its CPU, standing still
 * @companions: NULL where the case has none, or where it failed
 * @world: must outlive them
 *
 * Returns NULL or one line saying what went wrong.
 */
const char *companions_start(struct companions **companions, const struct bench_case *bench,
			     struct world *world);
void companions_end(struct companions *companions);

/**
 * companions_go - lets them work; returns when each has begun to
 */
void companions_go(struct companions *companions);

/**
 * companions_halt - makes them stand still; returns when they do
 *
 * Leaves in the world what they did since companions_go(). Returns whether each
 * did anything since that returned; true again where they stood still already.
 */
bool companions_halt(struct companions *companions);

/**
 * companions_ops - operations they have done, all together
 */
size_t companions_ops(const struct companions *companions);

#endif
