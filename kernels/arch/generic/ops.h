/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Any architecture with C11 atomics: see arch/arch.h for what each function is. */
#ifndef FOLIOLAB_ARCH_GENERIC_OPS_H
#define FOLIOLAB_ARCH_GENERIC_OPS_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/generic/prefetch.h"
#include "model/access.h"

static ALWAYS_INLINE bool arch_try_cmpxchg(uint64_t *word, uint64_t *old, uint64_t new)
{
	return __atomic_compare_exchange_n(word, old, new, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

static ALWAYS_INLINE bool arch_try_get(int32_t *count)
{
	int32_t found = READ_ONCE(*count);

	while (found && !__atomic_compare_exchange_n(count, &found, found + 1, false, __ATOMIC_SEQ_CST,
						     __ATOMIC_RELAXED))
		;
	return found;
}

static ALWAYS_INLINE void arch_put(int32_t *count)
{
	__atomic_fetch_sub(count, 1, __ATOMIC_SEQ_CST);
}

static ALWAYS_INLINE bool arch_trylock(int *lock)
{
	return !__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE);
}

static ALWAYS_INLINE void arch_lock(int *lock)
{
	while (unlikely(!arch_trylock(lock)))
		;
}

static ALWAYS_INLINE void arch_unlock(int *lock)
{
	__atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

static ALWAYS_INLINE bool arch_clear_young(uint64_t *entry, int bit)
{
	uint64_t mask = UINT64_C(1) << bit;

	return __atomic_fetch_and(entry, ~mask, __ATOMIC_RELAXED) & mask;
}

#endif
