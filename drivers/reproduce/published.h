/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every figure published with the three patch series, and how the lab
 * measures what it is about. One row of the table per figure.
 */
#ifndef FOLIOLAB_PUBLISHED_H
#define FOLIOLAB_PUBLISHED_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/sample.h"

/* the cases that figures are measured in; one plan, each case at most once */
enum figure_case {
	CASE_NONE,          /* needs the real kernel, or a profile of it */
	CASE_AGETEST,       /* the whole trace, 4 KB folios */
	CASE_AGETEST_LARGE, /* the same, 2 MB folios */
	CASE_ASCENDING,     /* inc_min_seq alone, in address order */
	CASE_RUNS,          /* the same in runs of 16, for the ladder only */
	CASE_PROMOTED,      /* inc_min_seq alone, every folio promoted */
	CASE_WALK_1,        /* N processes' page tables */
	CASE_WALK_8,
	CASE_WALK_32,
	CASE_WALK_64,
	CASE_FLOOR, /* the lone locked operation */
	CASE_EMPTY, /* the harness */
	NR_FIGURE_CASES,
};

/* which part of the case's samples the figure is */
enum figure_part {
	FIGURE_STEADY,  /* the passes, their mean */
	FIGURE_WRITE_1, /* agetest's first writes */
	FIGURE_WRITE_2,
	FIGURE_WRITE_3,
	FIGURE_AVERAGE, /* mean of the published 101 writes: the first three and 98 steady ones */
};

struct published {
	const char *id, *source, *machine, *arch, *what, *config, *unit;
	double items;         /* per unit; 0 where it is not about items */
	double base, patched; /* in the unit; 0: not published */
	const char *note;
	double ns_per_unit; /* 1e6 for ms, 1 for ns per item, 0 where the unit is no time */
	double ghz;         /* clock of that machine where it is known or can be assumed, else 0 */
	enum figure_case where;
	enum figure_part part;
	const char *base_variant, *patched_variant;
	unsigned int redundant_of; /* N where N-1 of N visits are redundant, else 0 */
};

extern const struct published published[];
extern const size_t nr_published;

/**
 * published_find - the figure of that id, or NULL
 */
const struct published *published_find(const char *id);

/* published patched/base */
double published_ratio(const struct published *figure);

/* published ns per item of base or patched, 0 where the unit is no time per item */
double published_ns(const struct published *figure, bool patched);

#endif
