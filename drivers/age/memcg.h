/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One cgroup of version 2 with the memory controller: made, joined, looked at, removed. */
#ifndef FOLIOLAB_AGE_MEMCG_H
#define FOLIOLAB_AGE_MEMCG_H

#include <stdbool.h>
#include <stdint.h>

/* 0, or -1 with errno set; so for all of them */
int memcg_make(const char *sysroot, const char *path);

/* the calling process, from then on */
int memcg_join(const char *sysroot, const char *path);

/**
 * memcg_limit - memory.max, in bytes
 */
int memcg_limit(const char *sysroot, const char *path, uint64_t bytes);

/**
 * memcg_stat - a line of memory.stat; false where it has none of that name
 */
bool memcg_stat(const char *sysroot, const char *path, const char *name, uint64_t *value);

/**
 * memcg_remove - kills what is in it, waits until it is empty, removes it
 *
 * That it is not there is no failure.
 */
int memcg_remove(const char *sysroot, const char *path);

#endif
