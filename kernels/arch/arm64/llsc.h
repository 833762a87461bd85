/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Load and store exclusive, for cores without LSE. The line is asked for with
 * a store prefetch first, and a barrier follows only where the store was made.
 */
#ifndef FOLIOLAB_ARCH_ARM64_LLSC_H
#define FOLIOLAB_ARCH_ARM64_LLSC_H

#include <stdint.h>

#include "model/access.h"

static ALWAYS_INLINE uint64_t arm64_cmpxchg(uint64_t *word, uint64_t old, uint64_t new)
{
	uint64_t found, failed;

	asm volatile("prfm pstl1strm, %[word]\n"
		     "1:\tldxr %[found], %[word]\n\t"
		     "eor %[failed], %[found], %[old]\n\t"
		     "cbnz %[failed], 2f\n\t"
		     "stlxr %w[failed], %[new], %[word]\n\t"
		     "cbnz %w[failed], 1b\n\t"
		     "dmb ish\n"
		     "2:"
		     : [found] "=&r"(found), [failed] "=&r"(failed), [word] "+Q"(*word)
		     : [old] "r"(old), [new] "r"(new)
		     : "memory");
	return found;
}

static ALWAYS_INLINE int32_t arm64_cmpxchg32(int32_t *word, int32_t old, int32_t new)
{
	int32_t found, failed;

	asm volatile("prfm pstl1strm, %[word]\n"
		     "1:\tldxr %w[found], %[word]\n\t"
		     "eor %w[failed], %w[found], %w[old]\n\t"
		     "cbnz %w[failed], 2f\n\t"
		     "stlxr %w[failed], %w[new], %[word]\n\t"
		     "cbnz %w[failed], 1b\n\t"
		     "dmb ish\n"
		     "2:"
		     : [found] "=&r"(found), [failed] "=&r"(failed), [word] "+Q"(*word)
		     : [old] "r"(old), [new] "r"(new)
		     : "memory");
	return found;
}

static ALWAYS_INLINE void arm64_add32(int32_t *word, int32_t more)
{
	int32_t sum, failed;

	asm volatile("prfm pstl1strm, %[word]\n"
		     "1:\tldxr %w[sum], %[word]\n\t"
		     "add %w[sum], %w[sum], %w[more]\n\t"
		     "stlxr %w[failed], %w[sum], %[word]\n\t"
		     "cbnz %w[failed], 1b\n\t"
		     "dmb ish"
		     : [sum] "=&r"(sum), [failed] "=&r"(failed), [word] "+Q"(*word)
		     : [more] "r"(more)
		     : "memory");
}

static ALWAYS_INLINE uint64_t arm64_cmpxchg_relaxed(uint64_t *word, uint64_t old, uint64_t new)
{
	uint64_t found, failed;

	asm volatile("prfm pstl1strm, %[word]\n"
		     "1:\tldxr %[found], %[word]\n\t"
		     "eor %[failed], %[found], %[old]\n\t"
		     "cbnz %[failed], 2f\n\t"
		     "stxr %w[failed], %[new], %[word]\n\t"
		     "cbnz %w[failed], 1b\n"
		     "2:"
		     : [found] "=&r"(found), [failed] "=&r"(failed), [word] "+Q"(*word)
		     : [old] "r"(old), [new] "r"(new));
	return found;
}

/* what the lock was: 0 when it was free and is now taken */
static ALWAYS_INLINE int arm64_take(int *lock)
{
	int found, failed;

	asm volatile("prfm pstl1strm, %[lock]\n"
		     "1:\tldaxr %w[found], %[lock]\n\t"
		     "cbnz %w[found], 2f\n\t"
		     "stxr %w[failed], %w[taken], %[lock]\n\t"
		     "cbnz %w[failed], 1b\n"
		     "2:"
		     : [found] "=&r"(found), [failed] "=&r"(failed), [lock] "+Q"(*lock)
		     : [taken] "r"(1)
		     : "memory");
	return found;
}

#endif
