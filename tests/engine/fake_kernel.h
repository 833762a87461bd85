/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A bench of kernels whose passes only write down that they were called, or do what a test plants. */
#ifndef FOLIOLAB_TEST_FAKE_KERNEL_H
#define FOLIOLAB_TEST_FAKE_KERNEL_H

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "clock.h"
#include "engine/measure.h"

enum { FAKE_ENTRIES = 4, FAKE_CONTROL = 3 };

/* what happened since it was last cleared */
static struct {
	size_t resets, passes[FAKE_ENTRIES], total;
	size_t checks, checked_passes;
	const char *checked; /* name of the variant */
	char *stack;         /* where the last pass had its own */
	size_t items;        /* what each pass says it handled */
	void (*plant)(void); /* done inside each pass of variant b */
	const char *broken;  /* what check() says of variant b */
	size_t stop_at;      /* pass that sets the stop flag, 0: none */
	volatile sig_atomic_t stop;
	bool steady;
} fake;

static size_t fake_pass(size_t entry)
{
	uint64_t start = clock_ticks();
	char here;

	/* however coarse the clock is, a pass takes some of it */
	while (clock_ticks() - start < 2)
		;
	fake.stack = &here;
	fake.passes[entry]++;
	if (entry == 1 && fake.plant)
		fake.plant();
	if (++fake.total == fake.stop_at)
		fake.stop = 1;
	return fake.items;
}

#define FAKE_PASS(name, entry)                                          \
	static size_t name(struct world *world __attribute__((unused))) \
	{                                                               \
		return fake_pass(entry);                                \
	}
FAKE_PASS(pass_a, 0)
FAKE_PASS(pass_b, 1)
FAKE_PASS(pass_c, 2)
FAKE_PASS(pass_control, FAKE_CONTROL)

static bool fake_steady(const struct workload *load __attribute__((unused)))
{
	return fake.steady;
}

static void fake_reset(struct world *world)
{
	fake.resets++;
	world_fill_lists(world, 0, 0, 0);
}

static const char *fake_check(struct world *world __attribute__((unused)), const struct variant *variant,
			      size_t passes)
{
	fake.checks++;
	fake.checked = variant->name;
	fake.checked_passes = passes;
	return strcmp(variant->name, "b") ? NULL : fake.broken;
}

static const struct variant fake_variants[] = {
	{ .name = "a", .pass = pass_a },
	{ .name = "b", .pass = pass_b },
	{ .name = "c", .pass = pass_c },
};
static const struct variant fake_control_variants[] = { { .name = "a", .pass = pass_control } };
static const char *const fake_lead_names[] = { "first", "second" };

static struct kernel fake_kernel = {
	.name = "fake",
	.item = "folio",
	.variants = fake_variants,
	.nr_variants = 3,
	.steady = fake_steady,
	.reset = fake_reset,
	.check = fake_check,
};
static struct kernel fake_control_kernel = {
	.name = "fake",
	.variants = fake_control_variants,
	.nr_variants = 1,
	.steady = fake_steady,
	.reset = fake_reset,
	.check = fake_check,
};

enum { PASSES = 6, LEADS = 2 };

static struct bench_case bench;
static struct meter meter;
static struct bench state;
static struct sample samples[FAKE_ENTRIES];
static size_t nr;

/* ns are ticks here, and no time goes into calibration */
static inline int fresh(void **unused)
{
	(void)unused;
	memset(&fake, 0, sizeof(fake));
	fake.items = 64;
	fake.steady = true;
	fake_kernel.leads = NULL;
	fake_kernel.nr_leads = 0;
	bench = (struct bench_case){
		.id = "fake",
		.kernel = &fake_kernel,
		.control = &fake_control_kernel,
		.nr_variants = 3,
		.variants = { 0, 1, 2 },
		.load = { .folios = 64, .zones = 1 },
		.effort = { .passes = PASSES },
	};
	meter = (struct meter){ .calibration = { .tick_hz = 1e9 }, .stop = &fake.stop };
	return 0;
}

static inline int closed(void **unused)
{
	(void)unused;
	bench_close(&state);
	return 0;
}

static inline void open_bench(uint64_t seed)
{
	const char *broken = bench_open(&state, &bench, &meter, seed);

	if (broken)
		fail_msg("%s", broken);
}

static inline const char *one_round(bool check)
{
	memset(samples, 0xff, sizeof(samples));
	return bench_round(&state, samples, &nr, check);
}

#endif
