// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernelcounts/figures.h"

#include <stdio.h>
#include <string.h>

/* of the second write after boot, which is the same in all kernels: it is counted as nothing */
enum { REGION_SECOND_WRITE = 5 };

/* nothing that figures are made of */
enum { AGING_OTHER = NR_AGING_PATHS };

static const char *const path_names[NR_AGING_PATHS] = {
	[AGING_RELABEL] = "relabels",
	[AGING_WALK] = "only walks",
	[AGING_PROMOTED] = "moves relabelled folios",
	[AGING_INCREMENT] = "makes folios older",
};

/* where a guest's folios are */
struct whereabouts {
	uint64_t label; /* the generation that their flags say */
	uint64_t list;  /* the one whose list they are on: debugfs does not tell */
	bool young;     /* touched since the last write */
};

/*
 * A write walks, which labels young folios with the newest generation; then
 * inc_min_seq() takes the list of the oldest one, and moves each folio to the
 * list of its label, which is that of the next generation where it still is the
 * oldest.
 */
static int follow(struct whereabouts *folios, const struct region *region)
{
	uint64_t pages, oldest = region->before.seq[0], newest = region->before.seq[region->before.nr - 1];
	uint64_t label = generations_bulk(&region->after, &pages), expected = folios->label;
	bool taken = folios->list == oldest;
	int path = taken ? AGING_PROMOTED : AGING_WALK;

	if (folios->young) {
		expected = newest;
		path = folios->label == newest || taken ? AGING_OTHER : AGING_RELABEL;
	} else if (taken && folios->label == oldest) {
		expected = oldest + 1;
		path = AGING_INCREMENT;
	}
	*folios = (struct whereabouts){ .label = label, .list = taken ? label : folios->list };
	return label == expected ? path : -1;
}

/* all of them in one generation, but for a page or two that nothing maps; none came or went */
static bool whole(const struct region *region, uint64_t folios)
{
	uint64_t before, after;

	generations_bulk(&region->before, &before);
	generations_bulk(&region->after, &after);
	return 100 * before >= 99 * folios && 100 * after >= 99 * folios &&
	       generations_pages(&region->before) == generations_pages(&region->after);
}

/* which path each aging write of a guest is, AGING_OTHER or -1 among them */
static void follow_all(int paths[NR_GUEST_REGIONS], const struct console *console)
{
	const struct region *region = console->region;
	struct whereabouts folios = { .young = true };
	uint64_t pages;

	folios.label = folios.list = generations_bulk(&region->before, &pages);
	for (const char *step = GUEST_STEPS; *step; step++) {
		folios.young |= *step == 't';
		if (*step == 't')
			continue;
		*paths = AGING_OTHER;
		if (*step == 'a')
			*paths = follow(&folios, region);
		region++;
		paths++;
	}
}

int figures_find(struct aging_regions *regions, const struct console *console, uint64_t folios, char *error,
		 size_t size)
{
	int paths[NR_GUEST_REGIONS];

	if (console->nr != NR_GUEST_REGIONS) {
		snprintf(error, size, "the guest counted %zu regions, not %d", console->nr, NR_GUEST_REGIONS);
		return -1;
	}
	*regions = (struct aging_regions){ 0 };
	follow_all(paths, console);
	for (size_t i = 0; i < NR_GUEST_REGIONS; i++) {
		if (paths[i] < 0) {
			snprintf(error, size, "write %zu of the guest left pages in generation %llu: %s", i,
				 (unsigned long long)generations_bulk(&console->region[i].after, &folios),
				 "does this kernel age otherwise?");
			return -1;
		}
		if (i == REGION_SECOND_WRITE || paths[i] == AGING_OTHER || !whole(&console->region[i], folios))
			continue;
		/* a first touch where it relabels, else a later one, which finds other flags; the last of the rest */
		if (paths[i] != AGING_RELABEL || !regions->at[AGING_RELABEL])
			regions->at[paths[i]] = i;
	}
	for (int path = 0; path < NR_AGING_PATHS; path++) {
		if (regions->at[path])
			continue;
		snprintf(error, size,
			 "no write of the guest %s, of %llu pages: does this kernel age otherwise?",
			 path_names[path], (unsigned long long)folios);
		return -1;
	}
	return 0;
}

struct figures figures_make(const struct console *small, const struct console *large,
			    const struct aging_regions *regions, uint64_t more_folios)
{
	struct figures figures;

	for (int path = 0; path < NR_AGING_PATHS; path++) {
		size_t at = regions->at[path];
		uint64_t less = small->region[at].count, more = large->region[at].count;

		figures.path[path] = ((double)more - (double)less) / (double)more_folios;
	}
	for (int path = 0; path < NR_AGING_PATHS; path++)
		if (path != AGING_WALK)
			figures.path[path] -= figures.path[AGING_WALK];
	return figures;
}

int figures_compare(const struct console *one, const struct console *other)
{
	if (one->nr != other->nr)
		return 0;
	for (size_t i = 0; i < one->nr; i++)
		if (i != REGION_SECOND_WRITE && one->region[i].count != other->region[i].count)
			return (int)i;
	return -1;
}
