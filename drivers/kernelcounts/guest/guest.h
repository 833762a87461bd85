/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The only program of a counting guest: ages its memory and says what each write took. */
#ifndef FOLIOLAB_KERNELCOUNTS_GUEST_H
#define FOLIOLAB_KERNELCOUNTS_GUEST_H

#include <stddef.h>
#include <stdint.h>

/* as many instructions as were executed; what is between the two is part of every region alike */
void counter_open(void);
const char *counter_name(void);
uint64_t counter_start(void);
uint64_t counter_stop(uint64_t started);

/* ends the guest with "error WHAT: WHY" */
_Noreturn void give_up(const char *what);

/**
 * generations_find - the part of debugfs lru_gen that is about one memcg
 * @text: what was read, which is cut up
 * @path: the memcg's, as "/lab"
 * @id: set to its number
 * @newest: set to the newest generation
 * @said: "SEQ:PAGES,SEQ:PAGES", oldest first, anonymous pages
 *
 * Returns whether it is there.
 */
int generations_find(char *text, const char *path, unsigned long long *id, unsigned long *newest, char *said,
		     size_t size);

#endif
