/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One sample: what a replicate measured of one variant in one round. Goes through a pipe as it is. */
#ifndef FOLIOLAB_SAMPLE_H
#define FOLIOLAB_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "counters.h"
#include "kernel.h"

/* where cycles come from; printed next to them */
enum cycle_source {
	CYCLES_NONE,       /* no cycles, ns only */
	CYCLES_CALIBRATED, /* ns times a core frequency calibrated beside the sample */
	CYCLES_PMU,        /* the PMU's core cycles through PAPI */
};

/* "none", "calibrated", "pmu" */
const char *cycle_source_name(enum cycle_source source);

/* the parts of a sample that are figures of their own */
enum part {
	PART_ALL, /* the timed passes together */
	PART_ODD, /* first, third ... timed pass: base to p4 reverse the list each pass */
	PART_EVEN,
	PART_LEAD,                              /* PART_LEAD + i: the i-th named pass after the reset */
	PART_COMPANION = PART_LEAD + MAX_LEADS, /* ns per operation of each companion meanwhile; has no cycles */
	NR_PARTS,
};

/* per item (or companion's operation); ns is 0 where the part was not measured */
struct figure {
	double ns;
	double cycles; /* 0 where there is no source of cycles */
};

/* whether a sample is in the estimates, and why not; a column of samples.csv */
enum left_out {
	LEFT_OUT_NOT,
	LEFT_OUT_DISTURBED, /* or too short for the clock */
	LEFT_OUT_LOST,      /* its process crashed, hung, or was killed later on */
};

struct sample {
	uint32_t replicate;    /* process, from 0 */
	uint32_t round;        /* within the process, from 0 */
	uint32_t entry;        /* variant of the case; the last is the control copy */
	uint32_t steady;       /* 1: consecutive passes, 0: a pass after each reset */
	uint32_t passes;       /* timed and undisturbed: the figures are their means */
	uint32_t stack_offset; /* bytes */
	uint32_t data_offset;  /* bytes */
	uint32_t left_out;     /* enum left_out */
	uint64_t items;        /* per pass */
	struct figure parts[NR_PARTS];
	double wall_ns;    /* inside timed passes, leads included */
	double gap_ns;     /* what the slowest pass took beyond its direction's median */
	double off_cpu_ns; /* while another task ran */
	double core_ghz;   /* calibrated beside this sample, 0 where it is not */
	uint32_t context_switches;
	uint32_t page_faults;
	uint32_t migrations;
	uint32_t spare;
	uint64_t counted;            /* bit per counter of the plan: its count is there */
	uint64_t uncounted;          /* one of the passes could not be counted */
	double counts[MAX_COUNTERS]; /* per item */
};

#endif
