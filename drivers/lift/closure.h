/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a function needs of its tree: itself, and whatever it mentions, followed from there. */
#ifndef FOLIOLAB_LIFT_CLOSURE_H
#define FOLIOLAB_LIFT_CLOSURE_H

#include "lift/source.h"
#include "lift/tags.h"

enum { MAX_PIECES = 2000 };

struct piece {
	const struct tag *tag;
	size_t first, last; /* lines */
};

struct closure {
	const struct sources *sources;
	const struct tags *tree;     /* what the tree defines */
	const struct tags *supplied; /* names that the shim defines, which are not followed */
	bool *seen;                  /* per tag of the tree */
	struct piece *piece;         /* each after what it needs */
	size_t nr;
	char *error;
	size_t error_size;
};

/**
 * closure_follow - gathers the definitions that @root needs
 *
 * Names that neither the tree nor the shim defines are left to the compiler.
 * Returns 0, or -1 with one line in closure->error; closure_free() either way.
 */
int closure_follow(struct closure *closure, const char *root);

/**
 * closure_print - the pieces as C, each in the conditionals it stood in
 * @functions: only functions, or only what is none
 *
 * false where memory is short.
 */
bool closure_print(const struct closure *closure, bool functions, struct text *out);

void closure_free(struct closure *closure);

#endif
