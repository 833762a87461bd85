/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From where to where a definition goes. */
#ifndef FOLIOLAB_LIFT_EXTENT_H
#define FOLIOLAB_LIFT_EXTENT_H

#include "lift/source.h"
#include "lift/tags.h"

/**
 * extent_find - the lines of a definition
 *
 * Goes by ctags' end and checks it against the braces. Returns NULL, or why
 * it cannot be told.
 */
const char *extent_find(const struct source *source, const struct tags *tags, const struct tag *tag,
			size_t *first, size_t *last);

/**
 * extent_continued - the last line of what begins on @line and goes on behind backslashes
 */
size_t extent_continued(const struct source *source, size_t line);

#endif
