/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fragments of a kernel's configuration. */
#ifndef FOLIOLAB_KCONFIG_H
#define FOLIOLAB_KCONFIG_H

#include "lift/text.h"

/**
 * kconfig_read - appends a fragment to others: what it sets holds
 *
 * Lines are CONFIG_NAME=value, "# CONFIG_NAME is not set", other comments, or
 * empty. Returns 0, or -1 with one line in @error.
 */
int kconfig_read(struct text *config, const char *path, char *error, size_t size);

/**
 * kconfig_missed - options of a fragment that a made configuration has otherwise
 * @missed: their names, a blank between them, cut where it is full
 *
 * Returns how many.
 */
size_t kconfig_missed(const struct text *wanted, const struct text *made, char *missed, size_t size);

#endif
