/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Core cycles counted by the PMU, through PAPI, on the calling thread. */
#ifndef FOLIOLAB_CYCLES_H
#define FOLIOLAB_CYCLES_H

#include <stdbool.h>
#include <stddef.h>

struct cycle_counter;

/**
 * cycle_counter_open - adds, starts and proves PAPI_TOT_CYC
 *
 * It is trusted once it has counted a chain whose cycles are known (or, where
 * none is, has counted at all). Returns NULL with the reason in @reason.
 */
struct cycle_counter *cycle_counter_open(char *reason, size_t size);
void cycle_counter_close(struct cycle_counter *counter);

/**
 * cycle_counter_read - cycles so far, user domain; below 0 when reading failed
 */
long long cycle_counter_read(const struct cycle_counter *counter);

#endif
