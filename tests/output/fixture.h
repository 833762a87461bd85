/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An outcome made by hand: base, p1 and p6 of a kernel with two named leads. */
#ifndef FOLIOLAB_TEST_OUTPUT_FIXTURE_H
#define FOLIOLAB_TEST_OUTPUT_FIXTURE_H

#include <math.h>
#include <stddef.h>

#include "engine/estimate.h"
#include "host/topology.h"

enum { FAKE_CONTROL = 3, FAKE_SAMPLES = 8 };

static const struct variant fake_variants[] = {
	{ .name = "base", .what = "as it was" },
	{ .name = "p1", .what = "patch 1" },
	{ .name = "p6", .what = "patch 6" },
};

static const char *const fake_leads[] = { NULL, "write 1", "write 2" };

static const struct kernel fake_kernel = {
	.name = "inc_min_seq",
	.item = "folio",
	.variants = fake_variants,
	.nr_variants = 3,
};

static const struct kernel fake_kernel_with_leads = {
	.name = "agetest",
	.item = "folio",
	.variants = fake_variants,
	.nr_variants = 3,
	.leads = fake_leads,
	.nr_leads = 3,
};

static const struct cpu fake_cpu = { .os_index = 1 };

struct fake {
	struct bench_case bench;
	struct sample samples[FAKE_SAMPLES];
	struct outcome outcome;
};

static inline struct interval around(double mid, double half)
{
	return (struct interval){ mid, mid - half, mid + half };
}

static inline struct interval nothing(void)
{
	return (struct interval){ NAN, NAN, NAN };
}

static inline void fake_sample(struct sample *sample, uint32_t index)
{
	struct sample made = {
		.round = index / 4,
		.entry = index % 4,
		.steady = 1,
		.passes = 16,
		.stack_offset = 48,
		.data_offset = 128,
		.items = 131072,
		.gap_ns = 1234.5,
		.off_cpu_ns = 250,
		.core_ghz = 3.75,
		.page_faults = 2,
		.left_out = index == 0,
	};

	made.parts[PART_ALL] = (struct figure){ .ns = 12.5, .cycles = 46.875 };
	made.parts[PART_ODD] = (struct figure){ .ns = 12.25 };
	made.parts[PART_LEAD + 1] = (struct figure){ .ns = 7.5 };
	*sample = made;
}

static inline void fake_estimate(struct estimate *parts, double ns, double ratio, double half)
{
	for (size_t part = 0; part < NR_PARTS; part++)
		parts[part] = (struct estimate){ nothing(), nothing(), nothing(), 20, 240 };
	parts[PART_ALL].ns = around(ns, 0.125);
	parts[PART_ALL].cycles = around(ns * 4, 0.5);
	parts[PART_ALL].ratio = around(ratio, half);
	parts[PART_ODD].ns = around(ns * 1.01, 0.125);
	parts[PART_EVEN].ns = around(ns * 0.99, 0.125);
	parts[PART_ODD].cycles = around(ns * 4.04, 0.5);
	parts[PART_EVEN].cycles = around(ns * 3.96, 0.5);
}

static inline void fake_init(struct fake *fake)
{
	*fake = (struct fake){
		.bench = {
			.id = "ladder",
			.kernel = &fake_kernel,
			.control = &fake_kernel,
			.nr_variants = 3,
			.variants = { 0, 1, 2 },
			.load = { .folios = 131072, .layout = LAYOUT_RUNS, .run_length = 16, .zones = 1 },
		},
		.outcome = {
			.nr_samples = FAKE_SAMPLES,
			.replicates = 20,
			.source = CYCLES_CALIBRATED,
			.stopped = "precision",
			.wall_s = 10,
			.timed_s = 8.2,
			.lost_share = 0.051,
			.left_out_share = 0.004,
			.ghz_lo = 3.6,
			.ghz_hi = 3.72,
			.page_size = 2 << 20,
		},
	};
	fake->outcome.bench = &fake->bench;
	fake->outcome.samples = fake->samples;
	for (uint32_t i = 0; i < FAKE_SAMPLES; i++)
		fake_sample(&fake->samples[i], i);
	fake_estimate(fake->outcome.estimates[0], 12.5, 1, 0);
	fake_estimate(fake->outcome.estimates[1], 9.75, 0.78, 0.005);
	fake_estimate(fake->outcome.estimates[2], 12.5, 1.0, 0.001);
	fake_estimate(fake->outcome.estimates[FAKE_CONTROL], 12.25, 0.999, 0.0035);
}

#endif
