// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernelcounts/figures.h"

#include <stdio.h>
#include <string.h>

/*
 * Regions of GUEST_STEPS: two empty ones and two writes that are refused, then
 *   4 walks and relabels, 5 walks, 6 walks and moves what 4 relabelled,
 *   7 and 8 walk and age; all is touched again;
 *   9 walks, relabels and moves, 10 and 11 walk, 12 walks and ages.
 */
enum { REGION_SECOND_WRITE = 5, REGION_TOUCHED_AGAIN = 9 };

static const size_t regions[NR_AGING_PATHS] = {
	[AGING_RELABEL] = 4,
	[AGING_WALK] = 11,
	[AGING_PROMOTED] = 6,
	[AGING_INCREMENT] = 8,
};

size_t aging_region(enum aging_path path)
{
	return regions[path];
}

int figures_check(const struct console *console, uint64_t folios, char *error, size_t size)
{
	/* whether folios get another label; moved to the list of the one they have, they keep it */
	static const bool labels[NR_AGING_PATHS] = { [AGING_RELABEL] = true, [AGING_INCREMENT] = true };

	/* t is no region */
	if (console->nr != strlen(GUEST_STEPS) - 1) {
		snprintf(error, size, "the guest counted %zu regions, not %zu", console->nr,
			 strlen(GUEST_STEPS) - 1);
		return -1;
	}
	for (int path = 0; path < NR_AGING_PATHS; path++) {
		const struct region *region = &console->region[regions[path]];
		uint64_t before = generations_pages(&region->before),
			 after = generations_pages(&region->after);

		if (before < folios || before != after) {
			snprintf(error, size,
				 "write %zu of the guest had %llu pages before it and %llu after, of %llu",
				 regions[path], (unsigned long long)before, (unsigned long long)after,
				 (unsigned long long)folios);
			return -1;
		}
		/* a page or two that nothing maps goes its own way */
		if (labels[path] != (2 * generations_left(region) > folios)) {
			snprintf(error, size, "write %zu of the guest %s: does this kernel age otherwise?",
				 regions[path], labels[path] ? "changed no label" : "changed labels");
			return -1;
		}
	}
	return 0;
}

struct figures figures_make(const struct console *small, const struct console *large, uint64_t more_folios)
{
	struct figures figures;

	for (int path = 0; path < NR_AGING_PATHS; path++) {
		uint64_t less = small->region[regions[path]].count, more = large->region[regions[path]].count;

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
		if (i != REGION_SECOND_WRITE && i != REGION_TOUCHED_AGAIN &&
		    one->region[i].count != other->region[i].count)
			return (int)i;
	return -1;
}
