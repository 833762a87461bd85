/* SPDX-License-Identifier: GPL-2.0-or-later */
/* x86-64: see arch/arch.h for what each function is. */
#ifndef FOLIOLAB_ARCH_X86_64_OPS_H
#define FOLIOLAB_ARCH_X86_64_OPS_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/x86_64/prefetch.h"
#include "model/access.h"

static ALWAYS_INLINE bool arch_try_cmpxchg(uint64_t *word, uint64_t *old, uint64_t new)
{
	uint64_t found = *old;
	bool done;

	asm volatile("lock cmpxchgq %[new], %[word]"
		     : "=@ccz"(done), [word] "+m"(*word), "+a"(found)
		     : [new] "r"(new)
		     : "memory");
	if (unlikely(!done))
		*old = found;
	return done;
}

static ALWAYS_INLINE bool arch_try_get(int32_t *count)
{
	int32_t found = READ_ONCE(*count);
	bool done = false;

	/* what the assembly changes is not seen: NOLINTNEXTLINE(bugprone-infinite-loop) */
	while (found && !done)
		asm volatile("lock cmpxchgl %[new], %[count]"
			     : "=@ccz"(done), [count] "+m"(*count), "+a"(found)
			     : [new] "r"(found + 1)
			     : "memory");
	return found;
}

static ALWAYS_INLINE void arch_put(int32_t *count)
{
	asm volatile("lock subl $1, %[count]" : [count] "+m"(*count) : : "memory", "cc");
}

static ALWAYS_INLINE bool arch_trylock(int *lock)
{
	int taken = 1;

	asm volatile("xchgl %[taken], %[lock]" : [taken] "+r"(taken), [lock] "+m"(*lock) : : "memory");
	return !taken;
}

static ALWAYS_INLINE void arch_lock(int *lock)
{
	while (unlikely(!arch_trylock(lock)))
		asm volatile("pause");
}

static ALWAYS_INLINE void arch_unlock(int *lock)
{
	asm volatile("movl $0, %[lock]" : [lock] "=m"(*lock) : : "memory");
}

static ALWAYS_INLINE bool arch_clear_young(uint64_t *entry, int bit)
{
	bool was;

	asm volatile("lock btrq %[bit], %[entry]"
		     : "=@ccc"(was), [entry] "+m"(*entry)
		     : [bit] "Jr"((uint64_t)bit)
		     : "memory");
	return was;
}

#endif
