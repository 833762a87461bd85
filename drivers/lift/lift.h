/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a kernel tree, or a tree and a mailbox, to a library of lifted functions. */
#ifndef FOLIOLAB_LIFT_H
#define FOLIOLAB_LIFT_H

#include <limits.h>
#include <stdbool.h>

#include "lift/stage.h"
#include "lifted/lifted.h"

enum { LIFT_WORDS = 320 };

struct lift_request {
	const struct liftable *what;
	const char *tree;     /* a folder */
	const char *series;   /* a mailbox, or NULL */
	const char *work;     /* where to build and keep, NULL: $XDG_CACHE_HOME/foliolab */
	unsigned int flavour; /* of the hand-written kernels: lifted ones get its list checks and atomics */
	bool keep;            /* what did not become a library, too */
};

struct lift_stage {
	char name[16]; /* tree, patch1 .. */
	char what[96]; /* the patch's subject */
};

struct lift {
	char folder[PATH_MAX - 64];
	char library[PATH_MAX];
	struct lift_stage stage[MAX_STAGES];
	size_t nr;
	/* why the stages end before the series does, "" where they do not */
	char failure[LIFT_WORDS];
	/* what the reader of the table must know */
	char note[MAX_STAGES][LIFT_WORDS];
	size_t nr_notes;
	bool cached;
};

/**
 * lift_build - lifts every stage that can be, or finds that it was done before
 *
 * A patch that does not apply or compile ends the stages: lift->failure says
 * why and those before it are good. Returns 0, or -1 with one line in @error
 * where there is no stage at all.
 */
int lift_build(struct lift *lift, const struct lift_request *request, char *error, size_t size);

#endif
