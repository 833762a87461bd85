/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a guest said on its console, and what of it is a count. */
#ifndef FOLIOLAB_CONSOLE_H
#define FOLIOLAB_CONSOLE_H

#include <stddef.h>
#include <stdint.h>

#include "lift/text.h"

enum { MAX_REGIONS = 32, MAX_GENERATIONS = 8 };

struct generations {
	size_t nr;
	uint64_t seq[MAX_GENERATIONS], pages[MAX_GENERATIONS];
};

struct region {
	char step; /* see guest/guest.c */
	uint64_t count;
	struct generations before, after;
};

struct console {
	char counter[48]; /* what counts are of */
	struct region region[MAX_REGIONS];
	size_t nr;
};

/**
 * console_parse - regions out of whatever a guest printed
 *
 * Returns 0, or -1 with one line in @error: what the guest said was wrong, or
 * that it did not come to its end.
 */
int console_parse(struct console *console, const struct text *said, char *error, size_t size);

/**
 * generations_bulk - the generation that most pages are in, and how many
 */
uint64_t generations_bulk(const struct generations *generations, uint64_t *pages);

uint64_t generations_pages(const struct generations *generations);

#endif
