// SPDX-License-Identifier: GPL-2.0-or-later
#include <math.h>
#include <stdlib.h>

#include "engine/estimate.h"

static const double ALPHA = 0.05;
enum { FIRST_LOOK = 10 };

int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double middle(const double *sorted, size_t nr)
{
	return nr % 2 ? sorted[nr / 2] : (sorted[nr / 2 - 1] + sorted[nr / 2]) / 2;
}

double median(double *values, size_t nr)
{
	if (!nr)
		return NAN;
	qsort(values, nr, sizeof(*values), by_value);
	return middle(values, nr);
}

/*
 * Between the r-th smallest and the r-th largest of n values lies the median
 * of what they were drawn from, unless fewer than r of them fell on one side
 * of it, whatever their distribution: probability 2 * P(Binomial(n, 1/2) < r).
 */
struct interval order_interval(double *values, size_t nr, double alpha)
{
	struct interval interval = { NAN, NAN, NAN };
	double term, below = 0;
	size_t rank = 0;

	interval.mid = median(values, nr);
	if (!nr)
		return interval;
	term = -(double)nr * log(2); /* log P(exactly 0) */
	while (rank < nr / 2 && 2 * (below + exp(term)) <= alpha) {
		below += exp(term);
		term += log((double)(nr - rank) / (double)(rank + 1));
		rank++;
	}
	if (!rank)
		return interval;
	interval.lo = values[rank - 1];
	interval.hi = values[nr - rank];
	return interval;
}

size_t order_fewest(double alpha, size_t spare)
{
	size_t nr = 2 * spare + 1;

	for (;; nr++) {
		double term = exp(-(double)nr * log(2)), below = 0;

		for (size_t rank = 0; rank <= spare; rank++) {
			below += term;
			term *= (double)(nr - rank) / (double)(rank + 1);
		}
		if (2 * below <= alpha)
			return nr;
	}
}

size_t looks_planned(size_t most)
{
	size_t looks = 1;

	for (size_t at = FIRST_LOOK; at < most; at *= 2)
		looks++;
	return looks;
}

double outcome_alpha(const struct outcome *outcome)
{
	unsigned int comparisons = outcome->bench->effort.comparisons;

	return ALPHA / (double)(outcome->looks_planned ? outcome->looks_planned : 1) /
	       (comparisons ? comparisons : 1);
}

/* value of one sample for one kind of figure; NAN where it has none */
static double value_of(const struct sample *sample, enum part part, bool cycles)
{
	double value = cycles ? sample->parts[part].cycles : sample->parts[part].ns;

	return value > 0 && !sample->left_out ? value : NAN;
}

/* samples of one process lie together: the end of the run that begins at @from */
static size_t process_end(const struct outcome *outcome, size_t from)
{
	size_t end = from;

	while (end < outcome->nr_samples && outcome->samples[end].replicate == outcome->samples[from].replicate)
		end++;
	return end;
}

/* the log ratio of two entries in the round that begins at @from; moves it to the next round */
static double round_ratio(const struct outcome *outcome, size_t *from, size_t end, size_t over, size_t under,
			  enum part part)
{
	uint32_t round = outcome->samples[*from].round;
	double above = NAN, below = NAN;

	for (; *from < end && outcome->samples[*from].round == round; (*from)++) {
		const struct sample *sample = &outcome->samples[*from];

		if (sample->entry == over)
			above = value_of(sample, part, false);
		if (sample->entry == under)
			below = value_of(sample, part, false);
	}
	return log(above / below);
}

struct interval estimate_ratio(const struct outcome *outcome, size_t over, size_t under, enum part part)
{
	double *values = calloc(2 * outcome->nr_samples + 2, sizeof(*values));
	double *processes = values ? values + outcome->nr_samples + 1 : NULL;
	struct interval interval = { NAN, NAN, NAN };
	size_t nr_processes = 0;

	if (!values)
		return interval;
	for (size_t from = 0; from < outcome->nr_samples;) {
		size_t end = process_end(outcome, from), nr = 0;

		while (from < end) {
			double ratio = round_ratio(outcome, &from, end, over, under, part);

			if (isfinite(ratio))
				values[nr++] = ratio;
		}
		if (nr)
			processes[nr_processes++] = median(values, nr);
	}
	interval = order_interval(processes, nr_processes, outcome_alpha(outcome));
	free(values);
	return (struct interval){ exp(interval.mid), exp(interval.lo), exp(interval.hi) };
}

struct interval estimate_value(const struct outcome *outcome, size_t entry, enum part part, bool cycles,
			       struct estimate *counts)
{
	double *values = calloc(2 * outcome->nr_samples + 2, sizeof(*values));
	double *processes = values ? values + outcome->nr_samples + 1 : NULL;
	struct interval interval = { NAN, NAN, NAN };
	size_t nr_processes = 0, samples = 0;

	if (!values)
		return interval;
	for (size_t from = 0; from < outcome->nr_samples;) {
		size_t end = process_end(outcome, from), nr = 0;

		for (; from < end; from++) {
			double value = value_of(&outcome->samples[from], part, cycles);

			if (outcome->samples[from].entry == entry && !isnan(value))
				values[nr++] = value;
		}
		samples += nr;
		if (nr)
			processes[nr_processes++] = median(values, nr);
	}
	interval = order_interval(processes, nr_processes, outcome_alpha(outcome));
	if (counts) {
		counts->replicates = nr_processes;
		counts->samples = samples;
	}
	free(values);
	return interval;
}

static void estimate_shares(struct outcome *outcome)
{
	double *ghz = calloc(outcome->nr_samples + 1, sizeof(*ghz));
	size_t left_out = 0, nr = 0;

	outcome->timed_s = 0;
	for (size_t i = 0; i < outcome->nr_samples; i++) {
		outcome->timed_s += outcome->samples[i].wall_ns / 1e9;
		left_out += !!outcome->samples[i].left_out;
		if (ghz && outcome->samples[i].core_ghz > 0)
			ghz[nr++] = outcome->samples[i].core_ghz;
	}
	outcome->left_out_share = outcome->nr_samples ? (double)left_out / (double)outcome->nr_samples : 0;
	if (nr) {
		qsort(ghz, nr, sizeof(*ghz), by_value);
		outcome->ghz_lo = ghz[nr / 10];
		outcome->ghz_hi = ghz[nr - 1 - nr / 10];
	}
	free(ghz);
}

void estimate_all(struct outcome *outcome)
{
	for (size_t entry = 0; entry < case_entries(outcome->bench); entry++) {
		for (int part = 0; part < NR_PARTS; part++) {
			struct estimate *estimate = &outcome->estimates[entry][part];

			estimate->ns = estimate_value(outcome, entry, part, false, estimate);
			estimate->cycles = estimate_value(outcome, entry, part, true, NULL);
			estimate->ratio = (struct interval){ 1, 1, 1 };
			if (entry)
				estimate->ratio = estimate_ratio(outcome, entry, 0, part);
		}
	}
	estimate_shares(outcome);
	estimate_counts(outcome);
}
