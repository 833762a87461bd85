/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Definitions in C files, as universal-ctags finds them. */
#ifndef FOLIOLAB_LIFT_TAGS_H
#define FOLIOLAB_LIFT_TAGS_H

#include <stdbool.h>
#include <stddef.h>

enum tag_kind { TAG_FUNCTION, TAG_MACRO, TAG_STRUCT, TAG_ENUM, TAG_ENUMERATOR, TAG_TYPEDEF, TAG_VARIABLE };

struct tag {
	char *name;
	char *signature; /* "(struct folio * folio,int gen)", or NULL */
	enum tag_kind kind;
	int file;         /* index of the file among those given */
	size_t line, end; /* from 1; end is 0 where ctags does not know */
};

struct tags {
	struct tag *tag; /* by name, then file and line */
	size_t nr, room;
};

/**
 * tags_read - runs ctags over files
 * @folder: where they are
 * @paths: relative to it; those that do not exist are the caller's to leave out
 *
 * Returns 0, or -1 with one line in @error.
 */
int tags_read(struct tags *tags, const char *folder, const char *const *paths, size_t nr, char *error,
	      size_t size);

/**
 * tags_find - the first tag of that name, or NULL; others of the name follow it
 */
const struct tag *tags_find(const struct tags *tags, const char *name, size_t length);

/* whether the next tag has the name of this one */
bool tags_more(const struct tags *tags, const struct tag *tag);

void tags_free(struct tags *tags);

#endif
