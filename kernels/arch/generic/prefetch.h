/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whatever the compiler makes of its own prefetches: see arch/arch.h for what each of these is. */
#ifndef FOLIOLAB_ARCH_GENERIC_PREFETCH_H
#define FOLIOLAB_ARCH_GENERIC_PREFETCH_H

#include "model/access.h"

#define FOR_EACH_PREFETCH(X) X(write) X(read) X(load) X(nop)

#define PREFETCH_ID(what) PREFETCH_##what,
enum prefetch {
	FOR_EACH_PREFETCH(PREFETCH_ID)
	/* what the kernel's prefetchw() becomes, and the same for reading */
	PREFETCH_TO_WRITE = PREFETCH_write,
	PREFETCH_TO_READ = PREFETCH_read,
};
#define PREFETCH_TO_WRITE_NAME "write"
#define PREFETCH_TO_READ_NAME  "read"

static ALWAYS_INLINE void arch_prefetch(const void *address, const enum prefetch what)
{
	if (what == PREFETCH_write)
		__builtin_prefetch(address, 1);
	else if (what == PREFETCH_read)
		__builtin_prefetch(address, 0);
	else if (what == PREFETCH_load)
		(void)READ_ONCE(*(const long *)address);
	else
		asm volatile("nop" : : "r"(address));
}

#endif
