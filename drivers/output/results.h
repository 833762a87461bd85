/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The results folder: environment.json, samples.csv, estimates.csv. Samples
 * are flushed per round, so an interrupted run keeps what it measured; the
 * other two are written under another name and renamed, so none is ever half
 * there. environment.json says "complete": false until results_close().
 */
#ifndef FOLIOLAB_RESULTS_H
#define FOLIOLAB_RESULTS_H

#include <jansson.h>
#include <stdio.h>

#include "engine/estimate.h"
#include "host/topology.h"

struct results;

/**
 * results_open - makes the folder (and its parents) and its first files
 * @environment: written as environment.json; results takes a reference of its
 *               own and drops it in results_close(), so the caller may still
 *               add to the object meanwhile and drops its own as ever
 *
 * Refuses a folder that exists and is not empty. Returns NULL with one line in @error.
 */
struct results *results_open(const char *folder, json_t *environment, char *error, size_t size);

/**
 * results_counters - adds a plan's columns to both files, before the first row
 * @plan: must outlive the results
 *
 * Returns 0, or -1 with one line in @error.
 */
int results_counters(struct results *results, const struct counter_plan *plan, char *error, size_t size);

/* one row per sample, flushed; returns 0, or -1 once (then it stays silent) when writing fails */
int results_samples(struct results *results, const struct bench_case *bench, enum cycle_source source,
		    const struct sample *samples, size_t nr);

/* remembers the rows of one case for estimates.csv */
void results_outcome(struct results *results, const struct cpu *cpu, const struct outcome *outcome);

/**
 * results_text - one more file in the folder, whole or not at all
 *
 * Returns 0, or -1 with errno set.
 */
int results_text(struct results *results, const char *name, const char *text);

/**
 * results_close - writes estimates.csv and environment.json with complete set
 *
 * Returns 0, or -1 with one line in @error (disk full and the like).
 */
int results_close(struct results *results, bool complete, char *error, size_t size);

/**
 * estimates_csv_header, estimates_csv_rows - the rows of estimates.csv, which
 * are also what --format csv prints
 *
 * Columns: kernel,variant,cpu,folios,items,cycles_per_item,cycles_lo,cycles_hi,
 * ns_per_item,ratio,ratio_lo,ratio_hi,cycle_source and then ns_lo,ns_hi,
 * ns_odd,ns_even,cycles_odd,cycles_even,case,part,layout,run_length,order,
 * promoted,promoted_pattern,zones,type,page_tables,young,refs,sample,passes,
 * replicates,rounds,page_size,stopped. A figure that was not measured is an
 * empty field. Then, where anything was to be counted, METRIC and METRIC_rounds
 * for each metric: counts per item and how many rounds are behind them. One row
 * per variant (part "pass"), one for the control (variant "control"), and one
 * per variant for each named lead (part = its name).
 */
void estimates_csv_header(FILE *out, const struct counter_plan *plan);
void estimates_csv_rows(FILE *out, const struct cpu *cpu, const struct outcome *outcome);

/* the same rows as an array of JSON objects; a figure that was not measured is null, never NaN */
json_t *estimates_json(const struct cpu *cpu, const struct outcome *outcome);

#endif
