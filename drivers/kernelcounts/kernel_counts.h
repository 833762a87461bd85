/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Exact instruction counts of the real kernel: a tree, and the tree after each
 * patch of a series, built and booted in an emulated machine.
 */
#ifndef FOLIOLAB_KERNEL_COUNTS_H
#define FOLIOLAB_KERNEL_COUNTS_H

#include <limits.h>

#include "kernelcounts/boot.h"
#include "lift/mailbox.h"

enum {
	MAX_COUNTED = MAX_PATCHES + 1,
	MAX_FRAGMENTS = 8,
	MAX_HOT = 6,
	MAX_COUNT_NOTES = 24,
	COUNT_WORDS = 640,
	SMALL_MEGABYTES = 32, /* figures are slopes between these two sizes */
	LARGE_MEGABYTES = 64,
	FOLIOS_PER_MEGABYTE = 256,
};

struct count_request {
	const char *tree, *series;           /* series: NULL for the tree alone */
	const char *work;                    /* NULL: $XDG_CACHE_HOME/foliolab */
	const char *fragment[MAX_FRAGMENTS]; /* of the configuration, later ones hold */
	size_t nr_fragments;
	const struct guest_arch *arch;
	unsigned int repeats; /* boots of each size */
	unsigned int jobs;
	bool keep; /* logs, consoles and what the plugin wrote */
	const volatile sig_atomic_t *stop;
};

/* a function that a path spends instructions in, the walk's share taken off */
struct hot {
	char name[MAX_SYMBOL];
	double per_folio[NR_AGING_PATHS];
};

struct counted_stage {
	char name[16];
	char what[MAX_SUBJECT];
	struct figures figures;
	double operations[NR_AGING_PATHS][NR_OPERATIONS]; /* per folio, at the large size */
	struct hot hot[MAX_HOT];                          /* of the increment path, dearest first */
	size_t nr_hot;
	bool alike; /* every boot counted the same */
};

struct kernel_counts {
	const struct guest_arch *arch;
	char folder[PATH_MAX - 64]; /* where it was built */
	char compiler[128], counter[48];
	struct counted_stage stage[MAX_COUNTED];
	size_t nr;
	unsigned int repeats;
	char failure[COUNT_WORDS]; /* why the stages end before the series does, "" where they do not */
	char note[MAX_COUNT_NOTES][COUNT_WORDS];
	size_t nr_notes;
	bool stopped; /* by a signal */
};

/**
 * kernel_counts - builds, boots and counts every stage that can be
 * @progress: called with what is being done now
 *
 * A patch that does not apply, build or boot ends the stages: those before it
 * are good. Returns 0, or -1 with one line in @error where there is no stage
 * at all.
 */
int kernel_counts(struct kernel_counts *counts, const struct count_request *request,
		  void (*progress)(const char *what), char *error, size_t size);

#endif
