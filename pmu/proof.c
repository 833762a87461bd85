// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#include "clock.h"
#include "proof.h"
#include "proof_loops.h"

enum {
	PAGE = 4096,
	LINE = 64,
	PAGES = 8192, /* more than any second TLB reaches */
	FRESH_PAGES = 64,
	LOOPS = 100000,
	LINKS = 200000,
	BRANCHES = 50000,
	SLEEPS = 16,
	MOVES = 8,
	SPIN_NS = 2000000,
};

void proof_space_open(struct proof_space *space)
{
	*space = (struct proof_space){ 0 };
	space->pages = mmap(NULL, (size_t)PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			    -1, 0);
	if (space->pages == MAP_FAILED) {
		space->pages = NULL;
		return;
	}
	madvise(space->pages, (size_t)PAGES * PAGE, MADV_NOHUGEPAGE);
}

static void drop_fresh(struct proof_space *space)
{
	if (space->fresh)
		munmap(space->fresh, (size_t)FRESH_PAGES * PAGE);
	space->fresh = NULL;
}

void proof_space_close(struct proof_space *space)
{
	drop_fresh(space);
	if (space->pages)
		munmap(space->pages, (size_t)PAGES * PAGE);
	space->pages = NULL;
}

/* the line of a page: not the same in all, so that they spread over the cache's sets */
static void **line_of(const struct proof_space *space, uint32_t page)
{
	return (void **)(void *)(space->pages + (size_t)page * PAGE + (size_t)(page % (PAGE / LINE)) * LINE);
}

static uint64_t next_lot(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* links the lines in random order and puts them out of all caches */
static void lay_walk(struct proof_space *space)
{
	uint32_t *order = malloc(PAGES * sizeof(*order));
	uint64_t lot = 88172645463325252U;

	if (!order)
		return;
	for (uint32_t i = 0; i < PAGES; i++)
		order[i] = i;
	for (uint32_t i = PAGES - 1; i > 0; i--) {
		uint32_t other = (uint32_t)(next_lot(&lot) % (i + 1)), kept = order[i];

		order[i] = order[other];
		order[other] = kept;
	}
	for (uint32_t i = 0; i < PAGES; i++)
		*line_of(space, order[i]) = line_of(space, order[(i + 1) % PAGES]);
	space->first = line_of(space, order[0]);
	for (uint32_t i = 0; i < PAGES; i++)
		loop_flush_line(line_of(space, i));
	loop_flush_done();
	free(order);
}

void proof_prepare(struct proof_space *space, enum proof proof)
{
	if ((proof == PROOF_LOAD_MISSES || proof == PROOF_STORE_MISSES) && space->pages)
		lay_walk(space);
	if (proof != PROOF_FAULTS)
		return;
	drop_fresh(space);
	space->fresh = mmap(NULL, (size_t)FRESH_PAGES * PAGE, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (space->fresh == MAP_FAILED)
		space->fresh = NULL;
	if (space->fresh)
		madvise(space->fresh, (size_t)FRESH_PAGES * PAGE, MADV_NOHUGEPAGE);
}

static double walk_loads(const struct proof_space *space)
{
	void **at = space->first;

	if (!loop_flushes() || !at)
		return 0;
	for (uint32_t i = 0; i < PAGES; i++) {
		at = *at;
		/* no load is left out */
		asm volatile("" : "+r"(at));
	}
	return PAGES;
}

/* in an order that no prefetcher follows: 2,731 is odd and far from any small stride */
static double walk_stores(const struct proof_space *space)
{
	if (!loop_flushes() || !space->pages)
		return 0;
	for (uint32_t i = 0, page = 0; i < PAGES; i++, page = (page + 2731) % PAGES)
		*(volatile uint64_t *)((uint64_t *)(void *)line_of(space, page) + 1) = i;
	return PAGES;
}

static double branch_by_lot(void)
{
	uint64_t lot = (uint64_t)clock_ticks() | 1;

	for (int i = 0; i < BRANCHES; i++) {
		if (next_lot(&lot) & 1)
			asm volatile("" : "+r"(lot));
		else
			asm volatile("nop" : "+r"(lot));
	}
	return BRANCHES / 2.0;
}

static double spin(void)
{
	struct timespec start, now;
	double spent;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
	do {
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
		spent = (double)(now.tv_sec - start.tv_sec) * 1e9 + (double)(now.tv_nsec - start.tv_nsec);
	} while (spent < SPIN_NS);
	return spent;
}

static double touch_fresh(const struct proof_space *space)
{
	if (!space->fresh)
		return 0;
	for (size_t i = 0; i < FRESH_PAGES; i++)
		*(volatile char *)(space->fresh + i * PAGE) = 1;
	return FRESH_PAGES;
}

static double sleep_often(void)
{
	struct timespec moment = { .tv_nsec = 1000 };

	for (int i = 0; i < SLEEPS; i++)
		nanosleep(&moment, NULL);
	return SLEEPS;
}

/* to another CPU and back; 0 where there is no other one to go to */
static double move_about(void)
{
	cpu_set_t home, away;
	int here = sched_getcpu(), moves = 0;

	if (sched_getaffinity(0, sizeof(home), &home) || here < 0)
		return 0;
	for (int cpu = 0; cpu < CPU_SETSIZE && !moves; cpu++) {
		CPU_ZERO(&away);
		CPU_SET(cpu, &away);
		if (cpu == here || sched_setaffinity(0, sizeof(away), &away))
			continue;
		CPU_ZERO(&home);
		CPU_SET(here, &home);
		for (moves = 1; moves < MOVES; moves++)
			if (sched_setaffinity(0, sizeof(home), moves % 2 ? &home : &away))
				break;
	}
	return moves;
}

struct answer proof_run(struct proof_space *space, enum proof proof)
{
	struct answer answer = { 0, 1 };

	/* clang-format off */
	switch (proof) {
	case PROOF_NONE: break;
	case PROOF_CYCLES:
		answer.count = (double)chain_run(CHAIN_MULTIPLY, LINKS) * (chain_cycles(CHAIN_MULTIPLY) ?: 3);
		/* three cycles are usual, and one is an emulator's */
		answer.slack = chain_cycles(CHAIN_MULTIPLY) ? 1 : 4;
		break;
	case PROOF_INSTRUCTIONS: answer.count = loop_instructions(LOOPS); break;
	case PROOF_BRANCH_MISSES: answer.count = branch_by_lot(); break;
	case PROOF_LOCKED: answer.count = loop_locked(LOOPS); break;
	case PROOF_EXCLUSIVE: answer.count = loop_exclusive(LOOPS); break;
	case PROOF_LOAD_MISSES: answer.count = walk_loads(space); break;
	case PROOF_STORE_MISSES: answer.count = walk_stores(space); break;
	case PROOF_PREFETCH_W: answer.count = loop_prefetch(LOOPS, true); break;
	case PROOF_PREFETCH: answer.count = loop_prefetch(LOOPS, false); break;
	case PROOF_BARRIERS: answer.count = loop_barriers(LOOPS); break;
	case PROOF_ACQUIRES: answer.count = loop_acquires(LOOPS); break;
	case PROOF_RELEASES: answer.count = loop_releases(LOOPS); break;
	case PROOF_TIME: answer.count = spin(); break;
	case PROOF_FAULTS: answer.count = touch_fresh(space); break;
	case PROOF_SWITCHES: answer.count = sleep_often(); break;
	case PROOF_MIGRATIONS: answer.count = move_about(); break;
	}
	/* clang-format on */
	return answer;
}
