// SPDX-License-Identifier: GPL-2.0-or-later
/* foliolab age: the published benchmarks on the running kernel. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "age/memcached.h"
#include "age/needs.h"
#include "age/report.h"
#include "age/settings.h"
#include "age/swap.h"
#include "commands/age_internal.h"
#include "commands/commands.h"
#include "host/sysfile.h"
#include "output/say.h"

enum { EXIT_SKIPPED = 77 }; /* as tests have it: neither done nor failed */

static volatile sig_atomic_t stop;

static void on_signal(int signal)
{
	(void)signal;
	stop = 1;
}

bool age_interrupted(void)
{
	return stop;
}

/* a second signal changes nothing: what was made is taken back first */
void age_heed_signals(void)
{
	struct sigaction action = { .sa_handler = on_signal };

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
}

static int say_missing(const struct needs *needs)
{
	struct need missing[MAX_NEEDS];
	size_t nr = needs_missing(needs, missing);

	for (size_t i = 0; i < nr; i++)
		say_error("%s: %s", missing[i].what, missing[i].remedy);
	return nr ? EXIT_FAILED : 0;
}

/* what is there from before is taken back, what is missing set up where that was asked for */
static int prepare(const struct age_options *options, struct age *age)
{
	struct needs needs = {
		.sysroot = "",
		.root = !geteuid(),
		.map = options->plan.map,
		.huge = options->plan.huge,
		.swap = options->swap,
		.swapped = options->memcached ? MEMCACHED_SWAP * options->plan.bytes : 0,
		.bytes = options->plan.bytes,
	};
	char error[1024] = "";
	int leftovers = 0;

	if (needs.root)
		leftovers = undo_leftovers("", error, sizeof(error));
	if (leftovers > 0)
		say_warning("what %d earlier runs left behind was removed", leftovers);
	if (leftovers < 0 || (options->set_up && needs_set_up(&needs, &age->undo, error, sizeof(error)))) {
		say_error("%s", error);
		return EXIT_FAILED;
	}
	if (say_missing(&needs))
		return EXIT_FAILED;
	if ((options->swap &&
	     swap_make(&age->undo, options->swap, SWAP_BYTES + needs.swapped, error, sizeof(error))) ||
	    age_open(age, error, sizeof(error))) {
		say_error("%s", error);
		return EXIT_FAILED;
	}
	return 0;
}

static int run_repeats(const struct age_options *options, struct age *age, struct age_repeat *repeats,
		       size_t *nr)
{
	const struct age_plan *plan = &options->plan;
	char error[1024];

	for (*nr = 0; *nr < plan->repeats && !stop; ++*nr) {
		struct age_repeat *repeat = &repeats[*nr];
		int status = age_repeat(age, plan, age_interrupted, repeat, error, sizeof(error));

		if (status) {
			age_repeat_free(repeat);
			say_error("%s", error);
			return EXIT_FAILED;
		}
		if (repeat->nr < plan->passes) {
			age_repeat_free(repeat);
			break;
		}
	}
	return 0;
}

void age_print_outcomes(const struct session *session, const struct age_figures *figures)
{
	json_t *all = json_array();

	if (session->options->format == FORMAT_CSV)
		estimates_csv_header(stdout, NULL);
	for (size_t i = 0; i < figures->nr; i++) {
		json_t *rows;

		if (session->options->format == FORMAT_CSV) {
			estimates_csv_rows(stdout, &session->cpu, &figures->outcomes[i]);
			continue;
		}
		rows = estimates_json(&session->cpu, &figures->outcomes[i]);
		json_array_extend(all, rows);
		json_decref(rows);
	}
	if (session->options->format == FORMAT_JSON) {
		json_dumpf(all, stdout, JSON_INDENT(2));
		putchar('\n');
	}
	json_decref(all);
}

static void print_text(const struct age_plan *plan, const struct age_repeat *repeats,
		       const struct age_figures *figures)
{
	struct utsname machine;

	if (uname(&machine))
		return;
	printf("%s, %lluM, %u process%s, huge pages %s; Linux %.30s, %.16s\n", plan->map ? "tmpfs" : "anon",
	       (unsigned long long)(plan->bytes >> 20), plan->processes, plan->processes > 1 ? "es" : "",
	       plan->huge ? "on" : "off", machine.release, machine.machine);
	age_report_trace(stdout, plan, &repeats[0]);
	age_report_summary(stdout, plan, figures, machine.machine);
}

void age_keep(struct session *session, const struct age_figures *figures)
{
	for (size_t i = 0; session->results && i < figures->nr; i++) {
		const struct outcome *outcome = &figures->outcomes[i];

		results_samples(session->results, outcome->bench, outcome->source, outcome->samples,
				outcome->nr_samples);
		results_outcome(session->results, &session->cpu, outcome);
	}
}

static int write_trace(struct session *session, const struct age_plan *plan, const struct age_repeat *repeats,
		       size_t nr)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);
	int status = out ? 0 : EXIT_FAILED;

	if (out) {
		age_report_csv(out, plan, repeats, nr);
		status = fclose(out);
	}
	if (status || results_text(session->results, "trace.csv", text)) {
		say_error("trace.csv cannot be written (%s): make room", strerror(errno));
		status = EXIT_FAILED;
	}
	free(text);
	return status;
}

static int report(struct session *session, const struct age_plan *plan, const struct age_repeat *repeats,
		  size_t nr)
{
	struct age_figures figures;
	int status = 0;

	if (age_figures_of(&figures, plan, repeats, nr)) {
		say_error("out of memory: close other programs");
		age_figures_free(&figures);
		return EXIT_FAILED;
	}
	age_keep(session, &figures);
	if (session->results)
		status = write_trace(session, plan, repeats, nr);
	if (session->options->format == FORMAT_TEXT)
		print_text(plan, repeats, &figures);
	else
		age_print_outcomes(session, &figures);
	age_figures_free(&figures);
	if (nr < plan->repeats)
		say_warning("interrupted: what was measured until then is partial");
	return status ? status : say_stdout_done();
}

static void describe(const struct session *session)
{
	char enabled[32];

	sysfile_text("", enabled, sizeof(enabled), "%s", LRU_GEN_ENABLED);
	json_object_set_new(session->environment, "lru_gen_enabled", json_string(enabled));
}

static int measure_mapped(struct age_options *options, struct age *age, struct session *session, bool *whole)
{
	struct age_repeat *repeats = calloc(options->plan.repeats, sizeof(*repeats));
	char error[1024];
	size_t nr = 0;
	int status = EXIT_FAILED;

	if (!repeats) {
		say_error("out of memory: close other programs");
		return EXIT_FAILED;
	}
	if (topology_bind(session->topology, &session->cpu, error, sizeof(error))) {
		say_error("%s", error);
		goto out;
	}
	options->plan.node = session->cpu.numa_node > 0 ? session->cpu.numa_node : 0;
	status = run_repeats(options, age, repeats, &nr);
	if (!status && nr)
		status = report(session, &options->plan, repeats, nr);
	else if (!status)
		say_warning("interrupted: no repeat was whole");
out:
	*whole = !status && nr == options->plan.repeats;
	for (size_t i = 0; i < nr; i++)
		age_repeat_free(&repeats[i]);
	free(repeats);
	return status;
}

static int measure(struct age_options *options, struct age *age, int argc, char **argv)
{
	struct session session;
	bool whole = false;
	int status = session_open(&session, &options->shared, argc, argv);

	if (!status) {
		describe(&session);
		age_heed_signals();
		status = options->memcached ? age_memcached(options, age, &session, &whole) :
					      measure_mapped(options, age, &session, &whole);
	}
	if (session_close(&session, whole) && !status)
		status = EXIT_FAILED;
	return status;
}

/* 0, or EXIT_SKIPPED after one line */
static int skipped(const struct age_options *options)
{
	const char *missing = options->memcached ? memcached_missing() : NULL;

	if (!missing)
		return 0;
	say_error("%s", missing);
	return EXIT_SKIPPED;
}

int command_age(int argc, char **argv)
{
	struct age_options options;
	struct age age = { .fd = -1 };
	char error[1024];
	int status = age_parse(&options, argc, argv);

	if (!status)
		status = skipped(&options);
	if (status)
		return status;
	if (undo_open(&age.undo, "", getpid())) {
		say_error("/proc does not know this process: mount -t proc proc /proc");
		return EXIT_FAILED;
	}
	age_heed_signals();
	status = prepare(&options, &age);
	if (!status)
		status = measure(&options, &age, argc, argv);
	age_close(&age);
	if (!geteuid() && undo_all(&age.undo, error, sizeof(error))) {
		say_error("%s", error);
		status = EXIT_FAILED;
	}
	return status;
}
