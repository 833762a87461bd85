/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Boots of one kernel, and what they agree on. */
#ifndef FOLIOLAB_KERNEL_MEASURE_H
#define FOLIOLAB_KERNEL_MEASURE_H

#include "kernelcounts/kernel_counts.h"

/**
 * measure_stage - boots a kernel as often as asked for at both sizes, and once with the plugin
 * @guests: the folder that guests run in
 * @folder: with the image
 * @counter: set to what the guest counts
 *
 * Returns 0, SPAWN_STOPPED, or -1 with one line in @error.
 */
int measure_stage(struct counted_stage *stage, const struct count_request *request, const char *guests,
		  const char *folder, const char *name, char counter[48], char *error, size_t size);

#endif
