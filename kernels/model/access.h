/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Accesses that the compiler may neither drop, merge nor repeat. */
#ifndef FOLIOLAB_MODEL_ACCESS_H
#define FOLIOLAB_MODEL_ACCESS_H

#define READ_ONCE(x)         (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, value) (*(volatile __typeof__(x) *)&(x) = (value))

#define ALWAYS_INLINE inline __attribute__((always_inline))
#define NOINLINE      __attribute__((noinline))
#define unlikely(x)   __builtin_expect(!!(x), 0)

#define container_of(pointer, type, member) ((type *)((char *)(pointer)-offsetof(type, member)))

#endif
