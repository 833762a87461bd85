// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include <math.h>
#include <time.h>

#include "clock.h"

enum { TRIES = 16, READINGS = 256 };

/* a stated rate that is further off is a wrong one; what is measured is right to some 0.01% */
static const double TOLERANCE = 0.005;

static uint64_t monotonic_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC_RAW, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

enum { LINKS_AT_ONCE = 50 };

#if defined(__x86_64__) && !defined(ARCH_GENERIC)

uint64_t clock_ticks(void)
{
	uint32_t lo, hi;

	asm volatile("lfence\n\trdtsc\n\tlfence" : "=a"(lo), "=d"(hi) : : "memory");
	return (uint64_t)hi << 32 | lo;
}

const char *clock_name(void)
{
	return "tsc";
}

double clock_nominal_hz(void)
{
	return 0;
}

size_t chain_run(enum chain chain, size_t links)
{
	uint32_t value = 3, factor = 5;
	size_t done = 0;

	for (; done < links; done += LINKS_AT_ONCE) {
		if (chain == CHAIN_MULTIPLY)
			asm volatile(".rept 50\n\timull %1, %0\n\t.endr" : "+r"(value) : "r"(factor) : "cc");
		else
			asm volatile(".rept 50\n\troll $7, %0\n\t.endr" : "+r"(value) : : "cc");
	}
	return done;
}

double chain_cycles(enum chain chain)
{
	return chain == CHAIN_MULTIPLY ? 3 : 1;
}

#elif defined(__aarch64__) && !defined(ARCH_GENERIC)

uint64_t clock_ticks(void)
{
	uint64_t ticks;

	asm volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(ticks) : : "memory");
	return ticks;
}

const char *clock_name(void)
{
	return "cntvct";
}

double clock_nominal_hz(void)
{
	uint64_t hz;

	asm("mrs %0, cntfrq_el0" : "=r"(hz));
	return (double)hz;
}

size_t chain_run(enum chain chain, size_t links)
{
	uint64_t value = 3, factor = 5;
	size_t done = 0;

	for (; done < links; done += LINKS_AT_ONCE) {
		if (chain == CHAIN_MULTIPLY)
			asm volatile(".rept 50\n\tmul %0, %0, %1\n\t.endr" : "+r"(value) : "r"(factor));
		else
			asm volatile(".rept 50\n\tror %0, %0, #7\n\t.endr" : "+r"(value));
	}
	return done;
}

/* the multiply's latency differs from core to core, and neither was ever measured on one: not trusted */
double chain_cycles(enum chain chain)
{
	(void)chain;
	return 0;
}

#else

uint64_t clock_ticks(void)
{
	return monotonic_ns();
}

const char *clock_name(void)
{
	return "clock_gettime";
}

double clock_nominal_hz(void)
{
	return 1e9;
}

size_t chain_run(enum chain chain, size_t links)
{
	(void)chain;
	return links;
}

double chain_cycles(enum chain chain)
{
	(void)chain;
	return 0;
}

#endif

/* both clocks at one moment, or as nearly as some tries come to it: a gap may lie between two readings */
static void read_both(uint64_t *ns, uint64_t *ticks)
{
	uint64_t nearest = UINT64_MAX;

	for (int i = 0; i < TRIES; i++) {
		uint64_t before = monotonic_ns(), now = clock_ticks(), apart = monotonic_ns() - before;

		if (apart >= nearest)
			continue;
		nearest = apart;
		*ns = before + apart / 2;
		*ticks = now;
	}
}

double clock_measure_hz(double seconds)
{
	uint64_t start, ticks, end, end_ticks;

	read_both(&start, &ticks);
	while ((double)(monotonic_ns() - start) < seconds * 1e9)
		;
	read_both(&end, &end_ticks);
	return (double)(end_ticks - ticks) * 1e9 / (double)(end - start);
}

uint64_t clock_step(const uint64_t *readings, size_t nr)
{
	uint64_t step = 0;

	for (size_t i = 1; i < nr; i++) {
		uint64_t difference = readings[i] - readings[i - 1];

		/* Euclid's */
		while (difference) {
			uint64_t rest = step % difference;

			step = difference;
			difference = rest;
		}
	}
	return step;
}

struct clock_rate clock_judge(double nominal_hz, double measured_hz, uint64_t step)
{
	struct clock_rate rate = { .hz = measured_hz, .nominal_hz = nominal_hz, .measured_hz = measured_hz };

	if (nominal_hz > 0) {
		rate.misstated = !(fabs(measured_hz / nominal_hz - 1) <= TOLERANCE);
		if (!rate.misstated)
			rate.hz = nominal_hz;
	}
	if (rate.hz > 0)
		rate.step_ns = (double)step * 1e9 / rate.hz;
	return rate;
}

struct clock_rate clock_probe(double seconds)
{
	uint64_t readings[READINGS];

	for (size_t i = 0; i < READINGS; i++)
		readings[i] = clock_ticks();
	return clock_judge(clock_nominal_hz(), clock_measure_hz(seconds), clock_step(readings, READINGS));
}
