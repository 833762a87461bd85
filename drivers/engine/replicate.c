// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "clock.h"
#include "engine/measure.h"
#include "engine/replicate.h"
#include "host/sysfile.h"
#include "host/topology.h"
#include "lift/kernel.h"
#include "output/say.h"

static volatile sig_atomic_t stopped;

static void on_stop(int signal)
{
	(void)signal;
	stopped = 1;
}

bool read_whole(int fd, void *data, size_t bytes)
{
	for (char *at = data; bytes;) {
		ssize_t got = read(fd, at, bytes);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		at += got;
		bytes -= (size_t)got;
	}
	return true;
}

bool write_whole(int fd, const void *data, size_t bytes)
{
	for (const char *at = data; bytes;) {
		ssize_t put = write(fd, at, bytes);

		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return false;
		at += put;
		bytes -= (size_t)put;
	}
	return true;
}

static bool send(enum message_type type, const void *data, size_t bytes)
{
	struct message message = { .type = type, .bytes = (uint32_t)bytes };

	return write_whole(STDOUT_FILENO, &message, sizeof(message)) &&
	       write_whole(STDOUT_FILENO, data, bytes);
}

/* what a request names: a kernel of our own and its control copy, or one out of a library */
static const char *kernels_of(const struct request *request, const struct kernel **kernel,
			      const struct kernel **control)
{
	static struct lifted_kernel lifted;
	const char *wrong;

	if (!request->library[0]) {
		*kernel = kernel_find(&flavours[request->flavour], request->kernel);
		*control = kernel_find(&flavours[request->flavour + 1], request->kernel);
		return *kernel && *control ? NULL : "the request names no kernel that is here";
	}
	wrong = lifted_load(&lifted, request->library, request->kernel, request->flavour);
	*kernel = &lifted.kernel;
	*control = &lifted.control;
	return wrong;
}

/* the request is the parent's, but a stray one must not crash: everything is bounded here */
static const char *case_of(const struct request *request, struct bench_case *bench)
{
	const struct kernel *kernel, *control;
	const char *wrong;

	if (request->magic != REQUEST_MAGIC || !memchr(request->kernel, 0, NAME_SIZE) ||
	    !memchr(request->library, 0, LIBRARY_SIZE) || request->flavour + 1 >= nr_flavours)
		return "this command is for the lab's own use: see foliolab --help";
	wrong = kernels_of(request, &kernel, &control);
	if (wrong)
		return wrong;
	if (!request->nr_variants || request->nr_variants > MAX_VARIANTS)
		return "the request names no variant that is here";
	if (workload_refusal(kernel, &request->load))
		return workload_refusal(kernel, &request->load);
	if (!counter_plan_valid(&request->counters))
		return "the request names no events";
	if (request->passes > MAX_PASSES || !(request->tick_hz > 0) || !isfinite(request->tick_hz) ||
	    !(request->step_ns >= 0) || !isfinite(request->slice_s))
		return "the request is out of bounds";
	*bench = (struct bench_case){
		.kernel = kernel,
		.control = control,
		.nr_variants = request->nr_variants,
		.load = request->load,
		.companion_cpus = request->companion_cpus,
		.effort = { .rounds = request->rounds, .passes = request->passes, .seed = request->seed },
	};
	for (size_t i = 0; i < request->load.companions; i++)
		if (request->companion_cpus[i] > MAX_CPU_NUMBER)
			return "the request names no CPU that can be";
	for (size_t i = 0; i < request->nr_variants; i++) {
		if (request->variants[i] >= kernel->nr_variants)
			return "the request names no variant that is here";
		bench->variants[i] = request->variants[i];
	}
	return NULL;
}

enum { MIN_ROUNDS = 2 };

/* whether the round about to begin is the last: the next would end past the slice */
static bool last_round(const struct request *request, uint32_t round, uint64_t start)
{
	double spent, per_round;

	if (request->rounds)
		return round + 1 >= request->rounds;
	if (round + 1 < MIN_ROUNDS)
		return false;
	spent = (double)(clock_ticks() - start) / request->tick_hz;
	per_round = round ? spent / round : spent;
	return spent + 2 * per_round > request->slice_s;
}

static const char *run_rounds(struct bench *state, const struct request *request, uint64_t start)
{
	struct sample samples[MAX_VARIANTS + 1];
	bool last = false;

	for (uint32_t round = 0; !last && !stopped; round++) {
		const char *broken;
		size_t nr;

		last = last_round(request, round, start);
		broken = bench_round(state, samples, &nr, last);
		if (broken)
			return broken;
		for (size_t i = 0; i < nr; i++) {
			samples[i].replicate = request->replicate;
			samples[i].round = round;
		}
		if (nr && !send(MESSAGE_ROUND, samples, nr * sizeof(samples[0])))
			return "the parent is gone";
	}
	return NULL;
}

static const char *measure(struct bench *state, const struct request *request, uint64_t start, bool fresh)
{
	struct meter *meter = state->meter;
	struct world_message world = { .page_size = state->pages.page_size, .fresh = fresh };
	struct done_message done;
	const char *broken = NULL;

	if (!send(MESSAGE_WORLD, &world, sizeof(world)))
		return "the parent is gone";
	/* where there is one round only, its passes are the first and the last */
	for (size_t i = 0; i < case_entries(state->bench) && !broken && !stopped && request->rounds != 1; i++)
		broken = bench_first_pass(state, i);
	if (!broken)
		broken = run_rounds(state, request, start);
	if (broken)
		return broken;
	done = (struct done_message){ .spun_ns = meter->gaps.spun, .lost_ns = meter->gaps.lost };
	return send(MESSAGE_DONE, &done, sizeof(done)) ? NULL : "the parent is gone";
}

int replicate_main(bool fresh)
{
	struct meter meter = { .stop = &stopped };
	struct sigaction action = { .sa_handler = on_stop };
	uint64_t start = clock_ticks();
	struct bench_case bench;
	struct request request;
	struct bench state = { 0 };
	const char *broken;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	signal(SIGPIPE, SIG_IGN);
	if (isatty(STDIN_FILENO) || !read_whole(STDIN_FILENO, &request, sizeof(request)))
		memset(&request, 0, sizeof(request));
	broken = case_of(&request, &bench);
	if (broken) {
		say_error("%s", broken);
		return EXIT_USAGE;
	}
	meter.source = request.source;
	meter.step_ns = request.step_ns;
	meter.calibration = (struct calibration){ .tick_hz = request.tick_hz, .trusted = request.calibrated };
	if (request.counters.nr_groups) {
		meter.tally = tally_open(&request.counters);
		meter.round = MIN_ROUNDS * request.replicate;
	}
	if (!broken)
		broken = bench_open(&state, &bench, &meter, request.seed);
	if (!broken)
		broken = measure(&state, &request, start, fresh);
	if (broken)
		send(MESSAGE_ERROR, broken, strlen(broken));
	bench_close(&state);
	tally_close(meter.tally);
	return broken ? EXIT_FAILED : 0;
}
