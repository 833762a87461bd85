/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A swap file of the lab's own, for as long as a run takes. */
#ifndef FOLIOLAB_AGE_SWAP_H
#define FOLIOLAB_AGE_SWAP_H

#include <stddef.h>
#include <stdint.h>

#include "age/undo.h"

/* aging needs swap to be free, and swaps nothing out */
enum { SWAP_BYTES = 4 << 20 };

/**
 * swap_make - makes a file in @folder, swap space in it, and has the kernel use it
 *
 * undo_all() takes it back. Returns 0, or -1 with a line in @error.
 */
int swap_make(const struct undo *undo, const char *folder, uint64_t bytes, char *error, size_t size);

#endif
