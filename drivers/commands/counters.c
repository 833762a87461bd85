// SPDX-License-Identifier: GPL-2.0-or-later
/* foliolab counters: what can be counted on a CPU here, or on a core that is not here. */
#define _GNU_SOURCE
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands/commands.h"
#include "commands/options.h"
#include "host/topology.h"
#include "output/offer.h"
#include "output/say.h"

struct counters_options {
	struct options shared;
	const char *pmu;
};

enum { KEY_PMU = 256, KEY_WHERE, KEY_FORM };

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct counters_options *options = state->input;

	switch (key) {
	case KEY_PMU:
		options->pmu = text;
		return 0;
	case KEY_WHERE:
		options->shared.cpu = text;
		return 0;
	case KEY_FORM:
		return options_format(&options->shared, text);
	case ARGP_KEY_ARG:
		return options_complain(&options->shared, "%s: give a core's name with --pmu", text);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option own_options[] = {
	{ "pmu", KEY_PMU, "NAME", 0,
	  "the table of a core that is not here, by libpfm4's name: spr, arm_n1 ...", 0 },
	{ "cpu", KEY_WHERE, "WHERE", 0,
	  "CPU to ask: an OS index, or an hwloc location such as core:0, kind:0", 0 },
	{ "format", KEY_FORM, "FORMAT", 0, "text, csv or json", 0 },
	{ 0 },
};

static const struct argp argp = {
	.options = own_options,
	.parser = parse,
	.doc = "Tells what can be counted here, metric by metric, and why the rest cannot.\v"
	       "An event counts when it was started and has counted a loop of which it is known what it counts. "
	       "For some metrics there is no such loop: they are unverified, whatever they read.",
};

/* the child's part: bound to the CPU that is asked */
static void ask(const struct topology *topology, const struct cpu *cpu, struct offer *offer)
{
	char error[MAX_WORDS];

	if (topology_bind(topology, cpu, error, sizeof(error)))
		_exit(EXIT_FAILED);
	offer->cpu = cpu->os_index;
	survey_open(&offer->survey, "", cpu->os_index);
	for (size_t i = 0; i < nr_metrics && i < MAX_OFFER; i++)
		survey_metric(&offer->survey, metrics[i].name, &offer->counters[offer->nr++]);
	offer->free = survey_free(&offer->survey);
	survey_close(&offer->survey);
	_exit(0);
}

/* a process of its own: what asking does to the libraries, and to the CPU's binding, stays there */
static struct offer *ask_in_child(const struct topology *topology, const struct cpu *cpu)
{
	struct offer *offer = mmap(NULL, sizeof(*offer), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
				   -1, 0);
	int status = -1;
	pid_t pid;

	if (offer == MAP_FAILED)
		return NULL;
	pid = fork();
	if (!pid)
		ask(topology, cpu, offer);
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (pid > 0 && WIFEXITED(status) && !WEXITSTATUS(status))
		return offer;
	munmap(offer, sizeof(*offer));
	return NULL;
}

static void print_json(json_t *object)
{
	json_dumpf(object, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(object);
}

static void show_here(const struct offer *offer, enum format format)
{
	switch (format) {
	case FORMAT_TEXT:
		offer_text(stdout, offer);
		break;
	case FORMAT_CSV:
		offer_csv(stdout, offer);
		break;
	case FORMAT_JSON:
		print_json(offer_json(offer));
		break;
	}
}

static int counters_here(const struct counters_options *options)
{
	struct topology *topology = NULL;
	struct offer *offer = NULL;
	char error[1024];
	struct cpu cpu;
	int status = EXIT_FAILED;

	if (topology_open(&topology, "", error, sizeof(error))) {
		say_error("%s", error);
		return EXIT_FAILED;
	}
	if (topology_choose(topology, options->shared.cpu, &cpu, error, sizeof(error))) {
		say_error("%s", error);
		status = options->shared.cpu ? EXIT_USAGE : EXIT_FAILED;
		goto out;
	}
	offer = ask_in_child(topology, &cpu);
	if (!offer) {
		say_error("CPU %d cannot be asked: choose another with --cpu", cpu.os_index);
		goto out;
	}
	show_here(offer, options->shared.format);
	munmap(offer, sizeof(*offer));
	status = 0;
out:
	topology_close(topology);
	return status;
}

static int counters_elsewhere(const char *pmu, enum format format)
{
	const struct event_table *table = table_find(pmu);
	char names[512] = "";

	for (size_t i = 0; !table && table_at(i); i++)
		snprintf(names + strlen(names), sizeof(names) - strlen(names), "%s%s", i ? ", " : "",
			 table_at(i)->pmu);
	if (!table) {
		say_error("no table for '%s': choose %s", pmu, names);
		return EXIT_USAGE;
	}
	switch (format) {
	case FORMAT_TEXT:
		offer_table_text(stdout, table);
		break;
	case FORMAT_CSV:
		offer_table_csv(stdout, table);
		break;
	case FORMAT_JSON:
		print_json(offer_table_json(table));
		break;
	}
	return 0;
}

int command_counters(int argc, char **argv)
{
	struct counters_options options = { 0 };
	int status = options_parse(&argp, argc, argv, &options.shared, &options);

	if (status)
		return status;
	status = options.pmu ? counters_elsewhere(options.pmu, options.shared.format) :
			       counters_here(&options);
	return status ? status : say_stdout_done();
}
