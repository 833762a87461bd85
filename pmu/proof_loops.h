/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The loops that are known instruction by instruction. Each returns what it
 * counts, or 0 where this architecture has none such.
 */
#ifndef FOLIOLAB_PROOF_LOOPS_H
#define FOLIOLAB_PROOF_LOOPS_H

#include <stdbool.h>
#include <stddef.h>

double loop_instructions(size_t loops);
double loop_locked(size_t loops);
double loop_exclusive(size_t loops);
double loop_prefetch(size_t loops, bool write);
double loop_barriers(size_t loops);
double loop_acquires(size_t loops);
double loop_releases(size_t loops);

/* puts a line out of all caches; whether that can be done here */
bool loop_flushes(void);
void loop_flush_line(void *line);
/* waits until the lines flushed are out */
void loop_flush_done(void);

#endif
