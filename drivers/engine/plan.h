/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plan is the table of cases that a command hands to the engine. Data goes
 * one way: plan, replicate, world, rounds, samples, estimates, results folder.
 */
#ifndef FOLIOLAB_PLAN_H
#define FOLIOLAB_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel.h"

enum { MAX_VARIANTS = 48, LIBRARY_SIZE = 1024 };

/* how long and how hard to measure */
struct effort {
	double budget;            /* seconds of wall time for the case */
	double limit;             /* seconds after which it ends with the processes it has; 0: none */
	double precision;         /* wanted half width of the ratios' intervals, as a fraction */
	unsigned int replicates;  /* fresh processes; 0: by budget and precision, at least 10 */
	unsigned int rounds;      /* per process; 0: what fits the process's share of the budget */
	unsigned int passes;      /* timed passes per sample, even where steady; 0: by size */
	unsigned int comparisons; /* intervals read together: the 5% is shared among them; 0: this one */
	uint64_t seed;
};

struct bench_case {
	const char *id; /* unique in the plan; a column of samples.csv */
	const struct kernel *kernel;
	const struct kernel *control; /* the same kernel of the control flavour; NULL: measured without one */
	unsigned int flavour;         /* that the kernel is of; its control copy is the next */
	bool real;                    /* the running kernel was measured: no layout or zones are known */
	const char *library;          /* of lifted functions, loaded in each process; NULL: none */
	size_t nr_variants;
	unsigned int variants[MAX_VARIANTS]; /* indexes into kernel->variants; [0] is the baseline */
	struct workload load;
	const uint32_t *companion_cpus; /* load.companions of them; in a replicate alone: the engine chooses */
	struct effort effort;
};

/* entries a round measures: the variants, then the control copy of the baseline if there is one */
static inline size_t case_entries(const struct bench_case *bench)
{
	return bench->nr_variants + !!bench->control;
}

static inline const struct variant *case_variant(const struct bench_case *bench, size_t entry)
{
	if (entry == bench->nr_variants)
		return &bench->control->variants[bench->variants[0]];
	return &bench->kernel->variants[bench->variants[entry]];
}

/* "control" for the last entry, else the variant's name */
static inline const char *case_entry_name(const struct bench_case *bench, size_t entry)
{
	return entry == bench->nr_variants ? "control" : case_variant(bench, entry)->name;
}

/**
 * workload_refusal - why a workload is out of bounds or nothing for this
 * kernel, in words, or NULL
 */
const char *workload_refusal(const struct kernel *kernel, const struct workload *load);

#endif
