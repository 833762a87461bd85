/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What each aging write executed, told from the pages per generation before
 * and after it. The kernel counts pages by the label in the folio's flags; a
 * walk changes labels and leaves folios on the lists where they are. So what
 * leaves the oldest list through the promoted path shows in no count, and is
 * told by keeping a second account, of the lists.
 */
#ifndef FOLIOLAB_AGE_TRACE_H
#define FOLIOLAB_AGE_TRACE_H

#include <stddef.h>

#include "age/lru_gen.h"

/* pages that a write concerned */
struct executed {
	uint64_t relabelled;  /* given the youngest generation's label by the walk */
	uint64_t promoted;    /* off the oldest list, to the list of the label they had */
	uint64_t incremented; /* off the oldest list, label and list one generation on */
};

/* bits; what concerns less than a hundredth of the pages is no part of it */
enum kind {
	KIND_WALK = 0, /* the walk alone */
	KIND_RELABEL = 1,
	KIND_PROMOTED = 2,
	KIND_INCREMENT = 4,
	NR_KINDS = 8,
};

struct age_write {
	uint64_t seq; /* the youngest generation before it, as the command names it */
	double ns;
	struct generations before, after;
	struct executed executed;
};

/* pages on each generation's list, by seq */
struct tracker {
	uint64_t listed[MAX_GENS];
};

/**
 * tracker_start - pages that no walk has seen are on the list of their label
 */
void tracker_start(struct tracker *tracker, const struct generations *state);

/**
 * tracker_step - what a write from @before to @after executed; moves the tracker on
 *
 * Exact as long as the bulk of the pages is together, as it is where all are
 * touched alike; else folios are taken to be sorted in the order of their age.
 */
struct executed tracker_step(struct tracker *tracker, const struct generations *before,
			     const struct generations *after);

enum kind executed_kind(const struct executed *executed, uint64_t pages);

/* "walk and promote", "walk only", "walk, increment path" ... */
const char *kind_name(enum kind kind);

/**
 * write_problem - why a write that succeeded did not do what it was asked for, with what to do; or NULL
 * @pages: that are aged
 *
 * The kernel says nothing of a write for a generation that is not the
 * youngest, nor of anonymous memory that it leaves out.
 */
const char *write_problem(const struct age_write *write, uint64_t pages);

#endif
