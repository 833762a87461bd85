// SPDX-License-Identifier: GPL-2.0-or-later
/* What environment.json says of a run before its first case. */
#include <hwloc.h>
#include <stdio.h>
#include <time.h>

#include "build_info.h"
#include "clock.h"
#include "commands/session.h"
#include "output/counts.h"
#include "versions.h"

static void add_versions(json_t *environment)
{
	char papi[MAX_WORDS], pfm[MAX_WORDS], hwloc[MAX_WORDS];
	unsigned int api = hwloc_get_api_version();

	versions_of_pmu(papi, pfm, MAX_WORDS);
	snprintf(hwloc, sizeof(hwloc), "%u.%u.%u", api >> 16, api >> 8 & 0xff, api & 0xff);
	json_object_set_new(environment, "foliolab", json_string(FOLIOLAB_VERSION));
	json_object_set_new(environment, "compiler", json_string(FOLIOLAB_COMPILER));
	json_object_set_new(environment, "kernel_flags", json_string(FOLIOLAB_KERNEL_FLAGS));
	json_object_set_new(environment, "build_type", json_string(FOLIOLAB_BUILD_TYPE));
	json_object_set_new(environment, "papi", json_string(papi));
	json_object_set_new(environment, "libpfm4", json_string(pfm));
	json_object_set_new(environment, "hwloc", json_string(hwloc));
}

static json_t *clock_json(const struct clock_rate *clock)
{
	return json_pack("{s:s, s:f, s:o, s:f, s:f}", "name", clock_name(), "hz", clock->hz, "nominal_hz",
			 clock->nominal_hz > 0 ? json_real(clock->nominal_hz) : json_null(), "measured_hz",
			 clock->measured_hz, "step_ns", clock->step_ns);
}

static void describe_engine(json_t *environment, const struct session *session)
{
	json_object_set_new(environment, "clock", clock_json(engine_clock(session->engine)));
	json_object_set_new(environment, "cycle_source",
			    json_string(cycle_source_name(engine_source(session->engine))));
	json_object_set_new(environment, "cycle_source_reason",
			    json_string(engine_source_reason(session->engine)));
	json_object_set_new(environment, "seed", json_integer((json_int_t)session->options->effort.seed));
	if (engine_counters(session->engine))
		json_object_set_new(environment, "counters", counts_json(engine_counters(session->engine)));
}

json_t *session_describe(const struct session *session, int argc, char **argv)
{
	json_t *environment = environment_describe("", &session->cpu);
	json_t *line = json_array();
	char date[64];
	time_t now = time(NULL);

	for (int i = 0; i < argc; i++)
		json_array_append_new(line, json_string(argv[i]) ?: json_string("?"));
	strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
	json_object_set_new(environment, "command_line", line);
	json_object_set_new(environment, "date", json_string(date));
	json_object_set_new(environment, "cpu", json_integer(session->cpu.os_index));
	json_object_set_new(environment, "cpu_why", json_string(session->cpu.why));
	json_object_set_new(environment, "topology", topology_describe(session->topology, &session->cpu));
	if (session->engine)
		describe_engine(environment, session);
	add_versions(environment);
	return environment;
}
