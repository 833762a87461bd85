/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The few files of a kernel tree that functions are lifted from. */
#ifndef FOLIOLAB_LIFT_SOURCE_H
#define FOLIOLAB_LIFT_SOURCE_H

#include "lift/text.h"

enum { MAX_SOURCES = 8 };

/* a conditional around lines: #if, or a branch of one */
struct frame {
	int outer;   /* the frame around it, -1 for none */
	int before;  /* the branch before it, -1 where it is the #if itself */
	size_t line; /* of its directive */
};

struct source {
	const char *path; /* within the tree */
	struct text text; /* data is NULL where the tree has no such file */
	char *bare;       /* as long, with blanks for comments and literals */
	size_t nr_lines;
	size_t *starts; /* [nr_lines + 1], offsets of lines; line 1 is starts[0] */
	int *frames;    /* [nr_lines], the innermost conditional, -1 for none */
	struct frame *frame;
	size_t nr_frames;
};

struct sources {
	struct source file[MAX_SOURCES];
	size_t nr;
};

/**
 * sources_index - the place of a file of that name in the table, or -1
 *
 * Patches to other files are nobody's business here.
 */
int sources_index(const char *path);

/**
 * sources_read - reads what a tree has of the table
 * @outside_ok: whether links may lead out of it (a copy of our own has none)
 *
 * Returns 0, or -1 with one line in @error.
 */
int sources_read(struct sources *sources, const char *tree, char *error, size_t size);

/**
 * sources_scan - finds lines, conditionals, comments and literals in all of them
 *
 * Returns 0, or -1 with one line in @error.
 */
int sources_scan(struct sources *sources, char *error, size_t size);

void sources_free(struct sources *sources);

#endif
