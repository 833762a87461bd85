// SPDX-License-Identifier: GPL-2.0-or-later
/* The parent: starts replicates one after the other, gathers samples, and decides when to stop. */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/child.h"
#include "host/now.h"
#include "model/random.h"

enum {
	FEWEST = 10, /* processes behind an interval, by default */
	SHARES = 40, /* processes that a budget is cut for */
	LOST_IN_A_ROW = 3,
};

/* a longer slice only measures one process better; it is the processes that differ */
static const double LONGEST_SLICE_S = 0.4;
static const double SHORTEST_SLICE_S = 0.05;

struct run {
	struct engine *engine;
	const struct engine_watch *watch;
	struct outcome *outcome;
	double start_s, slice_s;
	size_t looks; /* taken so far */
	double spun_ns, lost_ns;
	char *error;
	size_t error_size;
};

static bool keep_samples(struct outcome *outcome, const struct sample *samples, size_t nr)
{
	size_t wanted = outcome->nr_samples + nr;

	if (wanted > outcome->room) {
		size_t room = outcome->room ? 2 * outcome->room : 256;
		struct sample *grown;

		while (room < wanted)
			room *= 2;
		grown = realloc(outcome->samples, room * sizeof(*grown));
		if (!grown)
			return false;
		outcome->samples = grown;
		outcome->room = room;
	}
	memcpy(outcome->samples + outcome->nr_samples, samples, nr * sizeof(*samples));
	outcome->nr_samples = wanted;
	return true;
}

/* false where the message ends the whole run */
static bool take_message(struct run *run, const struct message *message, const void *data)
{
	const struct bench_case *bench = run->outcome->bench;
	size_t nr = message->bytes / sizeof(struct sample);

	if (message->type == MESSAGE_ERROR) {
		snprintf(run->error, run->error_size, "%s: %.*s", bench->kernel->name, (int)message->bytes,
			 (const char *)data);
		return false;
	}
	if (message->type == MESSAGE_WORLD && message->bytes == sizeof(struct world_message)) {
		run->outcome->page_size = ((const struct world_message *)data)->page_size;
		run->outcome->same_layout |= !((const struct world_message *)data)->fresh;
	}
	if (message->type == MESSAGE_DONE && message->bytes == sizeof(struct done_message)) {
		run->spun_ns += ((const struct done_message *)data)->spun_ns;
		run->lost_ns += ((const struct done_message *)data)->lost_ns;
	}
	if (message->type != MESSAGE_ROUND)
		return true;
	if (!keep_samples(run->outcome, data, nr)) {
		snprintf(run->error, run->error_size,
			 "not enough memory for samples: give a smaller --budget");
		return false;
	}
	if (run->watch && run->watch->round)
		run->watch->round(run->watch->context, run->outcome, data, nr);
	return true;
}

static void show_progress(struct run *run)
{
	const struct effort *effort = &run->outcome->bench->effort;
	double share = (now_s() - run->start_s) / effort->budget;

	if (effort->replicates)
		share = (double)run->outcome->replicates / effort->replicates;
	if (run->watch && run->watch->progress)
		run->watch->progress(run->watch->context, run->outcome, share < 1 ? share : 1);
}

static struct request make_request(const struct run *run, size_t replicate)
{
	const struct bench_case *bench = run->outcome->bench;
	uint64_t seed = bench->effort.seed + replicate;
	struct request request = {
		.magic = REQUEST_MAGIC,
		.replicate = (uint32_t)replicate,
		.flavour = bench->flavour,
		.nr_variants = (uint32_t)bench->nr_variants,
		.load = bench->load,
		.rounds = bench->effort.rounds,
		.passes = bench->effort.passes,
		.slice_s = run->slice_s,
		.seed = random_next(&seed),
		.tick_hz = run->engine->clock.hz,
		.step_ns = run->engine->clock.step_ns,
		.source = run->engine->source,
		.calibrated = run->engine->calibrated,
		.counters = run->engine->counters,
	};

	snprintf(request.kernel, sizeof(request.kernel), "%s", bench->kernel->name);
	snprintf(request.library, sizeof(request.library), "%s", bench->library ? bench->library : "");
	for (size_t i = 0; i < bench->nr_variants; i++)
		request.variants[i] = bench->variants[i];
	for (size_t i = 0; i < bench->load.companions; i++)
		request.companion_cpus[i] = run->engine->companion_cpus[i];
	return request;
}

/*
 * A process speaks after each round. 2 us an item are more than any loop takes,
 * and 16 passes more than a sample has unless told. Each companion may have its
 * turn before.
 */
static double longest_silence(const struct run *run)
{
	const struct bench_case *bench = run->outcome->bench;
	const struct workload *load = &bench->load;
	double items = (double)load->folios * (load->page_tables ? load->page_tables : 1);
	double passes = bench->effort.passes > 16 ? bench->effort.passes : 16;

	return 30 * (1 + load->companions) + 20 * run->slice_s +
	       2e-6 * items * passes * (double)case_entries(bench);
}

/*
 * One process from start to end. Returns -1 where the whole run must end with
 * run->error, else whether the process was whole.
 */
static int run_replicate(struct run *run, size_t replicate)
{
	struct request request = make_request(run, replicate);
	double silent_s = 0, allowed_s = longest_silence(run);
	void *data = malloc(MAX_MESSAGE);
	struct message message = { 0 };
	struct child child;
	bool whole = false;
	enum reply reply;
	int status = -1;

	if (!data || child_start(&child, run->engine, &request, run->error, run->error_size))
		goto out;
	status = 0;
	for (;;) {
		reply = child_reply(&child, &message, data, &silent_s, allowed_s);
		show_progress(run);
		if (reply == REPLY_END || reply == REPLY_HANGS)
			break;
		if (reply == REPLY_TICK)
			continue;
		if (!take_message(run, &message, data)) {
			status = -1;
			break;
		}
		whole = message.type == MESSAGE_DONE;
		if (whole)
			break;
	}
	child_end(&child);
	if (!status)
		status = whole;
out:
	free(data);
	return status;
}

static double half_width(struct interval interval)
{
	return (interval.hi - interval.lo) / 2 / interval.mid;
}

/* the widest interval of what the case is about: ratios, or the one variant's own figure */
static bool precise_enough(const struct outcome *outcome)
{
	const struct bench_case *bench = outcome->bench;
	double worst = 0;

	for (size_t i = 0; i < bench->nr_variants; i++) {
		const struct estimate *estimate = &outcome->estimates[i][PART_ALL];
		double width = half_width(bench->nr_variants > 1 ? estimate->ratio : estimate->ns);

		if (isnan(width))
			return false;
		if (width > worst)
			worst = width;
	}
	return worst <= bench->effort.precision;
}

/* why to stop before the next process, or NULL; @look: when precision is looked at next */
static const char *stop_reason(struct run *run, size_t *look)
{
	struct outcome *outcome = run->outcome;
	const struct effort *effort = &outcome->bench->effort;
	double spent = now_s() - run->start_s;
	size_t done = outcome->replicates;

	if (engine_interrupted())
		return "interrupted";
	if (effort->limit > 0 && done && spent > effort->limit)
		return "budget";
	if (effort->replicates)
		return done >= effort->replicates ? "replicates" : NULL;
	/* the last look is the one at the end, whatever ends it */
	if (done >= *look && run->looks + 1 < outcome->looks_planned) {
		*look *= 2;
		run->looks++;
		estimate_all(outcome);
		if (precise_enough(outcome))
			return "precision";
	}
	/* another one would end past the budget */
	if (done && spent + spent / (double)done > effort->budget)
		return "budget";
	return NULL;
}

/* what a broken process had measured, from sample @from on, is not used */
static void leave_out(struct run *run, size_t from)
{
	struct outcome *outcome = run->outcome;
	size_t nr = outcome->nr_samples - from;

	for (size_t i = from; i < outcome->nr_samples; i++)
		outcome->samples[i].left_out = LEFT_OUT_LOST;
	if (nr && run->watch && run->watch->lost)
		run->watch->lost(run->watch->context, outcome, outcome->samples + from, nr);
	outcome->nr_samples = from;
}

static int run_all(struct run *run)
{
	struct outcome *outcome = run->outcome;
	size_t look = FEWEST, lost_in_a_row = 0, started = 0;

	while (!(outcome->stopped = stop_reason(run, &look))) {
		size_t before = outcome->nr_samples;
		int status = run_replicate(run, started++);

		if (status < 0)
			return -1;
		if (status) {
			outcome->replicates += outcome->nr_samples > before;
			lost_in_a_row = 0;
			continue;
		}
		leave_out(run, before);
		/* the signal may reach it before it can heed it */
		if (engine_interrupted())
			continue;
		outcome->lost++;
		if (++lost_in_a_row == LOST_IN_A_ROW) {
			snprintf(run->error, run->error_size, "%s: %d processes in a row crashed or hung: %s",
				 outcome->bench->kernel->name, LOST_IN_A_ROW,
				 "choose another workload or CPU");
			return -1;
		}
	}
	return 0;
}

static double slice_of(const struct effort *effort)
{
	double slice = effort->budget / (effort->replicates ? effort->replicates : SHARES);

	if (slice > LONGEST_SLICE_S && !effort->replicates)
		slice = LONGEST_SLICE_S;
	return slice < SHORTEST_SLICE_S ? SHORTEST_SLICE_S : slice;
}

int engine_run(struct engine *engine, const struct bench_case *bench, const struct engine_watch *watch,
	       struct outcome *outcome, char *error, size_t size)
{
	struct run run = {
		.engine = engine,
		.watch = watch,
		.outcome = outcome,
		.start_s = now_s(),
		.slice_s = slice_of(&bench->effort),
		.error = error,
		.error_size = size,
	};
	int status;

	if (bench->load.companions > engine->nr_companions) {
		snprintf(error, size, "%s: %u companions, and CPUs for %zu only: give fewer",
			 bench->kernel->name, bench->load.companions, engine->nr_companions);
		return -1;
	}
	*outcome = (struct outcome){ .bench = bench, .source = engine->source, .stopped = "" };
	outcome->counters = engine_counters(engine);
	outcome->looks_planned = bench->effort.replicates ?
					 1 :
					 looks_planned((size_t)(bench->effort.budget / run.slice_s));
	status = run_all(&run);
	outcome->wall_s = now_s() - run.start_s;
	outcome->lost_share = run.spun_ns > 0 ? run.lost_ns / run.spun_ns : 0;
	if (!status)
		estimate_all(outcome);
	return status;
}

void outcome_free(struct outcome *outcome)
{
	free(outcome->samples);
	outcome->samples = NULL;
	outcome->nr_samples = outcome->room = 0;
}
