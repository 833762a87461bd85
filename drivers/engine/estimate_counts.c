// SPDX-License-Identifier: GPL-2.0-or-later
#include <math.h>
#include <stdlib.h>

#include "engine/estimate.h"

static bool has_count(const struct sample *sample, size_t entry, uint32_t counter)
{
	return sample->entry == entry && !sample->left_out && sample->counted & UINT64_C(1) << counter;
}

/* @values has room for two of each sample */
static struct count_estimate estimate_count(const struct outcome *outcome, size_t entry, uint32_t counter,
					    double *values)
{
	double *processes = values + outcome->nr_samples;
	struct count_estimate estimate = { 0 };
	size_t nr_processes = 0;

	for (size_t i = 0; i < outcome->nr_samples;) {
		uint32_t replicate = outcome->samples[i].replicate;
		size_t nr = 0;

		for (; i < outcome->nr_samples && outcome->samples[i].replicate == replicate; i++)
			if (has_count(&outcome->samples[i], entry, counter))
				values[nr++] = outcome->samples[i].counts[counter];
		estimate.rounds += nr;
		if (nr)
			processes[nr_processes++] = median(values, nr);
	}
	estimate.per_item = median(processes, nr_processes);
	return estimate;
}

void estimate_counts(struct outcome *outcome)
{
	size_t nr = outcome->counters ? outcome->counters->nr : 0;
	double *values = nr ? calloc(2 * outcome->nr_samples + 1, sizeof(*values)) : NULL;

	for (size_t entry = 0; entry < case_entries(outcome->bench); entry++)
		for (uint32_t i = 0; i < nr; i++)
			outcome->counts[entry][i] = values ? estimate_count(outcome, entry, i, values) :
							     (struct count_estimate){ NAN, 0 };
	free(values);
}
