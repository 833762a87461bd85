// SPDX-License-Identifier: GPL-2.0-or-later
/* What foliolab prefetch says and writes once it has measured. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_info.h"
#include "commands/prefetch_internal.h"
#include "output/grid.h"
#include "output/say.h"
#include "prefetch/map_report.h"

static void print_head(FILE *out, const struct prefetch_lab *lab, const char *cpu)
{
	const struct map_plan *plan = &lab->plan;
	char text[1024];

	snprintf(text, sizeof(text),
		 "%.60s, cpu %d; %zu cells in %zu cases of %u processes; cycles: %s; the intervals of all cells "
		 "hold together at 95%%",
		 cpu, lab->session.cpu.os_index, plan->nr_cells, plan->nr_cases,
		 plan->nr_cases ? plan->cases[plan->nr_cases - 1].bench.effort.replicates : 0,
		 cycle_source_name(engine_source(lab->session.engine)));
	print_wrapped(out, text);
	if (plan->left_out[0]) {
		snprintf(text, sizeof(text), "left out: %s; --thorough has them", plan->left_out);
		print_wrapped(out, text);
	}
	if (lab->out_of_time) {
		snprintf(text, sizeof(text), "not measured for want of time: %zu cases", lab->out_of_time);
		print_wrapped(out, text);
	}
	fputc('\n', out);
}

static size_t page_size(const struct prefetch_lab *lab)
{
	size_t smallest = 0;

	for (size_t i = 0; i < lab->plan.nr_cases; i++) {
		size_t here = lab->outcomes[i].bench ? lab->outcomes[i].page_size : 0;

		if (here && (!smallest || here < smallest))
			smallest = here;
	}
	return smallest;
}

static void print_verdict(FILE *out, const struct prefetch_lab *lab, const struct map *map, const char *cpu)
{
	struct verdict_about about = {
		.cpu = cpu,
		.compiler = FOLIOLAB_COMPILER,
		.source = cycle_source_name(engine_source(lab->session.engine)),
		.page_size = page_size(lab),
	};

	verdict_print(out, map->cells, map->nr_cells, &about);
}

static char *text_of(const struct prefetch_lab *lab, const struct map *map, const char *cpu,
		     void (*print)(FILE *out, const struct prefetch_lab *lab, const struct map *map,
				   const char *cpu))
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);

	if (!out)
		return NULL;
	print(out, lab, map, cpu);
	if (!fclose(out))
		return text;
	free(text);
	return NULL;
}

static void print_report(FILE *out, const struct prefetch_lab *lab, const struct map *map, const char *cpu)
{
	print_head(out, lab, cpu);
	map_print(out, map);
	map_bounds_print(out, map);
	fputs("\nverdict\n\n", out);
	print_verdict(out, lab, map, cpu);
}

static void print_map_csv(FILE *out, const struct prefetch_lab *lab, const struct map *map, const char *cpu)
{
	(void)lab;
	(void)cpu;
	map_csv(out, map);
}

static void print_json(const struct prefetch_lab *lab, const struct map *map, const char *verdict)
{
	json_t *estimates = estimates_rows_json(strchr(lab->rows, '\n') + 1, NULL);
	json_t *all = json_pack("{s:o, s:o, s:s, s:o}", "map", map_json(map), "bounds", map_bounds_json(map),
				"verdict", verdict, "estimates", estimates ? estimates : json_array());

	json_dumpf(all, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(all);
}

/* what goes to the folder, whatever the format on the terminal */
static int write_files(struct prefetch_lab *lab, const char *report, const char *verdict, const char *map)
{
	const struct {
		const char *name, *text;
	} files[] = { { "report.txt", report }, { "verdict.txt", verdict }, { "map.csv", map } };

	for (size_t i = 0; lab->session.results && i < sizeof(files) / sizeof(files[0]); i++) {
		if (!results_text(lab->session.results, files[i].name, files[i].text))
			continue;
		say_error("%s cannot be written (%s): make room", files[i].name, strerror(errno));
		return EXIT_FAILED;
	}
	return 0;
}

int prefetch_report(struct prefetch_lab *lab)
{
	char cpu[MAX_WORDS], *report = NULL, *verdict = NULL, *rows = NULL;
	int status = EXIT_FAILED;
	struct map map;

	environment_cpu_name("", cpu, sizeof(cpu));
	if (fflush(lab->rows_out) || map_make(&map, &lab->plan, lab->outcomes)) {
		say_error("not enough memory: close other programs");
		return EXIT_FAILED;
	}
	report = text_of(lab, &map, cpu, print_report);
	verdict = text_of(lab, &map, cpu, print_verdict);
	rows = text_of(lab, &map, cpu, print_map_csv);
	if (report && verdict && rows)
		status = write_files(lab, report, verdict, rows);
	if (!status && lab->options.shared.format == FORMAT_TEXT)
		fputs(report, stdout);
	else if (!status && lab->options.shared.format == FORMAT_CSV)
		fputs(lab->rows, stdout);
	else if (!status)
		print_json(lab, &map, verdict);
	free(report);
	free(verdict);
	free(rows);
	map_free(&map);
	return status ? status : say_stdout_done();
}
