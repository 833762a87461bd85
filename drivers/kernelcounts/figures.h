/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From counts of whole writes to instructions per folio of what they do. */
#ifndef FOLIOLAB_FIGURES_OF_GUEST_H
#define FOLIOLAB_FIGURES_OF_GUEST_H

#include "kernelcounts/console.h"

/* what a write that ages does, told from the generations before and after it */
enum aging_path {
	AGING_RELABEL,   /* walks and relabels every folio */
	AGING_WALK,      /* walks and finds nothing young */
	AGING_PROMOTED,  /* walks, then moves folios that were relabelled to the list of their label */
	AGING_INCREMENT, /* walks, then makes every folio one generation older */
	NR_AGING_PATHS
};

/*
 * Steps of a guest, see guest/guest.c. Kernels begin differently: pages that were
 * never aged are in the newest generation (6.12) or in the one before it (7.3).
 * Touched again they are in the newest one everywhere, and the second time their
 * list is not the oldest: what comes then is each path once.
 */
#define GUEST_STEPS "00rraaaaataataaaa"
enum { NR_GUEST_REGIONS = sizeof(GUEST_STEPS) - 1 - 2 }; /* t is none */

/* which of a guest's regions is counted as which path */
struct aging_regions {
	size_t at[NR_AGING_PATHS];
};

/**
 * figures_find - which write did what, told from the generations before and after each
 * @folios: the guest was given
 *
 * Returns 0, or -1 with one line in @error: also where a path is missing.
 */
int figures_find(struct aging_regions *regions, const struct console *console, uint64_t folios, char *error,
		 size_t size);

/* instructions per folio; those of the walk are taken off the other three */
struct figures {
	double path[NR_AGING_PATHS];
};

/**
 * figures_make - what one folio more costs: the slope between two sizes
 */
struct figures figures_make(const struct console *small, const struct console *large,
			    const struct aging_regions *regions, uint64_t more_folios);

/**
 * figures_compare - whether a boot counted as another did
 *
 * The second write after boot is left out, and no figure is made of it: the kernel
 * refills a slab in it when it will. Returns the first region that differs, or -1.
 */
int figures_compare(const struct console *one, const struct console *other);

#endif
