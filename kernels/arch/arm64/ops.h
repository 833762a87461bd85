/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * arm64: see arch/arch.h for what each function is. Which atomics, LSE's or
 * load and store exclusive, is the choice of who compiles it (ARCH_LSE).
 */
#ifndef FOLIOLAB_ARCH_ARM64_OPS_H
#define FOLIOLAB_ARCH_ARM64_OPS_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arm64/prefetch.h"
#include "model/access.h"

#ifdef ARCH_LSE
#include "arch/arm64/lse.h"
#else
#include "arch/arm64/llsc.h"
#endif

static ALWAYS_INLINE bool arch_try_cmpxchg(uint64_t *word, uint64_t *old, uint64_t new)
{
	uint64_t found = arm64_cmpxchg(word, *old, new);
	bool done = found == *old;

	if (unlikely(!done))
		*old = found;
	return done;
}

static ALWAYS_INLINE bool arch_try_get(int32_t *count)
{
	int32_t old = READ_ONCE(*count), found;

	for (; old; old = found) {
		found = arm64_cmpxchg32(count, old, old + 1);
		if (found == old)
			return true;
	}
	return false;
}

static ALWAYS_INLINE void arch_put(int32_t *count)
{
	arm64_add32(count, -1);
}

static ALWAYS_INLINE bool arch_trylock(int *lock)
{
	return !arm64_take(lock);
}

static ALWAYS_INLINE void arch_lock(int *lock)
{
	while (unlikely(!arch_trylock(lock)))
		asm volatile("yield");
}

static ALWAYS_INLINE void arch_unlock(int *lock)
{
	asm volatile("stlr wzr, %[lock]" : [lock] "=Q"(*lock) : : "memory");
}

static ALWAYS_INLINE bool arch_clear_young(uint64_t *entry, int bit)
{
	uint64_t mask = UINT64_C(1) << bit, old = READ_ONCE(*entry), seen;

	for (;;) {
		seen = arm64_cmpxchg_relaxed(entry, old, old & ~mask);
		if (seen == old)
			return old & mask;
		old = seen;
	}
}

#endif
