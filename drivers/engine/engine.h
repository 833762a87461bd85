/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The one engine that runs every plan. */
#ifndef FOLIOLAB_ENGINE_H
#define FOLIOLAB_ENGINE_H

#include "clock.h"
#include "counters.h"
#include "engine/estimate.h"
#include "host/topology.h"

/* told as it goes on; any may be NULL */
struct engine_watch {
	/* after each round of each process; for flushing samples as they come */
	void (*round)(void *context, const struct outcome *outcome, const struct sample *samples, size_t nr);
	/* those of a process that was lost, the last ones that round() had: they are left out of the estimates */
	void (*lost)(void *context, const struct outcome *outcome, const struct sample *samples, size_t nr);
	/* now and then; for a progress line */
	void (*progress)(void *context, const struct outcome *outcome, double case_share);
	void *context;
};

struct engine;

/**
 * engine_open - prepares for measuring on @cpu: clock rate, source of cycles
 *
 * Returns NULL with one line in @error.
 */
struct engine *engine_open(const struct topology *topology, const struct cpu *cpu, char *error, size_t size);
void engine_close(struct engine *engine);

/* the clock of the chosen CPU: its rate and its step */
const struct clock_rate *engine_clock(const struct engine *engine);

enum cycle_source engine_source(const struct engine *engine);
/* why there is no better source of cycles, one line, "" where there is */
const char *engine_source_reason(const struct engine *engine);

/**
 * engine_count - finds out how the metrics of a list can be counted on the engine's CPU
 * @list: as survey_check() has it
 *
 * All cases that are run from then on are counted. What cannot be counted is
 * no failure: the plan says why. Returns 0, or -1 with one line in @error.
 */
int engine_count(struct engine *engine, const char *list, char *error, size_t size);

/* what is counted, and why what is not; NULL where nothing was asked for */
const struct counter_plan *engine_counters(const struct engine *engine);

/**
 * engine_companions - names the CPUs for companions; a case takes as many of the first as it has
 * @nr: at most MAX_COMPANIONS
 */
void engine_companions(struct engine *engine, const uint32_t *cpus, size_t nr);

/**
 * engine_run - measures one case in fresh processes until its stop rule holds
 *
 * Returns 0 and a filled @outcome (also when interrupted: then
 * outcome->stopped is "interrupted"), or -1 with one line in @error, also
 * where a check found a broken world. outcome_free() either way.
 */
int engine_run(struct engine *engine, const struct bench_case *bench, const struct engine_watch *watch,
	       struct outcome *outcome, char *error, size_t size);
void outcome_free(struct outcome *outcome);

/**
 * engine_interrupted - whether SIGINT or SIGTERM came since engine_open()
 */
bool engine_interrupted(void);

#endif
