/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What real kernel functions are compiled behind. Only functions lifted from a
 * kernel tree include this, in folders outside the project: see
 * docs/lifting.md.
 *
 * It supplies the kernel's names on top of the lab's own model, so that worlds,
 * resets and checks work on lifted code as they are. Whatever it does not
 * define comes from the tree. Its primitives do what the kernel's do with the
 * same instructions; what is left out (statistics, lockdep, tracing) is what
 * the measured paths never reach or what costs nothing in a release kernel.
 *
 * The lifter tells with these how the tree writes things:
 *   SHIM_FLAGS_F		folio->flags is a struct whose word is `f`
 *   SHIM_OLD_REFS_FLAGS	LRU_REFS_FLAGS holds workingset and no refs
 *   SHIM_TREE_LIST		list primitives come from the tree's list.h
 *   SHIM_LIST_CHECKS		0 none, 1 as CONFIG_LIST_HARDENED, 2 as CONFIG_DEBUG_LIST
 *   SHIM_OLD_DEBUG_LIST	the tree's list checks are out of line as a whole
 */
#ifndef FOLIOLAB_LIFTED_SHIM_H
#define FOLIOLAB_LIFTED_SHIM_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lifted/model.h"

/* configuration */
#define CONFIG_64BIT           1
#define CONFIG_LRU_GEN         1
#define CONFIG_LRU_GEN_ENABLED 1
#define CONFIG_MEMCG           1
#define CONFIG_MMU             1
#define CONFIG_SMP             1
#define CONFIG_SWAP            1
#define ARCH_HAS_PREFETCH      1
#define ARCH_HAS_PREFETCHW     1
#if SHIM_LIST_CHECKS >= 1
#define CONFIG_LIST_HARDENED 1
#endif
#if SHIM_LIST_CHECKS >= 2
#define CONFIG_DEBUG_LIST 1
#endif

/* 1 where an option is defined as 1: only then does its name paste to something with a comma */
#define SHIM_IF_1                       0,
#define SHIM_SECOND(first, second, ...) second
#define SHIM_IS_1_(pasted)              SHIM_SECOND(pasted 1, 0, 0)
#define SHIM_IS_1(value)                SHIM_IS_1_(SHIM_IF_##value)
#define IS_ENABLED(option)              SHIM_IS_1(option)
#define IS_BUILTIN(option)              SHIM_IS_1(option)

/* the compiler */
#undef __always_inline
#define __always_inline inline __attribute__((always_inline))
#define __maybe_unused  __attribute__((__unused__))
#define __must_check
#define __cold __attribute__((__cold__))
#define __preserve_most
#define __force
#define __rcu
#define __user
#define __private
#define __must_hold(lock)
#define __acquires(lock)
#define __releases(lock)
#define noinline                          __attribute__((__noinline__))
#define noinline_for_stack                __attribute__((__noinline__))
#define likely(x)                         __builtin_expect(!!(x), 1)
#define barrier()                         asm volatile("" : : : "memory")
#define data_race(x)                      (x)
#define ASSERT_EXCLUSIVE_BITS(word, mask) ((void)0)

/* arithmetic */
typedef uint8_t u8;
typedef int8_t s8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef int32_t s32;
typedef uint64_t u64;
typedef int64_t s64;
#define BITS_PER_LONG     64
#define BIT(bit)          (1UL << (bit))
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#define min(a, b)                       \
	({                              \
		__typeof__(a) a_ = (a); \
		__typeof__(b) b_ = (b); \
		a_ < b_ ? a_ : b_;      \
	})
#define max(a, b)                       \
	({                              \
		__typeof__(a) a_ = (a); \
		__typeof__(b) b_ = (b); \
		a_ > b_ ? a_ : b_;      \
	})
#define min_t(type, a, b)          \
	({                         \
		type a_ = (a);     \
		type b_ = (b);     \
		a_ < b_ ? a_ : b_; \
	})
#define max_t(type, a, b)          \
	({                         \
		type a_ = (a);     \
		type b_ = (b);     \
		a_ > b_ ? a_ : b_; \
	})
#define order_base_2(n) ((n) > 1 ? 32 - __builtin_clz((unsigned int)(n)-1) : 0)

/* checks that a release kernel compiles out, and assertions of the build */
#define VM_BUG_ON(condition)                    ((void)0)
#define VM_BUG_ON_FOLIO(condition, which)       ((void)0)
#define VM_WARN_ON(condition)                   ((void)0)
#define VM_WARN_ON_ONCE(condition)              ((void)0)
#define VM_WARN_ON_FOLIO(condition, which)      ((void)0)
#define VM_WARN_ON_ONCE_FOLIO(condition, which) ((void)0)
#define VM_WARN_ONCE(condition, ...)            ((void)0)
#define BUILD_BUG_ON(condition)                 ((void)0)
#define lockdep_assert_held(lock)               ((void)0)
#define rcu_read_lock()                         ((void)0)
#define rcu_read_unlock()                       ((void)0)
/* these are tested in release kernels, too */
#define WARN_ON_ONCE(condition)           \
	({                                \
		bool warn_ = (condition); \
		if (unlikely(warn_))      \
			abort();          \
		warn_;                    \
	})
#define WARN_ON(condition) WARN_ON_ONCE(condition)

/* atomics: one locked operation each */
#define try_cmpxchg(word, old, new) arch_try_cmpxchg(word, old, new)

/* always a locked operation, also where nothing changes; what was there before */
#define set_mask_bits(word, clear, set)                                           \
	({                                                                        \
		unsigned long was_ = READ_ONCE(*(word));                          \
                                                                                  \
		while (!arch_try_cmpxchg(word, &was_, (was_ & ~(clear)) | (set))) \
			;                                                         \
		was_;                                                             \
	})

#define smp_load_acquire(word)         __atomic_load_n(word, __ATOMIC_ACQUIRE)
#define smp_store_release(word, value) __atomic_store_n(word, value, __ATOMIC_RELEASE)

typedef struct {
	int counter;
} atomic_t;

typedef struct {
	long counter;
} atomic_long_t;

static inline void prefetchw(const void *address)
{
	arch_prefetch(address, PREFETCH_TO_WRITE);
}

static inline void prefetch(const void *address)
{
	__builtin_prefetch(address, 0, 0);
}

#define spin_lock_irq(lock)   arch_lock(lock)
#define spin_unlock_irq(lock) arch_unlock(lock)

#include "lifted/shim_mm.h"

#endif
