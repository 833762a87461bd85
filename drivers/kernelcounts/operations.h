/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the plugin counted per instruction, added up by path, kind and function. */
#ifndef FOLIOLAB_OPERATIONS_H
#define FOLIOLAB_OPERATIONS_H

#include "kernelcounts/figures.h"
#include "kernelcounts/opcode.h"

enum operation {
	OP_INSTRUCTIONS,
	OP_FLAGS_LOADS, /* of the first word of a struct page; part of loads */
	OP_LOADS,       /* not of the stack, not locked; a pair of registers is two */
	OP_STORES,      /* the same */
	OP_STACK,       /* loads and stores of the stack */
	OP_LOCKED,
	OP_PREFETCHES,
	NR_OPERATIONS
};

enum { MAX_SYMBOL = 56 };

struct symbol {
	uint64_t address;
	char name[MAX_SYMBOL];
	uint64_t executed[NR_AGING_PATHS]; /* instructions, walk included */
};

struct symbols {
	struct symbol *symbol; /* by address */
	size_t nr;
	uint64_t from, to; /* the kernel's text */
};

/**
 * symbols_parse - functions of a System.map
 *
 * Returns 0, or -1 with one line in @error; symbols_free() either way.
 */
int symbols_parse(struct symbols *symbols, const struct text *map, char *error, size_t size);

void symbols_free(struct symbols *symbols);

struct operations {
	uint64_t count[NR_AGING_PATHS][NR_OPERATIONS]; /* of whole writes */
};

/**
 * operations_parse - adds up what the plugin wrote
 *
 * Also counts per function in @symbols. Returns 0, or -1 with one line in @error.
 */
int operations_parse(struct operations *operations, struct symbols *symbols, const struct text *written,
		     const struct aging_regions *regions, opcode_fn *opcode, char *error, size_t size);

/**
 * operations_per_folio - of one path without the walk; of the walk itself where @path is that
 */
double operations_per_folio(const struct operations *operations, enum aging_path path,
			    enum operation operation, uint64_t folios);

/**
 * symbol_per_folio - instructions of a function in the same way
 */
double symbol_per_folio(const struct symbol *symbol, enum aging_path path, uint64_t folios);

#endif
