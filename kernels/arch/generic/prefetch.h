/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whatever the compiler makes of its own prefetches: see arch/arch.h for what
 * each of these is. ARCH_PREFETCHES says how many differ (prefetches.cmake): one
 * that is nothing here, or another by a second name, is in no list.
 */
#ifndef FOLIOLAB_ARCH_GENERIC_PREFETCH_H
#define FOLIOLAB_ARCH_GENERIC_PREFETCH_H

#include "model/access.h"

#if ARCH_PREFETCHES == 2
#define FOR_EACH_PREFETCH(X)   X(write) X(read) X(load) X(nop)
#define PREFETCH_TO_WRITE_NAME "write"
#define PREFETCH_TO_READ_NAME  "read"
#elif ARCH_PREFETCHES == 1
#define FOR_EACH_PREFETCH(X)   X(read) X(load) X(nop)
#define PREFETCH_TO_WRITE_NAME "read"
#define WITH_BOTH_PREFETCHES(...)
#else
#define FOR_EACH_PREFETCH(X)        X(load) X(nop)
#define PREFETCHED_TO_WRITE(target) NULL
#define WITH_PREFETCH(...)
#define WITH_BOTH_PREFETCHES(...)
#endif

#define PREFETCH_ID(what) PREFETCH_##what,
enum prefetch {
	FOR_EACH_PREFETCH(PREFETCH_ID)
	/* what the compiler makes nothing of; no variant has it by a name */
	PREFETCH_NOTHING,
/* what the kernel's prefetchw() becomes, and the same for reading */
#if ARCH_PREFETCHES == 2
	PREFETCH_TO_WRITE = PREFETCH_write,
	PREFETCH_TO_READ = PREFETCH_read,
#elif ARCH_PREFETCHES == 1
	PREFETCH_TO_WRITE = PREFETCH_read,
	PREFETCH_TO_READ = PREFETCH_read,
#else
	PREFETCH_TO_WRITE = PREFETCH_NOTHING,
	PREFETCH_TO_READ = PREFETCH_NOTHING,
#endif
};

static ALWAYS_INLINE void arch_prefetch(const void *address, const enum prefetch what)
{
	if (what == PREFETCH_load)
		(void)READ_ONCE(*(const long *)address);
	else if (what == PREFETCH_nop)
		asm volatile("nop" : : "r"(address));
#if ARCH_PREFETCHES == 2
	else if (what == PREFETCH_write)
		__builtin_prefetch(address, 1);
#endif
#if ARCH_PREFETCHES
	else if (what == PREFETCH_read)
		__builtin_prefetch(address, 0);
#endif
}

#endif
