/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A kernel tree that may be patched while the real one is not written to:
 * folders of our own, links to its files, and copies of what a series touches.
 */
#ifndef FOLIOLAB_VIEW_H
#define FOLIOLAB_VIEW_H

#include "lift/text.h"

struct view {
	const char *tree;   /* the real one, as realpath() has it */
	const char *folder; /* ours, with the view in its subfolder tree */
	char identity[65];  /* hash of names, sizes and times of the tree's files */
};

/**
 * view_update - makes the view what the tree is
 *
 * make tells by times what must be built again. So what became another file
 * with an older time since the last update is copied, and what was patched
 * then is put back, with the time of now. Returns 0, or -1 with one line in
 * @error.
 */
int view_update(struct view *view, char *error, size_t size);

/**
 * view_own - copies files that are about to be patched
 * @files: paths within the tree, each with a newline behind it; they need not be there
 *
 * Returns 0, or -1 with one line in @error: also for a path that leads through
 * a link.
 */
int view_own(const struct view *view, const struct text *files, char *error, size_t size);

#endif
