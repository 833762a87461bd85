/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory on 2 MB pages, touched here and verified. */
#ifndef FOLIOLAB_MEMORY_H
#define FOLIOLAB_MEMORY_H

#include <stddef.h>

enum { SMALL_PAGE = 4096, HUGE_PAGE = 2 << 20 };

struct region {
	char *start;      /* 2 MB aligned, zeroed, every page touched by the caller */
	size_t bytes;     /* multiple of 2 MB */
	size_t page_size; /* what the kernel says it really used: HUGE_PAGE only if all of it is */
	void *mapping;    /* for region_unmap() */
	size_t mapped;
};

/**
 * region_map - maps and touches @bytes of anonymous memory on huge pages
 *
 * Asks for transparent huge pages, verifies in /proc/self/smaps, tries
 * MAP_HUGETLB where they did not come, and else stays with small pages.
 * Returns 0, or -1 with errno set (ENOMEM where it does not fit in what
 * /proc/meminfo calls available; checked before touching).
 */
int region_map(struct region *region, size_t bytes);
void region_unmap(struct region *region);

#endif
