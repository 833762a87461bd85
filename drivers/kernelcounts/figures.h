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

/* steps of a guest, see guest/guest.c, and which of its regions is which path */
#define GUEST_STEPS "00rraaaaataaaa"
size_t aging_region(enum aging_path path);

/* instructions per folio; those of the walk are taken off the other three */
struct figures {
	double path[NR_AGING_PATHS];
};

/**
 * figures_check - whether each write of a guest did what it is counted as
 * @folios: it was given
 *
 * Returns 0, or -1 with one line in @error.
 */
int figures_check(const struct console *console, uint64_t folios, char *error, size_t size);

/**
 * figures_make - what one folio more costs: the slope between two sizes
 */
struct figures figures_make(const struct console *small, const struct console *large, uint64_t more_folios);

/**
 * figures_compare - whether a boot counted as another did
 *
 * Two writes that no figure is made of are left out, since they vary: the second
 * after boot, where the kernel refills a slab when it will, by a few
 * instructions, and the one after all was touched again, by thousands. Returns the first region that differs, or -1.
 */
int figures_compare(const struct console *one, const struct console *other);

#endif
