/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The few operations that differ between architectures. Each folder beside
 * this file has the same functions, so nothing above asks which CPU it is:
 *
 *   arch_try_cmpxchg(word, &old, new)  full barrier when it succeeds; on
 *                                      failure @old is what was found
 *   arch_lock(lock), arch_unlock(lock) the lruvec lock; always taken alone
 *   arch_trylock(lock)                 a page table's lock
 *   arch_clear_young(entry, bit)       clears one bit of a page-table entry
 *                                      atomically, true if it was set
 *   arch_try_get(count)                one more, unless there is none; a full
 *                                      barrier when it succeeds
 *   arch_put(count)                    one less; a full barrier
 *   arch_prefetch(address, what)       one of FOR_EACH_PREFETCH(X): the
 *                                      architecture's prefetches by their own
 *                                      names, `load`, a plain early load, and
 *                                      `nop`, which does nothing and is as long
 *   PREFETCH_TO_WRITE, _TO_READ        what the kernel's prefetchw() becomes, and
 *                                      the same for reading; ..._NAME: their names
 *   WITH_PREFETCH(...)                 what there is only where prefetchw() becomes
 *                                      anything; WITH_BOTH_PREFETCHES(...): where
 *                                      that differs from a prefetch for reading
 *
 * A flavour may put its own header here by defining KERNEL_ARCH_HEADER.
 */
#ifndef FOLIOLAB_ARCH_H
#define FOLIOLAB_ARCH_H

#if defined(KERNEL_ARCH_HEADER)
#include KERNEL_ARCH_HEADER
#elif defined(ARCH_GENERIC)
#include "arch/generic/ops.h"
#elif defined(__x86_64__)
#include "arch/x86_64/ops.h"
#elif defined(__aarch64__)
#include "arch/arm64/ops.h"
#else
#include "arch/generic/ops.h"
#endif

#ifndef WITH_PREFETCH
#define WITH_PREFETCH(...) __VA_ARGS__
#endif
#ifndef WITH_BOTH_PREFETCHES
#define WITH_BOTH_PREFETCHES(...) __VA_ARGS__
#endif
/* a variant's word for it, "prefetchw next"; NULL where it is nothing */
#ifndef PREFETCHED_TO_WRITE
#define PREFETCHED_TO_WRITE(target) PREFETCH_TO_WRITE_NAME " " target
#endif

#endif
