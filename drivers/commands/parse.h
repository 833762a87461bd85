/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values on the command line, with bounds. */
#ifndef FOLIOLAB_PARSE_H
#define FOLIOLAB_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/world.h"

/**
 * parse_count - a whole number from @least to @most; K, M and G multiply by
 * 1024 and its powers
 */
bool parse_count(const char *text, uint64_t least, uint64_t most, uint64_t *value);

/**
 * parse_real - a finite decimal number from @least to @most
 */
bool parse_real(const char *text, double least, double most, double *value);

/**
 * parse_layout - ascending, descending, shuffled or runs:R
 */
bool parse_layout(const char *text, struct workload *load);

/**
 * parse_word - the index of @text in a NULL-terminated list, or -1
 */
int parse_word(const char *text, const char *const *words);

#endif
