/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Between the lab and a library of lifted functions: what one holds, and how its loops are judged. */
#ifndef FOLIOLAB_LIFTED_H
#define FOLIOLAB_LIFTED_H

#include "kernel.h"

enum { LIFTED_MAGIC = 0x6c696674, MAX_STAGES = 20 };

/* in struct variant's rule: this loop is from a tree, whatever a patch made of it */
#define LIFTED_RULE (1u << 31)

/* what a library exports by the name of `lifted` */
struct lifted_object {
	uint32_t magic;
	uint32_t nr_stages;
	const struct variant *plain, *control; /* the same stages compiled twice */
};

/* what a parameter is given, found by its name or else by its type */
struct argument {
	const char *parameter, *value;
};

/* a function that can be lifted */
struct liftable {
	const char *function;             /* what people call it */
	const char *name;                 /* of the kernel it becomes */
	const char *root;                 /* what is called once per step, and followed from */
	const struct argument *arguments; /* for its parameters, ends with NULL */
	const char *pass;                 /* header with its pass, under kernels/ */
	const char *beside; /* the hand-written kernel of the same loop, whose worlds it runs on */
	/* judges lifted variants, and hand-written ones beside them by their own rules */
	const char *(*check)(struct world *world, const struct variant *variant, size_t passes);
};

extern const struct liftable liftables[];
extern const size_t nr_liftables;

/**
 * liftable_find - the function of that name, or NULL
 */
const struct liftable *liftable_find(const char *function);

/**
 * lifted_aging_check - what holds after any correct inc_min_seq(), whatever its order
 *
 * Spec section 5, invariants 1 to 6, 14, 18, 20 and 22. These and the
 * following take hand-written variants, too, and judge those by their own check.
 */
const char *lifted_aging_check(struct world *world, const struct variant *variant, size_t passes);
const char *lifted_walk_check(struct world *world, const struct variant *variant, size_t passes);
const char *lifted_refs_check(struct world *world, const struct variant *variant, size_t passes);
const char *lifted_scan_check(struct world *world, const struct variant *variant, size_t passes);

#endif
