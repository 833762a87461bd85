/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of a results folder: whole or not there. */
#ifndef FOLIOLAB_FOLDER_H
#define FOLIOLAB_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/**
 * folder_open - makes a folder, and its parents, where there is none
 *
 * Returns a descriptor of it, or -1 with errno set.
 */
int folder_open(const char *folder);

/**
 * folder_is_empty - 1 or 0, -1 where it cannot be read
 * @but_temporary: do not count what folder_write() was killed over, and remove it
 */
int folder_is_empty(int dir, bool but_temporary);

/* all of it, or -1 with errno set */
int folder_write_all(int fd, const char *text, size_t bytes);

/**
 * folder_write - a file that is there whole or, after a crash or on a full disk, as it was before
 *
 * Returns 0, or -1 with errno set.
 */
int folder_write(int dir, const char *name, const char *text, size_t bytes);

/**
 * folder_read - up to @most bytes of a file, zero-terminated and to be freed
 *
 * Returns NULL with errno set, EFBIG where it is longer.
 */
char *folder_read(int dir, const char *name, size_t most);

/* the same, with how many bytes they are: of what should be text, but may hold zeroes */
char *folder_read_bytes(int dir, const char *name, size_t most, size_t *bytes);

#endif
