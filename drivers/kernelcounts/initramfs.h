/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The file system that a counting guest boots from: one program, and where to mount. */
#ifndef FOLIOLAB_INITRAMFS_H
#define FOLIOLAB_INITRAMFS_H

#include <stddef.h>

/**
 * initramfs_write - writes a cpio archive with a program as /init
 *
 * The same bytes for the same program. Needs no root: a console is an entry
 * like any other. Returns 0, or -1 with one line in @error.
 */
int initramfs_write(const char *archive, const char *program, char *error, size_t size);

#endif
