// SPDX-License-Identifier: GPL-2.0-or-later
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reproduce/figures.h"

/* the published benchmark's writes */
enum { FIRST_WRITES = 3, WRITES = 101 };

const char *figure_not_here(const struct published *figure, const char *arch)
{
	if (figure->where == CASE_NONE)
		return figure->ns_per_unit > 0 || figure->unit[0] == 'p' ?
			       "a profile of the kernel itself" :
			       "an end-to-end figure: boot both kernels";
	if (strcmp(figure->arch, arch))
		return !strcmp(figure->arch, "aarch64") ? "an arm64 machine" : "an x86-64 machine";
	return NULL;
}

size_t figures_entry(const struct bench_case *bench, const char *variant)
{
	for (size_t i = 0; i < bench->nr_variants; i++)
		if (!strcmp(case_entry_name(bench, i), variant))
			return i;
	return case_entries(bench);
}

/* mean of the published trace's writes */
static struct figure average_write(const struct sample *sample)
{
	struct figure mean = { 0 };

	for (int i = 0; i < FIRST_WRITES; i++) {
		/* disturbed, so not measured: then there is no mean either */
		if (!(sample->parts[PART_LEAD + i].ns > 0))
			return (struct figure){ 0 };
		mean.ns += sample->parts[PART_LEAD + i].ns / WRITES;
		mean.cycles += sample->parts[PART_LEAD + i].cycles / WRITES;
	}
	mean.ns += sample->parts[PART_ALL].ns * (WRITES - FIRST_WRITES) / WRITES;
	mean.cycles += sample->parts[PART_ALL].cycles * (WRITES - FIRST_WRITES) / WRITES;
	return mean;
}

static struct figure figure_of(const struct sample *sample, enum figure_part part)
{
	if (part == FIGURE_AVERAGE)
		return average_write(sample);
	if (part == FIGURE_STEADY)
		return sample->parts[PART_ALL];
	return sample->parts[PART_LEAD + (part - FIGURE_WRITE_1)];
}

/* an outcome in which PART_ALL of every sample is the figure asked for */
static bool project(const struct outcome *outcome, enum figure_part part, struct outcome *projected)
{
	*projected = *outcome;
	projected->samples = calloc(outcome->nr_samples + 1, sizeof(*projected->samples));
	if (!projected->samples)
		return false;
	for (size_t i = 0; i < outcome->nr_samples; i++) {
		projected->samples[i] = outcome->samples[i];
		projected->samples[i].parts[PART_ALL] = figure_of(&outcome->samples[i], part);
	}
	return true;
}

struct measured_figure figure_measure(const struct published *figure, const struct measured_cases *measured)
{
	static const struct interval nothing = { NAN, NAN, NAN };
	const struct outcome *outcome = &measured->outcomes[figure->where];
	struct measured_figure result = {
		.base_ns = nothing,
		.patched_ns = nothing,
		.base_cycles = nothing,
		.patched_cycles = nothing,
		.ratio = nothing,
		.verdict = VERDICT_UNKNOWN,
		.why = figure_not_here(figure, measured->arch),
	};
	struct outcome projected;
	size_t base, patched;

	if (result.why) {
		result.verdict = VERDICT_ELSEWHERE;
		return result;
	}
	if (!outcome->bench || !project(outcome, figure->part, &projected))
		return result;
	base = figures_entry(outcome->bench, figure->base_variant);
	patched = figures_entry(outcome->bench, figure->patched_variant);
	result.ratio = estimate_ratio(&projected, patched, base, PART_ALL);
	result.base_ns = estimate_value(&projected, base, PART_ALL, false, NULL);
	result.patched_ns = estimate_value(&projected, patched, PART_ALL, false, NULL);
	result.base_cycles = estimate_value(&projected, base, PART_ALL, true, NULL);
	result.patched_cycles = estimate_value(&projected, patched, PART_ALL, true, NULL);
	result.verdict = verdict_of(published_ratio(figure), result.ratio, &result.factor);
	free(projected.samples);
	return result;
}
