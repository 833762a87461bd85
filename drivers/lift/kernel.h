/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lifted stages as a kernel for the ordinary engine. Hand-written variants of
 * the same loop stand behind the stages, so that a case can name both.
 */
#ifndef FOLIOLAB_LIFT_KERNEL_H
#define FOLIOLAB_LIFT_KERNEL_H

#include "lift/lift.h"

enum { MAX_TOGETHER = MAX_STAGES + 12 };

struct lifted_kernel {
	struct kernel kernel, control;
	struct variant variants[MAX_TOGETHER], controls[MAX_TOGETHER];
	size_t nr_stages;
};

/**
 * lifted_describe - a kernel without code, for a plan: lifted code runs in replicates only
 */
void lifted_describe(struct lifted_kernel *kernel, const struct lift *lift,
		     const struct lift_request *request);

/**
 * lifted_load - the same with code, in a replicate
 * @name: of the kernel, as described
 * @flavour: of the hand-written variants; its control copy is the next one
 *
 * Returns NULL or one line saying what is wrong.
 */
const char *lifted_load(struct lifted_kernel *kernel, const char *library, const char *name,
			unsigned int flavour);

#endif
