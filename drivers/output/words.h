/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the parts of a case are called in files and tables. */
#ifndef FOLIOLAB_WORDS_H
#define FOLIOLAB_WORDS_H

#include "engine/sample.h"

/* "runs" without its length */
const char *layout_name(enum layout layout);
const char *contention_name(enum contention contention);
const char *promoted_pattern_name(enum promoted_pattern pattern);

/**
 * part_name - "pass" for PART_ALL, the name of a named lead, else NULL
 */
const char *part_name(const struct kernel *kernel, enum part part);

#endif
