/* SPDX-License-Identifier: GPL-2.0-or-later */
/* arm64: see arch/arch.h for what each of these is. */
#ifndef FOLIOLAB_ARCH_ARM64_PREFETCH_H
#define FOLIOLAB_ARCH_ARM64_PREFETCH_H

#include "model/access.h"

#define FOR_EACH_PREFETCH(X) X(pstl1keep) X(pstl1strm) X(pldl1keep) X(load) X(nop)

#define PREFETCH_ID(what) PREFETCH_##what,
enum prefetch {
	FOR_EACH_PREFETCH(PREFETCH_ID)
	/* what the kernel's prefetchw() becomes, and the same for reading */
	PREFETCH_TO_WRITE = PREFETCH_pstl1keep,
	PREFETCH_TO_READ = PREFETCH_pldl1keep,
};
#define PREFETCH_TO_WRITE_NAME "pstl1keep"
#define PREFETCH_TO_READ_NAME  "pldl1keep"

/* the nop is given the address, too, so that it is computed just the same */
static ALWAYS_INLINE void arch_prefetch(const void *address, const enum prefetch what)
{
	const char *line = address;

	if (what == PREFETCH_pstl1keep)
		asm volatile("prfm pstl1keep, %[line]" : : [line] "Q"(*line));
	else if (what == PREFETCH_pstl1strm)
		asm volatile("prfm pstl1strm, %[line]" : : [line] "Q"(*line));
	else if (what == PREFETCH_pldl1keep)
		asm volatile("prfm pldl1keep, %[line]" : : [line] "Q"(*line));
	else if (what == PREFETCH_load)
		(void)READ_ONCE(*(const long *)address);
	else
		asm volatile("nop" : : [line] "Q"(*line));
}

#endif
