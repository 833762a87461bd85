/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Metrics are what people ask for; native events are what a core has. The
 * tables say, core by core, which event stands for a metric, and where there
 * is none, why.
 */
#ifndef FOLIOLAB_METRICS_H
#define FOLIOLAB_METRICS_H

#include <stdbool.h>
#include <stddef.h>

/* the loop with a known answer that an event is run over before it is trusted */
enum proof {
	PROOF_NONE,          /* there is none: the metric stays unverified */
	PROOF_CYCLES,        /* a dependent chain; core cycles */
	PROOF_INSTRUCTIONS,  /* instructions */
	PROOF_BRANCH_MISSES, /* branches by lot; half of them */
	PROOF_LOCKED,        /* locked operations on one line (x86-64) */
	PROOF_EXCLUSIVE,     /* pairs of load and store exclusive (arm64) */
	PROOF_LOAD_MISSES,   /* a walk over flushed lines, each on a page of its own */
	PROOF_STORE_MISSES,  /* the same, stored to */
	PROOF_PREFETCH_W,    /* prefetches for writing */
	PROOF_PREFETCH,      /* prefetches for reading, of a line that is there */
	PROOF_BARRIERS,      /* dmb (arm64) */
	PROOF_ACQUIRES,      /* loads with acquire (arm64) */
	PROOF_RELEASES,      /* stores with release (arm64) */
	PROOF_TIME,          /* ns on the CPU */
	PROOF_FAULTS,        /* pages touched for the first time */
	PROOF_SWITCHES,      /* sleeps */
	PROOF_MIGRATIONS,    /* moves to another CPU and back */
};

struct metric {
	const char *name;
	const char *what; /* what one of them is, one line */
	enum proof proof;
	double least, most; /* counts that prove it, as multiples of the loop's answer */
};

extern const struct metric metrics[];
extern const size_t nr_metrics;

/**
 * metric_find - the metric of that name, or NULL
 */
const struct metric *metric_find(const char *name);

/* counted by the kernel, whatever the core; no PMU is needed */
bool metric_is_software(const struct metric *metric);

/* one row: an event that stands for a metric, or why none does */
struct native_event {
	const char *metric;
	const char *event; /* without the table's prefix; NULL where none comes near */
	const char *lacks; /* why it is not to be used, NULL where it is */
};

/* rows in the order in which they are to be tried; the first parts may be shared by several cores */
enum { TABLE_PARTS = 4 };

struct event_table {
	const char *pmu;  /* libpfm4's name for it */
	const char *what; /* cores, for people */
	bool core;        /* false: not of one core, tried where a core's own has nothing */
	const struct native_event *parts[TABLE_PARTS]; /* each ends with a row without metric */
};

extern const struct event_table tables_x86[], tables_arm[], tables_generic[];
extern const size_t nr_tables_x86, nr_tables_arm, nr_tables_generic;

/**
 * table_find - the table of that libpfm4 PMU, or NULL
 */
const struct event_table *table_find(const char *pmu);

/**
 * table_at - all tables there are, one after the other; NULL at the end
 */
const struct event_table *table_at(size_t index);

/**
 * table_row - the @nr-th row of @table for @metric, or for any metric where
 * that is NULL; NULL at the end
 */
const struct native_event *table_row(const struct event_table *table, const char *metric, size_t nr);

/**
 * event_name - a row's event as libpfm4 or PAPI takes it, "" where it has none
 */
void event_name(char *name, size_t size, const struct event_table *table, const struct native_event *row);

#endif
