// SPDX-License-Identifier: GPL-2.0-or-later
#include "host/memory.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "host/smaps.h"
#include "host/sysfile.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

enum { HUGE_PAGE_SHIFT = 21, MAX_MEMINFO = 65536 };

/* where /proc/meminfo does not say, the kernel is left to judge */
static bool fits(size_t bytes)
{
	uint64_t kilobytes;
	const char *cursor;
	bool enough = true;
	char *text;

	text = sysfile_all("", "/proc/meminfo", MAX_MEMINFO);
	if (!text)
		return true;
	cursor = strstr(text, "MemAvailable:");
	if (cursor) {
		cursor += strlen("MemAvailable:");
		cursor += strspn(cursor, " \t");
		if (text_number(&cursor, &kilobytes))
			enough = bytes / 1024 <= kilobytes;
	}
	free(text);
	return enough;
}

/*
 * Reserves address space with something unreadable left on both sides of the
 * aligned inside. With neighbours the kernel could merge it, and smaps would
 * then speak of more than the region.
 */
static int reserve(struct region *region, size_t bytes)
{
	uintptr_t first;
	size_t room;
	void *mapping;

	if (__builtin_add_overflow(bytes, (size_t)2 * HUGE_PAGE, &room)) {
		errno = ENOMEM;
		return -1;
	}
	mapping = mmap(NULL, room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (mapping == MAP_FAILED)
		return -1;
	first = (uintptr_t)mapping;
	*region = (struct region){
		.start = (char *)mapping + (HUGE_PAGE - first % HUGE_PAGE),
		.bytes = bytes,
		.page_size = (size_t)sysconf(_SC_PAGESIZE),
		.mapping = mapping,
		.mapped = room,
	};
	return 0;
}

static void touch(const struct region *region)
{
	volatile char *start = region->start;
	size_t offset;

	for (offset = 0; offset < region->bytes; offset += SMALL_PAGE)
		start[offset] = 0;
}

static void verify(struct region *region)
{
	struct smaps smaps;
	FILE *stream;
	bool found;

	stream = fopen("/proc/self/smaps", "re");
	if (!stream)
		return;
	found = smaps_find(stream, (uintptr_t)region->start, region->bytes, &smaps);
	fclose(stream);
	if (!found)
		return;
	if (smaps.huge == region->bytes)
		region->page_size = HUGE_PAGE;
	else if (smaps.page_size)
		region->page_size = smaps.page_size;
}

static int map_transparent(struct region *region, size_t bytes)
{
	if (reserve(region, bytes))
		return -1;
	if (mprotect(region->start, bytes, PROT_READ | PROT_WRITE)) {
		region_unmap(region);
		errno = ENOMEM;
		return -1;
	}
	madvise(region->start, bytes, MADV_HUGEPAGE);
	touch(region);
	verify(region);
	/* in fragmented memory a page fault gives up where this call compacts */
	if (region->page_size != HUGE_PAGE && !madvise(region->start, bytes, MADV_COLLAPSE))
		verify(region);
	return 0;
}

static int map_hugetlb(struct region *region, size_t bytes)
{
	int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_HUGETLB | HUGE_PAGE_SHIFT << MAP_HUGE_SHIFT;

	if (reserve(region, bytes))
		return -1;
	if (mmap(region->start, bytes, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED)
		goto fail;
	/* the pool may be on other nodes than this process may use: touching would be a SIGBUS */
	if (madvise(region->start, bytes, MADV_POPULATE_WRITE))
		goto fail;
	verify(region);
	if (region->page_size == HUGE_PAGE)
		return 0;
fail:
	region_unmap(region);
	return -1;
}

int region_map(struct region *region, size_t bytes)
{
	struct region pool;

	*region = (struct region){ 0 };
	if (!bytes) {
		errno = EINVAL;
		return -1;
	}
	if (__builtin_add_overflow(bytes, HUGE_PAGE - 1, &bytes)) {
		errno = ENOMEM;
		return -1;
	}
	bytes -= bytes % HUGE_PAGE;
	if (!fits(bytes)) {
		errno = ENOMEM;
		return -1;
	}
	if (map_transparent(region, bytes))
		return -1;
	if (region->page_size != HUGE_PAGE && !map_hugetlb(&pool, bytes)) {
		region_unmap(region);
		*region = pool;
	}
	return 0;
}

void region_unmap(struct region *region)
{
	if (region->mapping)
		munmap(region->mapping, region->mapped);
	*region = (struct region){ 0 };
}
