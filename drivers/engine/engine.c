// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "calibrate.h"
#include "clock.h"
#include "engine/engine_internal.h"
#include "engine/replicate.h"
#include "survey.h"

static const double TICK_SECONDS = 0.02;

/* the program can be interrupted once for all its plans */
static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
	(void)signal;
	interrupted = 1;
}

bool engine_interrupted(void)
{
	return interrupted;
}

const char *cycle_source_name(enum cycle_source source)
{
	static const char *const names[] = { "none", "calibrated", "pmu" };

	return names[source];
}

/* what the chosen CPU offers, found out there and not where the parent happens to run */
struct probe {
	struct clock_rate clock;
	bool calibrated;
	struct counter_plan counters;
	char error[MAX_WORDS]; /* why nothing was found out, else "" */
};

static void probe_cpu(struct probe *probe, int cpu, const char *list)
{
	struct calibration calibration;

	probe->clock = clock_probe(TICK_SECONDS);
	calibration_init(&calibration, probe->clock.hz);
	probe->calibrated = calibration.trusted;
	survey_plan("", cpu, list, &probe->counters);
}

static bool probe_in_child(const struct topology *topology, const struct cpu *cpu, const char *list,
			   struct probe *probe)
{
	int ends[2], status = 0;
	bool got;
	pid_t pid;

	memset(probe, 0, sizeof(*probe));
	if (pipe2(ends, O_CLOEXEC)) {
		snprintf(probe->error, sizeof(probe->error),
			 "a pipe cannot be made (%s): close other programs", strerror(errno));
		return false;
	}
	pid = fork();
	if (!pid) {
		if (!topology_bind(topology, cpu, probe->error, sizeof(probe->error)))
			probe_cpu(probe, cpu->os_index, list);
		_exit(!write_whole(ends[1], probe, sizeof(*probe)));
	}
	close(ends[1]);
	got = pid > 0 && read_whole(ends[0], probe, sizeof(*probe));
	close(ends[0]);
	if (pid < 0)
		snprintf(probe->error, sizeof(probe->error), "a process cannot be started (%s): end others",
			 strerror(errno));
	else
		waitpid(pid, &status, 0);
	if (pid > 0 && !got)
		snprintf(probe->error, sizeof(probe->error), "a process on CPU %d ended with %s %d: %s",
			 cpu->os_index, WIFSIGNALED(status) ? "signal" : "status",
			 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
			 "choose another with --cpu");
	return !probe->error[0];
}

struct engine *engine_open(const struct topology *topology, const struct cpu *cpu, char *error, size_t size)
{
	struct sigaction action = { .sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND };
	struct engine *engine = calloc(1, sizeof(*engine));
	struct probe probe;

	if (!engine) {
		snprintf(error, size, "not enough memory: close other programs");
		return NULL;
	}
	if (!probe_in_child(topology, cpu, NULL, &probe)) {
		snprintf(error, size, "%s", probe.error);
		free(engine);
		return NULL;
	}
	engine->topology = topology;
	engine->cpu = *cpu;
	engine->clock = probe.clock;
	engine->calibrated = probe.calibrated;
	engine->counters = probe.counters;
	if (counter_usable(&probe.counters.cycles))
		engine->source = CYCLES_PMU;
	else
		engine->source = probe.calibrated ? CYCLES_CALIBRATED : CYCLES_NONE;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	signal(SIGPIPE, SIG_IGN);
	/* a file that may not grow further is an error like any other */
	signal(SIGXFSZ, SIG_IGN);
	return engine;
}

void engine_close(struct engine *engine)
{
	free(engine);
}

void engine_companions(struct engine *engine, const uint32_t *cpus, size_t nr)
{
	memcpy(engine->companion_cpus, cpus, nr * sizeof(*cpus));
	engine->nr_companions = nr;
}

const struct clock_rate *engine_clock(const struct engine *engine)
{
	return &engine->clock;
}

enum cycle_source engine_source(const struct engine *engine)
{
	return engine->source;
}

const char *engine_source_reason(const struct engine *engine)
{
	return engine->counters.cycles.reason;
}

int engine_count(struct engine *engine, const char *list, char *error, size_t size)
{
	struct probe probe;

	if (!probe_in_child(engine->topology, &engine->cpu, list, &probe)) {
		snprintf(error, size, "%s", probe.error);
		return -1;
	}
	/* the source of cycles stays what it was found to be */
	if (engine->source != CYCLES_PMU)
		probe.counters.cycles = engine->counters.cycles;
	engine->counters = probe.counters;
	return 0;
}

const struct counter_plan *engine_counters(const struct engine *engine)
{
	return engine->counters.nr ? &engine->counters : NULL;
}
