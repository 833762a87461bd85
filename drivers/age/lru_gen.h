/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel's debugfs file lru_gen: what it shows of one memcg, and aging by a write to it. */
#ifndef FOLIOLAB_AGE_LRU_GEN_H
#define FOLIOLAB_AGE_LRU_GEN_H

#include <stdbool.h>
#include <stdint.h>

enum {
	KERNEL_GENS = 4, /* MAX_NR_GENS: with that many, one must go before the next is made */
	MAX_GENS = 8,    /* rows that are read; the kernel shows four at most */
};

struct generation {
	uint64_t seq;
	uint64_t anon, file; /* pages by the folios' labels, whatever list they are on */
};

struct generations {
	uint64_t memcg; /* the number that writes name it by */
	unsigned int nr;
	struct generation gens[MAX_GENS]; /* oldest first, their seqs consecutive */
	uint64_t elsewhere;               /* pages on other nodes */
};

/**
 * lru_gen_parse - finds the memcg whose path ends in "/" and @name, on @node
 *
 * Any text is survived. Returns false where there is no such memcg and node,
 * or its rows are not what they must be: one to MAX_GENS, consecutive.
 */
bool lru_gen_parse(const char *text, const char *name, int node, struct generations *found);

/**
 * lru_gen_read - parses the file of that name below @sysroot
 */
bool lru_gen_read(const char *sysroot, const char *path, const char *name, int node,
		  struct generations *found);

/* pages of type anon with the label @seq, 0 where there is no such generation */
uint64_t lru_gen_anon(const struct generations *state, uint64_t seq);
uint64_t lru_gen_total(const struct generations *state);

static inline uint64_t lru_gen_oldest(const struct generations *state)
{
	return state->gens[0].seq;
}

static inline uint64_t lru_gen_youngest(const struct generations *state)
{
	return state->gens[state->nr - 1].seq;
}

/**
 * lru_gen_age - asks for a generation after @seq, which must be the youngest
 * @fd: the file, open for writing
 * @ns: time that the write took
 *
 * With swappiness 200 and force_scan 1: anonymous memory is aged, every entry
 * of every page table is looked at, and the oldest of four generations goes.
 * Returns 0 or the error number; 0 does not mean that anything was done.
 */
int lru_gen_age(int fd, uint64_t memcg, int node, uint64_t seq, double *ns);

#endif
