// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/words.h"

const char *layout_name(enum layout layout)
{
	static const char *const names[] = {
		[LAYOUT_ASCENDING] = "ascending",
		[LAYOUT_DESCENDING] = "descending",
		[LAYOUT_SHUFFLED] = "shuffled",
		[LAYOUT_RUNS] = "runs",
	};

	return names[layout];
}

const char *contention_name(enum contention contention)
{
	static const char *const names[] = {
		[CONTENTION_NONE] = "none",
		[CONTENTION_READERS] = "readers",
		[CONTENTION_WRITERS] = "writers",
	};

	return names[contention];
}

const char *promoted_pattern_name(enum promoted_pattern pattern)
{
	static const char *const names[] = {
		[PROMOTED_RANDOM] = "random",
		[PROMOTED_BLOCK] = "block",
		[PROMOTED_ALTERNATING] = "alternating",
	};

	return names[pattern];
}

/* parts count the named leads alone */
static const char *lead_name(const struct kernel *kernel, size_t index)
{
	for (size_t i = 0; kernel->leads && i < kernel->nr_leads; i++) {
		if (kernel->leads[i] && !index--)
			return kernel->leads[i];
	}
	return NULL;
}

const char *part_name(const struct kernel *kernel, enum part part)
{
	if (part == PART_ALL)
		return "pass";
	if (part < PART_LEAD || part >= PART_COMPANION)
		return NULL;
	return lead_name(kernel, (size_t)(part - PART_LEAD));
}
