/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What aging must do, told once more from the spec with plain arrays: no
 * links, no batches, no code of kernels/loops. A list is the sequence of the
 * folios on it, head first.
 */
#ifndef FOLIOLAB_TESTS_KERNELS_ORACLE_H
#define FOLIOLAB_TESTS_KERNELS_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/folio.h"

struct sequence {
	uint32_t *folios;
	size_t count;
};

struct state {
	size_t folios;
	uint64_t *flags;
	long *pages; /* of each folio */
	struct sequence lists[MAX_NR_GENS][ANON_AND_FILE][MAX_NR_ZONES];
	long nr_pages[MAX_NR_GENS][ANON_AND_FILE][MAX_NR_ZONES];
	uint64_t protected[ANON_AND_FILE][MAX_NR_TIERS];
	uint64_t min_seq[ANON_AND_FILE], max_seq;
	long lru_size[ANON_AND_FILE][2][MAX_NR_ZONES];
	uint32_t *slots;
};

/**
 * state_init - an empty state with room for @folios on every list
 */
void state_init(struct state *state, size_t folios);
void state_free(struct state *state);

/**
 * state_copy - @to has room for at least as many folios
 */
void state_copy(struct state *to, const struct state *from);

/**
 * state_differs - the first thing in which two states differ, or NULL
 */
const char *state_differs(const struct state *one, const struct state *other);

/* parts of a flags word, by the spec's section 1.3 */
int oracle_label(uint64_t flags);
int oracle_refs(uint64_t flags);
int oracle_tier(int refs, bool workingset);
uint64_t oracle_relabelled(uint64_t flags, int gen);

/**
 * oracle_rung - how many patches the variant of that name has; v3 and ideas leave the same as all six
 */
int oracle_rung(const char *variant);

/**
 * oracle_step - one call of inc_min_seq; returns whether it is done
 */
bool oracle_step(struct state *state, int type, int swappiness, int rung);

/**
 * oracle_promote - flags of a folio that the walk has seen young
 * @old_gen: receives what the walk is told, -1 for "no move"
 */
uint64_t oracle_promote(uint64_t flags, int gen, int *old_gen);

/**
 * oracle_label_pages - pages of the folios labelled @gen, over all lists of a type and zone
 */
long oracle_label_pages(const struct state *state, int gen, int type, int zone);

#endif
