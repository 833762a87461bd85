/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One instruction each, on cores from Armv8.1 on. */
#ifndef FOLIOLAB_ARCH_ARM64_LSE_H
#define FOLIOLAB_ARCH_ARM64_LSE_H

#include <stdint.h>

#include "model/access.h"

/* whatever -march says: which of the two is compiled is decided above */
#define LSE ".arch_extension lse\n\t"

static ALWAYS_INLINE uint64_t arm64_cmpxchg(uint64_t *word, uint64_t old, uint64_t new)
{
	asm volatile(LSE "casal %[old], %[new], %[word]"
		     : [old] "+r"(old), [word] "+Q"(*word)
		     : [new] "r"(new)
		     : "memory");
	return old;
}

static ALWAYS_INLINE int32_t arm64_cmpxchg32(int32_t *word, int32_t old, int32_t new)
{
	asm volatile(LSE "casal %w[old], %w[new], %[word]"
		     : [old] "+r"(old), [word] "+Q"(*word)
		     : [new] "r"(new)
		     : "memory");
	return old;
}

static ALWAYS_INLINE void arm64_add32(int32_t *word, int32_t more)
{
	asm volatile(LSE "ldaddal %w[more], %w[more], %[word]"
		     : [more] "+r"(more), [word] "+Q"(*word)
		     :
		     : "memory");
}

static ALWAYS_INLINE uint64_t arm64_cmpxchg_relaxed(uint64_t *word, uint64_t old, uint64_t new)
{
	asm volatile(LSE "cas %[old], %[new], %[word]"
		     : [old] "+r"(old), [word] "+Q"(*word)
		     : [new] "r"(new));
	return old;
}

/* what the lock was: 0 when it was free and is now taken */
static ALWAYS_INLINE int arm64_take(int *lock)
{
	int found = 0;

	asm volatile(LSE "casa %w[found], %w[taken], %[lock]"
		     : [found] "+r"(found), [lock] "+Q"(*lock)
		     : [taken] "r"(1)
		     : "memory");
	return found;
}

#endif
