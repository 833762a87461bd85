/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of options.h share; for nobody else. */
#ifndef FOLIOLAB_OPTIONS_INTERNAL_H
#define FOLIOLAB_OPTIONS_INTERNAL_H

#include "commands/options.h"

enum key {
	KEY_FOLIOS = 256,
	KEY_LAYOUT,
	KEY_PROMOTED,
	KEY_PATTERN,
	KEY_PAGE_TABLES,
	KEY_ORDER,
	KEY_ZONES,
	KEY_TYPE,
	KEY_YOUNG,
	KEY_REFS,
	KEY_BATCH,
	KEY_RECLAIM_ZONES,
	KEY_DISTANCE,
	KEY_WHEN,
	KEY_WORK_LOADS,
	KEY_WORK_LOCKED,
	KEY_WORK_STORES,
	KEY_CONTENTION,
	KEY_COMPANIONS,
	KEY_SEED,
	KEY_BUDGET,
	KEY_PRECISION,
	KEY_REPLICATES,
	KEY_ROUNDS,
	KEY_PASSES,
	KEY_CPU,
	KEY_FORMAT,
	KEY_OUT,
	KEY_ATOMICS,
	KEY_COUNTERS,
	KEY_PLACE,
	KEY_SMT,
	NR_KEYS,
};

/* a key's bit in options->given */
static inline uint64_t bit_of(int key)
{
	return UINT64_C(1) << (key - KEY_FOLIOS);
}

/**
 * options_count - a whole number, by the bounds of its key; 0, or an error after one line on stderr
 */
error_t options_count(struct options *options, int key, const char *text);

/**
 * options_word - which of @words it is; 0, or an error after one line on stderr
 * @name: of the option, for that line
 */
error_t options_word(struct options *options, const char *name, const char *text, const char *const *words,
		     unsigned int *value);

#endif
