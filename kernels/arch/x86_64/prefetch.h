/* SPDX-License-Identifier: GPL-2.0-or-later */
/* x86-64: see arch/arch.h for what each of these is. */
#ifndef FOLIOLAB_ARCH_X86_64_PREFETCH_H
#define FOLIOLAB_ARCH_X86_64_PREFETCH_H

#include "model/access.h"

#define FOR_EACH_PREFETCH(X) X(prefetchw) X(prefetcht0) X(prefetchnta) X(load) X(nop)

#define PREFETCH_ID(what) PREFETCH_##what,
enum prefetch {
	FOR_EACH_PREFETCH(PREFETCH_ID)
	/* what the kernel's prefetchw() becomes, and the same for reading */
	PREFETCH_TO_WRITE = PREFETCH_prefetchw,
	PREFETCH_TO_READ = PREFETCH_prefetcht0,
};
#define PREFETCH_TO_WRITE_NAME "prefetchw"
#define PREFETCH_TO_READ_NAME  "prefetcht0"

/*
 * By hand: __builtin_prefetch(p, 1) emits prefetcht0 unless told -mprfchw.
 * The nop takes its operand as a prefetch does and is encoded as long, so that
 * the code around it does not move; it touches no memory.
 */
static ALWAYS_INLINE void arch_prefetch(const void *address, const enum prefetch what)
{
	const char *line = address;

	if (what == PREFETCH_prefetchw)
		asm volatile("prefetchw %[line]" : : [line] "m"(*line));
	else if (what == PREFETCH_prefetcht0)
		asm volatile("prefetcht0 %[line]" : : [line] "m"(*line));
	else if (what == PREFETCH_prefetchnta)
		asm volatile("prefetchnta %[line]" : : [line] "m"(*line));
	else if (what == PREFETCH_load)
		(void)READ_ONCE(*(const long *)address);
	else
		asm volatile("nopl %[line]" : : [line] "m"(*line));
}

#endif
