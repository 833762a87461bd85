// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/session.h"
#include "host/memory.h"
#include "output/progress.h"
#include "output/say.h"

static json_t *warnings_json(const struct warning *warnings, size_t nr)
{
	json_t *list = json_array();

	for (size_t i = 0; i < nr; i++)
		json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "id", warnings[i].id, "what",
						      warnings[i].what, "remedy", warnings[i].remedy));
	return list;
}

static void say_warnings(const struct warning *warnings, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		if (warnings[i].remedy[0])
			say_warning("%s: %s", warnings[i].what, warnings[i].remedy);
		else
			say_warning("%s", warnings[i].what);
	}
}

static void add_warnings(struct session *session, const struct warning *warnings, size_t nr)
{
	json_t *list = warnings_json(warnings, nr);

	say_warnings(warnings, nr);
	json_array_extend(json_object_get(session->environment, "warnings"), list);
	json_decref(list);
}

/* CPUs for companions, as many as there are; refused where more were asked for */
static int choose_companions(struct session *session)
{
	const struct options *options = session->options;
	unsigned int wanted = options->load.companions;

	session->nr_companions = topology_companions(session->topology, &session->cpu, options->place,
						     options->smt, session->companion_cpus, MAX_COMPANIONS);
	if (wanted <= session->nr_companions)
		return 0;
	say_error("--companions %u: beside CPU %d only %zu may be used for them: give fewer%s", wanted,
		  session->cpu.os_index, session->nr_companions,
		  options->smt ? "" : ", or --smt where cores have several hardware threads");
	return EXIT_USAGE;
}

/* "0 2 3", in their order; to be freed */
static char *companions_text(const struct session *session, size_t nr)
{
	char *text = NULL;
	size_t bytes;
	FILE *out = open_memstream(&text, &bytes);

	for (size_t i = 0; out && i < nr; i++)
		fprintf(out, "%s%u", i ? " " : "", session->companion_cpus[i]);
	return out && !fclose(out) ? text : NULL;
}

static void tell_companions(const struct session *session)
{
	const struct options *options = session->options;
	json_t *cpus = json_object_get(session->environment, "companion_cpus");
	char cpu[16];
	char *all = companions_text(session, session->nr_companions);
	char *used = companions_text(session, options->load.companions);

	snprintf(cpu, sizeof(cpu), "%d", session->cpu.os_index);
	if (all)
		json_object_set_new(cpus, cpu, json_string(all));
	if (used && options->load.companions)
		fprintf(stderr, "cpu %s: for companions, %s first\n", used,
			options->place == PLACE_NEAR ? "near ones" : "far ones");
	free(all);
	free(used);
}

static void warn_of_clock(struct session *session)
{
	const struct clock_rate *clock = session->engine ? engine_clock(session->engine) : NULL;
	struct warning warning = { .id = "clock" };

	if (!clock || !clock->misstated)
		return;
	snprintf(warning.what, MAX_WORDS, "CPU %d says that %s goes at %.0f Hz, and it goes at %.0f",
		 session->cpu.os_index, clock_name(), clock->nominal_hz, clock->measured_hz);
	snprintf(warning.remedy, MAX_WORDS, "the latter is used; tell who made the firmware");
	add_warnings(session, &warning, 1);
}

/* says where it measures now, and what disturbs figures there */
static void arrive(struct session *session)
{
	struct warning warnings[MAX_WARNINGS];

	environment_times("", &session->cpu, &session->before);
	fprintf(stderr, "cpu %d: %s\n", session->cpu.os_index, session->cpu.why);
	tell_companions(session);
	add_warnings(session, warnings, environment_warnings("", &session->cpu, NULL, NULL, warnings));
	warn_of_clock(session);
}

static int open_engine(struct session *session, const struct options *options)
{
	char error[1024];

	if (choose_companions(session))
		return EXIT_USAGE;
	session->engine = engine_open(session->topology, &session->cpu, error, sizeof(error));
	if (session->engine)
		engine_companions(session->engine, session->companion_cpus, session->nr_companions);
	if (session->engine &&
	    (!options->counters || !engine_count(session->engine, options->counters, error, sizeof(error))))
		return 0;
	say_error("%s", error);
	return EXIT_FAILED;
}

static int open_results(struct session *session, const char *folder)
{
	const struct counter_plan *counters = session->engine ? engine_counters(session->engine) : NULL;
	char error[1024];

	session->results = results_open(folder, session->environment, error, sizeof(error));
	if (session->results &&
	    (!counters || !results_counters(session->results, counters, error, sizeof(error))))
		return 0;
	say_error("%s", error);
	return EXIT_FAILED;
}

int session_start(struct session *session, const struct options *options, int argc, char **argv)
{
	char error[1024], earlier[16];
	const char *where = options->cpu;
	int status;

	*session = (struct session){ .options = options, .nr_cases = 1 };
	if (options->resume && !where && results_cpu(options->out) >= 0) {
		snprintf(earlier, sizeof(earlier), "%d", results_cpu(options->out));
		where = earlier;
	}
	if (topology_open(&session->topology, "", error, sizeof(error))) {
		say_error("%s", error);
		return EXIT_FAILED;
	}
	if (topology_choose(session->topology, where, &session->cpu, error, sizeof(error))) {
		say_error("%s", error);
		return options->cpu ? EXIT_USAGE : EXIT_FAILED;
	}
	status = options->no_engine ? 0 : open_engine(session, options);
	if (status)
		return status;
	session->environment = session_describe(session, argc, argv);
	json_object_set_new(session->environment, "companion_cpus", json_object());
	json_object_set_new(session->environment, "warnings", json_array());
	arrive(session);
	return 0;
}

int session_open(struct session *session, const struct options *options, int argc, char **argv)
{
	int status = session_start(session, options, argc, argv);

	return status || !options->out ? status : open_results(session, options->out);
}

int session_resumable(struct session *session, const char *plan)
{
	const struct options *options = session->options;
	char error[1024];

	json_object_set_new(session->environment, "plan", json_string(plan));
	if (!options->out)
		return 0;
	session->results = results_resumable(options->out, session->environment,
					     engine_counters(session->engine), options->resume, error,
					     sizeof(error));
	if (session->results)
		return 0;
	say_error("%s", error);
	return EXIT_FAILED;
}

char *session_rows(struct session *session, const struct bench_case *bench)
{
	char *rows = session->results ? results_rows(session->results, bench->id) : NULL;

	if (!rows)
		return NULL;
	session->case_index++;
	session->left_after_s -= bench->effort.budget;
	return rows;
}

void session_plan(struct session *session, const struct bench_case *cases, size_t nr)
{
	const char *atomics = nr ? flavours[cases[0].flavour].atomics : "";

	if (*atomics)
		json_object_set_new(session->environment, "atomics", json_string(atomics));
	session->nr_cases = nr;
	for (size_t i = 0; i < nr; i++)
		session->left_after_s += cases[i].effort.budget;
}

static void on_round(void *context, const struct outcome *outcome, const struct sample *samples, size_t nr)
{
	struct session *session = context;

	if (session->results)
		results_samples(session->results, outcome->bench, outcome->source, samples, nr);
}

static void on_lost(void *context, const struct outcome *outcome, const struct sample *samples, size_t nr)
{
	struct session *session = context;

	if (session->results)
		results_lost(session->results, outcome->bench, outcome->source, samples, nr);
}

static void on_progress(void *context, const struct outcome *outcome, double share)
{
	struct session *session = context;
	double left = outcome->bench->effort.budget * (1 - share) + session->left_after_s;

	progress_show(outcome->bench->id, session->case_index, session->nr_cases, left);
}

/* processes that were lost may have left no row in samples.csv: so it is told how many there were */
static void note_lost(struct session *session, const struct outcome *outcome)
{
	json_t *lost = json_object_get(session->environment, "lost_processes");

	if (!lost) {
		lost = json_object();
		json_object_set_new(session->environment, "lost_processes", lost);
	}
	json_object_set_new(lost, outcome->bench->id, json_integer((json_int_t)outcome->lost));
}

/* said once: it is so for all cases or for none */
static void note_layout(struct session *session, const struct outcome *outcome)
{
	const char *name = "fresh_address_layout";

	if (outcome->same_layout && !json_is_false(json_object_get(session->environment, name)))
		say_warning("programs are emulated one by one here: processes share one address layout, so "
			    "intervals are too narrow");
	json_object_set_new(session->environment, name, json_boolean(!outcome->same_layout));
}

int session_run(struct session *session, const struct bench_case *bench, struct outcome *outcome)
{
	struct engine_watch watch = {
		.round = on_round,
		.lost = on_lost,
		.progress = on_progress,
		.context = session,
	};
	char error[1024];
	int status;

	session->left_after_s -= bench->effort.budget;
	if (session->left_after_s < 0)
		session->left_after_s = 0;
	status = engine_run(session->engine, bench, &watch, outcome, error, sizeof(error));
	progress_clear();
	session->case_index++;
	if (status) {
		say_error("%s", error);
		return EXIT_FAILED;
	}
	if (outcome->lost) {
		note_lost(session, outcome);
		say_warning("%s: %zu of %zu processes crashed or hung and count for nothing", bench->id,
			    outcome->lost, outcome->lost + outcome->replicates);
	}
	note_layout(session, outcome);
	if (outcome->page_size && outcome->page_size < HUGE_PAGE)
		say_warning("%s: the folios are on %zu-byte pages, not on 2 MB ones: %s", bench->id,
			    outcome->page_size, "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled");
	if (session->results && results_outcome(session->results, &session->cpu, outcome)) {
		say_error("%s: the folder cannot be written to (%s): make room", bench->id, strerror(errno));
		return EXIT_FAILED;
	}
	return 0;
}

/* only what shows over a run: the rest was said before it */
static void note_disturbed(struct session *session)
{
	struct warning all[MAX_WARNINGS], warnings[MAX_WARNINGS];
	struct cpu_times after;
	size_t nr_all, nr = 0;

	environment_times("", &session->cpu, &after);
	nr_all = environment_warnings("", &session->cpu, &session->before, &after, all);
	for (size_t i = 0; i < nr_all; i++)
		if (!strcmp(all[i].id, "steal") || !strcmp(all[i].id, "smt-busy"))
			warnings[nr++] = all[i];
	add_warnings(session, warnings, nr);
}

/* the columns that a results folder began with must do for all its rows */
static bool counts_the_same(const struct counter_plan *first, const struct counter_plan *now)
{
	if (!first || !now || first->nr != now->nr)
		return first == now;
	for (uint32_t i = 0; i < now->nr; i++)
		if (strcmp(first->counters[i].metric, now->counters[i].metric))
			return false;
	return true;
}

int session_move(struct session *session, const struct cpu *cpu)
{
	int status;

	note_disturbed(session);
	if (session->first)
		engine_close(session->engine);
	else
		session->first = session->engine;
	session->cpu = *cpu;
	status = open_engine(session, session->options);
	if (status)
		return status;
	if (!counts_the_same(engine_counters(session->first), engine_counters(session->engine))) {
		say_error("CPU %d counts other metrics than the one before: give it a folder of its own",
			  cpu->os_index);
		return EXIT_FAILED;
	}
	arrive(session);
	return 0;
}

int session_close(struct session *session, bool complete)
{
	char error[1024];
	int status = 0;

	if (session->environment && complete)
		note_disturbed(session);
	if (session->results && results_close(session->results, complete, error, sizeof(error))) {
		say_error("%s", error);
		status = EXIT_FAILED;
	}
	if (session->environment)
		json_decref(session->environment);
	engine_close(session->engine);
	engine_close(session->first);
	if (session->topology)
		topology_close(session->topology);
	return status;
}
