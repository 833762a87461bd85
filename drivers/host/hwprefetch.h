/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Hardware prefetchers of one x86 CPU, switched off through its model-specific
 * register and put back whatever happens: a guard, a process of its own, holds
 * what was there and writes it back when this process lets go of it or dies.
 *
 * Intel: MSR 0x1A4, bits 0-3 (L2 stream, L2 adjacent line, L1 stream, L1 by
 * instruction; Intel's disclosure of the hardware prefetcher control of 2014).
 * AMD from Zen 3 on: MSR 0xC0000108, bits 0, 1, 2, 3 and 5 (L1 stream, L1
 * stride, L1 region, L2 stream, up and down; AMD's manual, volume 2,
 * PrefetchControl). A bit that is set switches one off.
 */
#ifndef FOLIOLAB_HWPREFETCH_H
#define FOLIOLAB_HWPREFETCH_H

#include <stddef.h>

struct hw_prefetch;

/**
 * hw_prefetch_check - whether they can be switched on @cpu; changes nothing
 * @sysroot: "" for the real /proc and /dev, else a folder that stands for /
 *
 * Returns 0, or -1 with one line in @error.
 */
int hw_prefetch_check(const char *sysroot, int cpu, char *error, size_t size);

/**
 * hw_prefetch_off - switches all of them off on @cpu
 *
 * Returns NULL with one line in @error and nothing changed.
 */
struct hw_prefetch *hw_prefetch_off(const char *sysroot, int cpu, char *error, size_t size);

/**
 * hw_prefetch_restore - puts back what hw_prefetch_off() found
 *
 * Returns 0, or -1 with one line in @error where that could not be written.
 */
int hw_prefetch_restore(struct hw_prefetch *off, char *error, size_t size);

#endif
