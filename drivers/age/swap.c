// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "age/swap.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/swap.h>
#include <unistd.h>

/* the first page of swap space, as swapon(8) expects it; the rest of it may hold anything */
static void write_header(char *page, size_t page_size, uint64_t bytes)
{
	enum { VERSION_AT = 1024, LAST_PAGE_AT = 1028 };
	static const char magic[10] = { 'S', 'W', 'A', 'P', 'S', 'P', 'A', 'C', 'E', '2' };
	uint32_t version = 1, last_page = (uint32_t)(bytes / page_size - 1);

	memset(page, 0, page_size);
	memcpy(page + VERSION_AT, &version, sizeof(version));
	memcpy(page + LAST_PAGE_AT, &last_page, sizeof(last_page));
	memcpy(page + page_size - sizeof(magic), magic, sizeof(magic));
}

/* every block written: a file with holes is no swap space */
static int fill(int fd, uint64_t bytes)
{
	size_t page_size = (size_t)sysconf(_SC_PAGESIZE);
	char *page = malloc(page_size);
	int ret = page ? 0 : -1;

	for (uint64_t at = 0; at + page_size <= bytes && !ret; at += page_size) {
		if (!at)
			write_header(page, page_size, bytes);
		else
			memset(page, 0, page_size);
		if (pwrite(fd, page, page_size, (off_t)at) != (ssize_t)page_size)
			ret = -1;
	}
	free(page);
	return ret || fsync(fd) ? -1 : 0;
}

int swap_make(const struct undo *undo, const char *folder, uint64_t bytes, char *error, size_t size)
{
	char absolute[PATH_MAX], path[PATH_MAX + OWNER_NAME + 8];
	int fd, failed;

	if (!realpath(folder, absolute)) {
		snprintf(error, size, "--swapfile %s: %s: name a folder", folder, strerror(errno));
		return -1;
	}
	snprintf(path, sizeof(path), "%s/%s.swap", absolute, undo->name);
	if (undo_note(undo, UNDO_SWAP, path, NULL, error, size))
		return -1;
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	failed = fd < 0 || fill(fd, bytes);
	if (fd >= 0 && close(fd))
		failed = 1;
	if (failed) {
		snprintf(error, size, "--swapfile %s: it cannot be written there (%s): choose another folder",
			 folder, strerror(errno));
		return -1;
	}
	if (!swapon(path, 0))
		return 0;
	snprintf(error, size,
		 "--swapfile %s: no swapping to a file there (%s): choose a folder on ext4 or xfs", folder,
		 strerror(errno));
	return -1;
}
