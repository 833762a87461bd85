/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What of a mail is a patch, or concerns the files that functions are lifted from. */
#ifndef FOLIOLAB_LIFT_DIFF_H
#define FOLIOLAB_LIFT_DIFF_H

#include "lift/text.h"

enum diff_scope {
	DIFF_LIFTED, /* files in the table of sources: they must stay */
	DIFF_ALL,    /* any file; it may be new or go */
};

struct diff {
	struct text kept;          /* hunks of our files under headers of our own */
	struct text files;         /* their paths, each with a newline behind it */
	size_t nr_kept, nr_others; /* files */
};

/**
 * diff_filter - takes the hunks of files in the scope out of a mail
 *
 * Headers are written anew, so nothing else in the mail reaches patch. Paths
 * that lead out of a tree are refused wherever they stand, and so is a mail
 * that ends inside a hunk. Returns 0, or -1 with one line in @error; diff_free()
 * either way.
 */
int diff_filter(struct diff *diff, const struct text *body, enum diff_scope scope, char *error, size_t size);

void diff_free(struct diff *diff);

#endif
