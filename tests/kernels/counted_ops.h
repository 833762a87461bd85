/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The architecture's operations, counted. arch.h brings this in where a
 * flavour asks for it; asked again without that wish it brings in the real
 * ones, here under other names.
 */
#ifndef FOLIOLAB_TESTS_KERNELS_COUNTED_OPS_H
#define FOLIOLAB_TESTS_KERNELS_COUNTED_OPS_H

#undef KERNEL_ARCH_HEADER
#undef FOLIOLAB_ARCH_H
#define arch_try_cmpxchg real_try_cmpxchg
#define arch_trylock     real_trylock
#define arch_lock        real_lock
#define arch_unlock      real_unlock
#define arch_clear_young real_clear_young
#define arch_try_get     real_try_get
#define arch_put         real_put
#define arch_prefetch    real_prefetch
#include "arch/arch.h"
#undef arch_try_cmpxchg
#undef arch_trylock
#undef arch_lock
#undef arch_unlock
#undef arch_clear_young
#undef arch_try_get
#undef arch_put
#undef arch_prefetch

#include "counted.h"

static ALWAYS_INLINE bool arch_try_cmpxchg(uint64_t *word, uint64_t *old, uint64_t new)
{
	bool done;

	op_counts.cmpxchgs++;
	if (op_counts.before_cmpxchg)
		op_counts.before_cmpxchg(word);
	done = real_try_cmpxchg(word, old, new);
	op_counts.failed += !done;
	return done;
}

static ALWAYS_INLINE bool arch_trylock(int *lock)
{
	op_counts.trylocks++;
	return real_trylock(lock);
}

static ALWAYS_INLINE void arch_lock(int *lock)
{
	op_counts.locks++;
	real_lock(lock);
	if (op_counts.after_lock)
		op_counts.after_lock(lock);
}

static ALWAYS_INLINE void arch_unlock(int *lock)
{
	op_counts.unlocks++;
	real_unlock(lock);
}

static ALWAYS_INLINE bool arch_clear_young(uint64_t *entry, int bit)
{
	return real_clear_young(entry, bit);
}

static ALWAYS_INLINE bool arch_try_get(int32_t *count)
{
	return real_try_get(count);
}

static ALWAYS_INLINE void arch_put(int32_t *count)
{
	real_put(count);
}

static ALWAYS_INLINE void arch_prefetch(const void *address, const enum prefetch what)
{
	if (op_counts.prefetches < COUNTED_PREFETCHES)
		op_counts.prefetched[op_counts.prefetches] = address;
	op_counts.prefetches++;
	op_counts.of[what]++;
	if (!op_counts.prefetch_off)
		real_prefetch(address, what);
}

#endif
