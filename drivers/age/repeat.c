// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "age/age.h"
#include "age/memcg.h"
#include "age/settings.h"

int age_open(struct age *age, char *error, size_t size)
{
	char cgroup[256], debugfs[256];

	if (!mount_find("", "cgroup2", cgroup, sizeof(cgroup)) ||
	    !mount_find("", "debugfs", debugfs, sizeof(debugfs))) {
		snprintf(error, size, "cgroup2 or debugfs lies too deep: mount it where it usually is");
		return -1;
	}
	snprintf(age->memcg, sizeof(age->memcg), "%s/%s", cgroup, age->undo.name);
	snprintf(age->file, sizeof(age->file), "%s/lru_gen", debugfs);
	age->fd = open(age->file, O_WRONLY | O_CLOEXEC);
	if (age->fd < 0) {
		snprintf(error, size, "%s cannot be written (%s): boot without kernel lockdown", age->file,
			 strerror(errno));
		return -1;
	}
	return undo_note(&age->undo, UNDO_MEMCG, age->memcg, NULL, error, size);
}

void age_close(struct age *age)
{
	if (age->fd >= 0)
		close(age->fd);
}

static int read_state(const struct age *age, const struct age_plan *plan, struct generations *state,
		      char *error, size_t size)
{
	if (lru_gen_read("", age->file, age->undo.name, plan->node, state))
		return 0;
	snprintf(error, size,
		 "%s shows no generations of %s on node %d: choose a CPU of another node with --cpu",
		 age->file, age->memcg, plan->node);
	return -1;
}

/* one write, with what it executed; a write that failed or did nothing is an error */
static int age_once(struct age *age, const struct age_plan *plan, struct tracker *tracker,
		    struct age_write *write, char *error, size_t size)
{
	const char *problem;
	int failed;

	if (read_state(age, plan, &write->before, error, size))
		return -1;
	write->seq = lru_gen_youngest(&write->before);
	failed = lru_gen_age(age->fd, write->before.memcg, plan->node, write->seq, &write->ns);
	if (failed) {
		snprintf(error, size, "lru_gen refuses generation %llu (%s): %s",
			 (unsigned long long)write->seq, strerror(failed),
			 failed == ERANGE ? "there are as many as there can be, and this kernel drops none" :
					    "see what its memcg and node are in that file");
		return -1;
	}
	if (read_state(age, plan, &write->after, error, size))
		return -1;
	problem = write_problem(write, plan->bytes / (uint64_t)sysconf(_SC_PAGESIZE));
	if (problem) {
		snprintf(error, size, "generation %llu: %s", (unsigned long long)write->seq, problem);
		return -1;
	}
	write->executed = tracker_step(tracker, &write->before, &write->after);
	return 0;
}

/* whether huge pages are what was asked for: all of the memory, or none of it */
static int check_huge(const struct age *age, const struct age_plan *plan, char *error, size_t size)
{
	const char *name = plan->map == MAP_OF_TMPFS ? "shmem_thp" : "anon_thp";
	uint64_t huge = 0;

	if (!memcg_stat("", age->memcg, name, &huge) && !plan->huge)
		return 0;
	if (plan->huge ? huge >= plan->bytes - plan->bytes / 100 : !huge)
		return 0;
	snprintf(error, size, "%lluM of the memory came as huge pages: %s", (unsigned long long)(huge >> 20),
		 plan->huge ? "echo 1 > /proc/sys/vm/compact_memory, or give --thp off" :
			      "echo never > " THP_SHMEM);
	return -1;
}

/* the memory must be where the writes look for it */
static int check_pages(const struct age_plan *plan, const struct generations *state, char *error, size_t size)
{
	uint64_t wanted = plan->bytes / (uint64_t)sysconf(_SC_PAGESIZE);

	if (lru_gen_total(state) >= wanted - wanted / 100)
		return 0;
	if (state->elsewhere > wanted / 100)
		snprintf(error, size, "%llu pages are on other nodes than %d: choose with --cpu numa:N",
			 (unsigned long long)state->elsewhere, plan->node);
	else
		snprintf(error, size,
			 "only %llu of %llu pages are listed: memory is short, give fewer --bytes",
			 (unsigned long long)lru_gen_total(state), (unsigned long long)wanted);
	return -1;
}

/*
 * The benchmark begins with every page young, in the second youngest
 * generation. Newer kernels put freshly faulted pages there; older ones into
 * the youngest, so that the first walk would have nothing to relabel. There one
 * write more, and reading all pages again, makes the same start.
 */
static int settle(struct age *age, const struct age_plan *plan, struct workers *workers,
		  struct tracker *tracker, struct generations *state, char *error, size_t size)
{
	struct age_write write;

	tracker_start(tracker, state);
	if (lru_gen_anon(state, lru_gen_youngest(state)) < lru_gen_total(state) / 2)
		return 0;
	if (age_once(age, plan, tracker, &write, error, size) || workers_read(workers, error, size))
		return -1;
	return read_state(age, plan, state, error, size);
}

static int run_writes(struct age *age, const struct age_plan *plan, bool (*interrupted)(void),
		      struct workers *workers, struct age_repeat *repeat, char *error, size_t size)
{
	struct tracker tracker;
	struct generations state;

	if (read_state(age, plan, &state, error, size) || check_pages(plan, &state, error, size) ||
	    settle(age, plan, workers, &tracker, &state, error, size))
		return -1;
	repeat->memcg = state.memcg;
	repeat->pages = lru_gen_total(&state);
	for (; repeat->nr < plan->passes && !interrupted(); repeat->nr++) {
		struct age_write *write = &repeat->writes[repeat->nr];

		if (plan->reread && workers_read(workers, error, size))
			return -1;
		if (age_once(age, plan, &tracker, write, error, size))
			return -1;
		if ((plan->reread || !repeat->nr) &&
		    !(executed_kind(&write->executed, repeat->pages) & KIND_RELABEL)) {
			snprintf(error, size,
				 "generation %llu: nothing moved although every page was just read: "
				 "see lru_gen/enabled, and that swap is free",
				 (unsigned long long)write->seq);
			return -1;
		}
	}
	return 0;
}

int age_repeat(struct age *age, const struct age_plan *plan, bool (*interrupted)(void),
	       struct age_repeat *repeat, char *error, size_t size)
{
	struct workers workers = { .first = -1 };
	int status = -1;

	*repeat = (struct age_repeat){ .writes = calloc(plan->passes, sizeof(*repeat->writes)) };
	if (!repeat->writes) {
		snprintf(error, size, "out of memory: close other programs");
		return -1;
	}
	if (memcg_make("", age->memcg)) {
		snprintf(error, size, "%s cannot be made: %s", age->memcg, strerror(errno));
		return -1;
	}
	status = workers_start(&workers, plan->processes, age->memcg, plan->map, plan->bytes, plan->huge,
			       error, size);
	if (!status)
		status = check_huge(age, plan, error, size);
	if (!status)
		status = run_writes(age, plan, interrupted, &workers, repeat, error, size);
	workers_stop(&workers);
	if (memcg_remove("", age->memcg) && !status) {
		snprintf(error, size, "%s cannot be removed (%s): see who is in it", age->memcg,
			 strerror(errno));
		status = -1;
	}
	return status;
}

void age_repeat_free(struct age_repeat *repeat)
{
	free(repeat->writes);
	repeat->writes = NULL;
}
