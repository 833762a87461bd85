/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The end-to-end test of the 2023 prefetch series: memcached in a memcg that
 * holds a quarter of what memtier_benchmark fills it with, so that the kernel
 * ages and evicts all the time.
 */
#ifndef FOLIOLAB_AGE_MEMCACHED_H
#define FOLIOLAB_AGE_MEMCACHED_H

#include <stdbool.h>
#include <stdint.h>

#include "age/age.h"

/* of the load, in limits of the memcg: what is stored, and what of it goes to swap */
enum { MEMCACHED_LOAD = 4, MEMCACHED_SWAP = 3 };

/**
 * memcached_missing - what of the two programs is not installed, with what to do; or NULL
 */
const char *memcached_missing(void);

/**
 * memcached_repeat - one repeat: fresh memcg, fresh memcached, one load
 * @limit: of the memcg, in bytes
 * @ops: operations per second, as memtier_benchmark says; 0 where interrupted
 *
 * Both are started from the PATH with fixed arguments, those that were
 * published but for the size. Returns 0, or -1 with a line in @error.
 */
int memcached_repeat(const struct age *age, uint64_t limit, bool (*interrupted)(void), double *ops,
		     char *error, size_t size);

/**
 * memtier_parse - operations per second in all, out of what memtier_benchmark prints
 *
 * Any text is survived. Returns false where it does not say.
 */
bool memtier_parse(const char *text, double *ops);

#endif
