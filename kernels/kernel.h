/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The whole contract between a hot loop and the rest of the lab.
 *
 * A kernel is a pure hot loop with what is needed to judge it: no clock, no
 * I/O, no allocation and no option parsing in it. A variant is one way to
 * write the loop. A flavour is one way to compile it: every file under loops/
 * and ops/ is built once per flavour, and KERNEL_SYMBOL() keeps the copies'
 * names apart.
 */
#ifndef FOLIOLAB_KERNEL_H
#define FOLIOLAB_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/world.h"

#define KERNEL_PASTE_(name, flavour) name##_##flavour
#define KERNEL_PASTE(name, flavour)  KERNEL_PASTE_(name, flavour)
#define KERNEL_SYMBOL(name)          KERNEL_PASTE(name, KERNEL_FLAVOUR)

/**
 * pass_fn - one timed pass over the world; nothing else is inside the clock
 *
 * Returns the number of items handled (see struct kernel's item).
 */
typedef size_t pass_fn(struct world *world);

/**
 * companion_fn - a few operations of a thread on another CPU, while passes run
 *
 * What they are is workload's contention. Called over and over, so that a call
 * must not take long. Returns the number of operations done.
 */
typedef size_t companion_fn(struct world *world);

struct variant {
	const char *name;
	const char *what; /* one line for people */
	pass_fn *pass;
	unsigned int rule; /* for the kernel's own check(): which rules hold */
	bool extra;        /* measured only where it is named */
	bool contended;    /* may run beside companions, and does unless others are named */
	/* for a loop with a prefetch: its instruction and what it is of, "prefetchw next", else NULL */
	const char *prefetch;
	const char *without; /* name of the variant that is the same loop without it, or NULL */
};

/* passes after a reset that are figures of their own (agetest's first writes) */
enum { MAX_LEADS = 3 };

struct kernel {
	const char *name;
	const char *question;           /* what it answers, one line */
	const char *item;               /* what pass() counts: folio, visit, op, pass */
	const struct variant *variants; /* [0] is the baseline */
	size_t nr_variants;
	struct workload defaults;
	/*
	 * Passes right after a reset that are not the steady state. Named ones
	 * are timed and reported as parts of their own; unnamed are untimed.
	 */
	const char *const *leads;
	size_t nr_leads;
	companion_fn *companion; /* NULL: can have no companions */

	/**
	 * refuses - why this kernel cannot run @load, or NULL where it can
	 */
	const char *(*refuses)(const struct workload *load);
	/**
	 * steady - whether passes can follow each other without a reset
	 *
	 * If so a sample is: reset, the leads, an even number of timed passes.
	 * If not it is one timed pass after each untimed reset.
	 */
	bool (*steady)(const struct workload *load);
	/**
	 * reset - restores the starting state of the world; untimed
	 *
	 * Sets world->passes to 0.
	 */
	void (*reset)(struct world *world);
	/**
	 * check - compares the world with what must now be true
	 * @passes: passes of @variant since the last reset
	 *
	 * Runs outside the clock after the first and the last pass of every
	 * case, in release builds too. Returns NULL or what is broken.
	 */
	const char *(*check)(struct world *world, const struct variant *variant, size_t passes);
};

/**
 * kernel_variant - the variant of that name, or NULL
 */
const struct variant *kernel_variant(const struct kernel *kernel, const char *name);

/* one way in which all kernels were compiled */
struct flavour {
	const char *name;    /* "plain", "list-hardened" or "debug-list"; of control copies something else */
	const char *atomics; /* kind of atomic operations: "llsc", "lse"; "" where there is but one */
	const char *define;  /* macro that chooses them, "" for none */
	unsigned int list_checks;            /* see model/list.h */
	const struct kernel *const *kernels; /* ends with NULL */
};

/*
 * In pairs: behind each flavour stands its control copy. The first pair has
 * plain lists, and atomic operations that every CPU of the architecture has.
 */
extern const struct flavour flavours[];
extern const size_t nr_flavours;

/**
 * flavour_runs - whether this CPU has the flavour's atomic operations
 */
bool flavour_runs(const struct flavour *flavour);

/**
 * flavour_find - index of the flavour of that name
 * @atomics: which operations, whether this CPU has them or not; NULL: the best it has
 *
 * Returns -1 where there is none. Its control copy is the next one.
 */
int flavour_find(const char *config, const char *atomics);

/**
 * kernel_find - the kernel of that name in a flavour, or NULL
 */
const struct kernel *kernel_find(const struct flavour *flavour, const char *name);

#endif
