/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The processes that map the memory to be aged, all the same pages, and read it when told. */
#ifndef FOLIOLAB_AGE_WORKERS_H
#define FOLIOLAB_AGE_WORKERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { MAX_WORKERS = 256 };

enum age_map {
	MAP_OF_ANON,  /* private memory of the first process, which the others inherit and only read */
	MAP_OF_TMPFS, /* a file of the kernel's own tmpfs, mapped shared */
};

struct workers {
	pid_t first; /* the others are its children and end with it */
	unsigned int nr;
	int ends[MAX_WORKERS]; /* each one's socket */
};

/**
 * workers_start - starts @nr processes in a memcg, the first of which maps and writes every page
 * @memcg: path of the cgroup
 * @huge: ask for huge pages; else they are ruled out
 *
 * Returns once every one has read every page. 0, or -1 with a line in @error;
 * workers_stop() either way.
 */
int workers_start(struct workers *workers, unsigned int nr, const char *memcg, enum age_map map,
		  uint64_t bytes, bool huge, char *error, size_t size);

/**
 * workers_read - has each process read every page, and waits for all
 *
 * Returns 0, or -1 with a line in @error.
 */
int workers_read(struct workers *workers, char *error, size_t size);

void workers_stop(struct workers *workers);

#endif
