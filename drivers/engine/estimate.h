/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From samples to estimates. The process is the unit that varies, so each
 * process is first reduced to one value, and intervals are order statistics
 * over those.
 */
#ifndef FOLIOLAB_ESTIMATE_H
#define FOLIOLAB_ESTIMATE_H

#include <stddef.h>

#include "counters.h"
#include "engine/plan.h"
#include "engine/sample.h"

/* a value with its interval; NAN where there is none */
struct interval {
	double mid, lo, hi;
};

/* one variant and part of a case */
struct estimate {
	struct interval ns;     /* per item */
	struct interval cycles; /* per item; NAN without a source of cycles */
	struct interval ratio;  /* to the baseline; exactly 1, 1, 1 for the baseline itself */
	size_t replicates;      /* processes behind it */
	size_t samples;
};

/* what one variant counted of one metric */
struct count_estimate {
	double per_item; /* NAN where it was not counted */
	size_t rounds;   /* behind it: groups of events take turns */
};

/* all of a case that was measured */
struct outcome {
	const struct bench_case *bench;
	struct sample *samples;
	size_t nr_samples, room;
	size_t replicates;    /* processes that finished with at least one round */
	size_t lost;          /* processes that crashed or hung */
	size_t looks_planned; /* how often the stop rule may look; its 5% is shared among them */
	enum cycle_source source;
	const char *stopped;   /* "precision", "budget", "replicates", "interrupted" */
	double wall_s;         /* of the whole case */
	double timed_s;        /* of it inside timed passes */
	double lost_share;     /* of spinning time, in gaps of 1 us and more */
	double left_out_share; /* of samples */
	double ghz_lo,
		ghz_hi;   /* spread of the calibrated core frequency (10th and 90th percentile), 0: none */
	size_t page_size; /* found under the folios, bytes */
	bool same_layout; /* processes had one address layout, since none could be started by exec */
	struct estimate estimates[MAX_VARIANTS + 1][NR_PARTS]; /* the entry after the last variant is the control */
	const struct counter_plan *counters;                   /* what was to be counted, NULL: nothing */
	struct count_estimate counts[MAX_VARIANTS + 1][MAX_COUNTERS];
};

/* orders doubles, for qsort() */
int by_value(const void *a, const void *b);

/**
 * median - middle value of @values, which it sorts; NAN for none
 */
double median(double *values, size_t nr);

/**
 * order_interval - median and distribution-free interval over processes
 * @alpha: 1 - coverage wanted
 *
 * Sorts @values. lo and hi are NAN where so few values cannot give that coverage.
 */
struct interval order_interval(double *values, size_t nr, double alpha);

/**
 * order_fewest - how many values order_interval() needs at least so that the
 * @spare smallest and largest of them lie outside the interval
 */
size_t order_fewest(double alpha, size_t spare);

/**
 * estimate_ratio - ratio of entry @over to entry @under, paired per round
 *
 * Per process the median of the log ratios of the rounds that have both; over
 * processes an order_interval().
 */
struct interval estimate_ratio(const struct outcome *outcome, size_t over, size_t under, enum part part);

/**
 * estimate_value - one entry's ns, or cycles, per item: per process the median
 * over its samples, over processes an order_interval()
 * @counts: NULL, or where to note the processes and samples behind it
 */
struct interval estimate_value(const struct outcome *outcome, size_t entry, enum part part, bool cycles,
			       struct estimate *counts);

/**
 * estimate_all - fills outcome->estimates and the shares from the samples
 */
void estimate_all(struct outcome *outcome);

/**
 * estimate_counts - fills outcome->counts: per process the median over its
 * rounds, over processes the median
 */
void estimate_counts(struct outcome *outcome);

/**
 * looks_planned - how often the stop rule looks on the way to @most processes:
 * at 10, 20, 40 ... and at the end
 */
size_t looks_planned(size_t most);

/**
 * outcome_alpha - the share of 5% that one look at one of the plan's comparisons has
 */
double outcome_alpha(const struct outcome *outcome);

#endif
