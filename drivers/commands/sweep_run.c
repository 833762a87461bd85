// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "commands/sweep_run.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands/session.h"
#include "output/progress.h"
#include "output/say.h"

/* what tables and plots want to know of each CPU */
static void describe_cpus(const struct session *session, const struct cpus *cpus)
{
	json_t *list = json_array();

	for (size_t i = 0; i < cpus->nr; i++) {
		const struct cpu *cpu = &cpus->list[i];
		json_t *topology = topology_describe(session->topology, cpu);
		json_t *one = json_pack("{s:i, s:s}", "cpu", cpu->os_index, "why", cpu->why);

		if (cpu->kind >= 0)
			json_object_set_new(one, "kind", json_integer(cpu->kind));
		json_object_set(one, "caches", json_object_get(topology, "caches"));
		json_array_append_new(list, one);
		json_decref(topology);
	}
	json_object_set_new(session->environment, "cpus", list);
}

static void note_source(const struct session *session, size_t index)
{
	json_t *one = json_array_get(json_object_get(session->environment, "cpus"), index);

	json_object_set_new(one, "cycle_source",
			    json_string(cycle_source_name(engine_source(session->engine))));
	json_object_set_new(one, "cycle_source_reason", json_string(engine_source_reason(session->engine)));
}

/* all that must be the same where a sweep is taken up again */
static char *plan_words(const struct sweep *sweep)
{
	const struct effort *effort = &sweep->options->effort;
	char *matrix = matrix_words(&sweep->matrix), *text = NULL;
	size_t bytes = 0;
	FILE *out = matrix ? open_memstream(&text, &bytes) : NULL;

	if (out) {
		fputs("cpus", out);
		for (size_t i = 0; i < sweep->cpus.nr; i++)
			fprintf(out, " %d", sweep->cpus.list[i].os_index);
		fprintf(out, "; budget %g precision %g replicates %u rounds %u passes %u; %s", effort->budget,
			effort->precision, effort->replicates, effort->rounds, effort->passes, matrix);
		if (fclose(out)) {
			free(text);
			text = NULL;
		}
	}
	free(matrix);
	return text;
}

static int measure_cpu(struct session *session, const struct cases *cases)
{
	int status = 0;

	for (size_t i = 0; i < cases->nr && !status && !engine_interrupted(); i++) {
		struct outcome *outcome;
		char *rows = session_rows(session, &cases->list[i]);

		free(rows);
		if (rows)
			continue;
		outcome = calloc(1, sizeof(*outcome));
		if (!outcome) {
			say_error("not enough memory to measure: close other programs");
			return EXIT_FAILED;
		}
		status = session_run(session, &cases->list[i], outcome);
		outcome_free(outcome);
		free(outcome);
	}
	return status;
}

/* the cases of all CPUs; nothing is measured before all of them are known to be measurable */
static int make_cases(const struct sweep *sweep, struct cases *cases)
{
	struct options shared = *sweep->options;
	int status = 0;

	shared.effort.budget /= (double)sweep->cpus.nr;
	for (size_t i = 0; i < sweep->cpus.nr && !status; i++)
		status = matrix_cases(&sweep->matrix, &shared, sweep->cpus.list[i].os_index, &cases[i]);
	return status;
}

static int run_cases(const struct sweep *sweep, struct session *session, const struct cases *cases)
{
	size_t nr = 0;
	int status = 0;

	for (size_t i = 0; i < sweep->cpus.nr; i++) {
		session_plan(session, cases[i].list, cases[i].nr);
		nr += cases[i].nr;
	}
	session->nr_cases = nr;
	for (size_t i = 0; i < sweep->cpus.nr && !status && !engine_interrupted(); i++) {
		if (i)
			status = session_move(session, &sweep->cpus.list[i]);
		if (!status) {
			note_source(session, i);
			status = measure_cpu(session, &cases[i]);
		}
	}
	return status;
}

int sweep_run(struct sweep *sweep, bool *complete)
{
	struct cases *cases = calloc(sweep->cpus.nr + 1, sizeof(*cases));
	char *plan = plan_words(sweep), first[16];
	struct session session;
	int status = EXIT_FAILED;

	*complete = false;
	if (!cases || !plan) {
		say_error("not enough memory for the plan: give a smaller one");
		free(plan);
		free(cases);
		return EXIT_FAILED;
	}
	snprintf(first, sizeof(first), "%d", sweep->cpus.list[0].os_index);
	sweep->options->cpu = first;
	status = make_cases(sweep, cases);
	if (status)
		goto out;
	status = session_start(&session, sweep->options, sweep->argc, sweep->argv);
	if (!status) {
		describe_cpus(&session, &sweep->cpus);
		status = session_resumable(&session, plan);
	}
	if (!status) {
		status = run_cases(sweep, &session, cases);
		*complete = !status && !engine_interrupted();
	}
	if (session_close(&session, *complete) && !status)
		status = EXIT_FAILED;
out:
	for (size_t i = 0; i < sweep->cpus.nr; i++)
		cases_free(&cases[i]);
	free(cases);
	free(plan);
	sweep->options->cpu = NULL;
	return status;
}

/* one process: the sweep of one CPU; exit status 0 where it is complete, EXIT_INTERRUPTED where it was ended */
enum { EXIT_INTERRUPTED = 100 };

static void __attribute__((noreturn)) sweep_one(const struct sweep *all, size_t index, pid_t parent)
{
	struct options options = *all->options;
	struct sweep one = *all;
	bool complete;
	char *folder;
	int status;

	/* it ends when the sweep does, and only one of them draws the line of progress */
	if (prctl(PR_SET_PDEATHSIG, SIGTERM) || getppid() != parent)
		_exit(EXIT_INTERRUPTED);
	if (index)
		progress_off();
	if (asprintf(&folder, "%s/cpu%d", all->options->out, all->cpus.list[index].os_index) < 0)
		_exit(EXIT_FAILED);
	options.out = folder;
	one.options = &options;
	one.cpus = (struct cpus){ &all->cpus.list[index], 1 };
	status = sweep_run(&one, &complete);
	fflush(NULL);
	_exit(status || complete ? status : EXIT_INTERRUPTED);
}

int sweep_together(struct sweep *sweep, bool *complete)
{
	pid_t parent = getpid(), pid;
	int status, worst = 0;
	size_t started = 0;

	*complete = true;
	for (size_t i = 0; i < sweep->cpus.nr; i++) {
		pid = fork();
		if (!pid)
			sweep_one(sweep, i, parent);
		if (pid < 0) {
			say_error("no process for CPU %d (%s): sweep fewer together",
				  sweep->cpus.list[i].os_index, strerror(errno));
			worst = EXIT_FAILED;
			break;
		}
		started++;
	}
	/* ^C reaches them as well: they end with what they have, and this one waits for it */
	signal(SIGINT, SIG_IGN);
	while (started) {
		pid = waitpid(-1, &status, 0);
		if (pid < 0 && errno != EINTR)
			break;
		if (pid < 0)
			continue;
		started--;
		status = WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILED;
		*complete = *complete && !status;
		if (status && status != EXIT_INTERRUPTED)
			worst = status;
	}
	*complete = *complete && !worst;
	return worst;
}
