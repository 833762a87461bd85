/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One replicate: a fresh process (exec, so a new address layout and new
 * physical memory) that is told its case on standard input, measures, and
 * sends its samples to standard output round by round.
 */
#ifndef FOLIOLAB_REPLICATE_H
#define FOLIOLAB_REPLICATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "counters.h"
#include "engine/plan.h"
#include "engine/sample.h"

enum { NAME_SIZE = 32, REQUEST_MAGIC = 0x666f6c31 };

/* parent to child, once */
struct request {
	uint32_t magic;
	uint32_t replicate;
	char kernel[NAME_SIZE];
	char library[LIBRARY_SIZE]; /* "" for a kernel of our own */
	uint32_t flavour;
	uint32_t nr_variants;
	uint32_t variants[MAX_VARIANTS];
	struct workload load;
	uint32_t companion_cpus[MAX_COMPANIONS];
	uint32_t rounds; /* 0: as many as fit the slice */
	uint32_t passes; /* 0: by size */
	double slice_s;
	uint64_t seed;
	double tick_hz, step_ns;      /* of the clock */
	uint32_t source;              /* enum cycle_source */
	uint32_t calibrated;          /* whether the calibration may be trusted */
	struct counter_plan counters; /* what is counted by events; checked before it is used */
};

enum message_type {
	MESSAGE_WORLD, /* struct world_message: the world is built */
	MESSAGE_ROUND, /* struct sample, one or more */
	MESSAGE_DONE,  /* struct done_message */
	MESSAGE_ERROR, /* text: the whole run ends with it */
};

struct message {
	uint32_t type;
	uint32_t bytes; /* that follow */
};

struct world_message {
	uint64_t page_size; /* found under the folios */
	uint32_t fresh;     /* whether the address layout is a new one */
};

struct done_message {
	double spun_ns, lost_ns; /* of the calibration chunks */
};

/* no message is longer */
enum { MAX_MESSAGE = (MAX_VARIANTS + 1) * sizeof(struct sample) };

/**
 * replicate_main - the child's whole life
 * @fresh: whether it came by exec, so has an address layout of its own
 *
 * Returns its exit status.
 */
int replicate_main(bool fresh);

/* the whole of a message or request; false at the end of the pipe or an error */
bool read_whole(int fd, void *data, size_t bytes);
bool write_whole(int fd, const void *data, size_t bytes);

#endif
