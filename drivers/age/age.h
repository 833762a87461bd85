/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The published benchmarks on the running kernel: memory in a memcg of its own, aged through debugfs. */
#ifndef FOLIOLAB_AGE_H
#define FOLIOLAB_AGE_H

#include <stdbool.h>
#include <stddef.h>

#include "age/trace.h"
#include "age/undo.h"
#include "age/workers.h"

enum { FIRST_WRITES = 3, MAX_AGE_PASSES = 10000 }; /* the trace's writes before the steady ones */

struct age_plan {
	enum age_map map;
	uint64_t bytes;
	uint64_t folio_bytes; /* of a page, or of a huge one */
	unsigned int processes;
	bool huge;   /* huge pages */
	bool reread; /* every process reads every page before each write */
	unsigned int passes, repeats;
	int node; /* where the memory lies */
};

/* a repeat: fresh processes, a fresh memcg */
struct age_repeat {
	uint64_t memcg;
	uint64_t pages; /* listed, a few of the processes' own among them */
	struct age_write *writes;
	size_t nr;
};

struct age {
	struct undo undo;
	char memcg[512]; /* path of the cgroup */
	char file[512];  /* path of lru_gen */
	int fd;          /* of it, for writing; -1 */
};

/**
 * age_open - finds where things are, and opens lru_gen
 *
 * After needs_missing() found nothing missing. Returns 0, or -1 with a line in
 * @error; age_close() either way.
 */
int age_open(struct age *age, char *error, size_t size);
void age_close(struct age *age);

/**
 * age_repeat - one repeat
 * @interrupted: asked before each write
 *
 * Returns 0, or -1 with a line in @error, also where a write did not do what
 * it must. When interrupted, repeat->nr is less than the passes of the plan.
 * age_repeat_free() either way.
 */
int age_repeat(struct age *age, const struct age_plan *plan, bool (*interrupted)(void),
	       struct age_repeat *repeat, char *error, size_t size);
void age_repeat_free(struct age_repeat *repeat);

static inline uint64_t age_folios(const struct age_plan *plan)
{
	return plan->bytes / plan->folio_bytes;
}

/* what a write handles: folios, or visits of them where the processes read between writes */
static inline uint64_t age_items(const struct age_plan *plan)
{
	return age_folios(plan) * (plan->reread ? plan->processes : 1);
}

#endif
