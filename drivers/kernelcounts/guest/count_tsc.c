// SPDX-License-Identifier: GPL-2.0-or-later
/* All instructions, from a time-stamp counter that advances by one with each. */
#include "guest.h"

void counter_open(void)
{
}

const char *counter_name(void)
{
	return "instructions, TSC";
}

static uint64_t ticks(void)
{
	uint32_t low, high;

	__asm__ volatile("lfence; rdtsc; lfence" : "=a"(low), "=d"(high) : : "memory");
	return (uint64_t)high << 32 | low;
}

uint64_t counter_start(void)
{
	return ticks();
}

uint64_t counter_stop(uint64_t started)
{
	return ticks() - started;
}
