// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include <time.h>

#include "clock.h"

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

/* the multiply's latency differs from core to core; not trusted until measured on one */
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

double clock_measure_hz(double seconds)
{
	uint64_t start = monotonic_ns(), ticks = clock_ticks(), now;

	do {
		now = monotonic_ns();
	} while ((double)(now - start) < seconds * 1e9);
	return (double)(clock_ticks() - ticks) * 1e9 / (double)(now - start);
}
