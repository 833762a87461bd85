/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The results folder: environment.json, samples.csv, estimates.csv. Samples
 * are flushed per round, so an interrupted run keeps what it measured; the
 * other two are written under another name and renamed, so none is ever half
 * there. environment.json says "complete": false until results_close().
 * A plan of many cases has them written one by one: results_resumable().
 */
#ifndef FOLIOLAB_RESULTS_H
#define FOLIOLAB_RESULTS_H

#include <jansson.h>
#include <stdbool.h>
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

/**
 * results_lost - writes the last rows once more, as those of a process that was lost
 * @samples: of the last calls of results_samples(), @nr in all, now left out
 *
 * Returns 0, or -1 once when writing fails.
 */
int results_lost(struct results *results, const struct bench_case *bench, enum cycle_source source,
		 const struct sample *samples, size_t nr);

/**
 * results_resumable - like results_open(), for a plan of many cases that can be taken up again
 * @plan: what is counted, or NULL; must outlive the results
 * @resume: take up what is in the folder; where there is nothing, begin
 *
 * estimates.csv then grows case by case, each on the disk before the next one
 * begins, and done.csv tells which are whole (see journal.h). What a killed run
 * left of an unfinished case is dropped. Refused where CPU, kernel, compiler or
 * the environment's "plan" are not as they were (see resume.h).
 */
struct results *results_resumable(const char *folder, json_t *environment, const struct counter_plan *plan,
				  bool resume, char *error, size_t size);

/**
 * results_rows - the rows that estimates.csv has of a case that was finished, before this run or in it
 *
 * To be freed. NULL with errno 0 where the case is still to be measured, with
 * errno set where its rows cannot be read.
 */
char *results_rows(const struct results *results, const char *id);

/**
 * results_cpu - the CPU that what is in a folder was measured on, or -1
 */
int results_cpu(const char *folder);

/**
 * results_outcome - the rows of one case for estimates.csv
 *
 * Where the results are resumable the case is then done, unless it was
 * interrupted. Returns 0, or -1 when it could not be written.
 */
int results_outcome(struct results *results, const struct cpu *cpu, const struct outcome *outcome);

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
 * promoted,promoted_pattern,zones,type,page_tables,young,refs,batch,
 * reclaim_zones,distance,when,work_loads,work_locked,work_stores,contention,
 * companions,companion_ns,companion_ns_lo,companion_ns_hi,companion_ratio,
 * companion_ratio_lo,companion_ratio_hi,sample,passes,replicates,rounds,page_size,
 * stopped. companion_ns is time per operation of each companion, companion_ratio that
 * to the baseline's. A figure that was not measured is an
 * empty field. Then, where anything was to be counted, METRIC and METRIC_rounds
 * for each metric: counts per item and how many rounds are behind them. One row
 * per variant (part "pass"), one for the control (variant "control"), and one
 * per variant for each named lead (part = its name).
 */
void estimates_csv_header(FILE *out, const struct counter_plan *plan);
void estimates_csv_rows(FILE *out, const struct cpu *cpu, const struct outcome *outcome);

/* the same rows as an array of JSON objects; a figure that was not measured is null, never NaN */
json_t *estimates_json(const struct cpu *cpu, const struct outcome *outcome);

/**
 * estimates_rows_json - rows of estimates.csv as such an array
 * @plan: what was counted, as for the header
 *
 * Returns NULL where they are no such rows, or memory ran out.
 */
json_t *estimates_rows_json(const char *rows, const struct counter_plan *plan);

/**
 * estimates_restore - fills @outcome from the rows that estimates.csv has of @bench
 *
 * Figures, intervals and how many processes are behind them; there are no
 * samples. Returns false where they are no such rows.
 */
bool estimates_restore(const char *rows, const struct counter_plan *plan, const struct bench_case *bench,
		       struct outcome *outcome);

#endif
