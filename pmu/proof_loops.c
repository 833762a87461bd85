// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdint.h>

#include "proof_loops.h"

/* what is prefetched, locked, loaded and stored */
static struct {
	uint64_t word;
} __attribute__((aligned(64))) line;

#if defined(__x86_64__) && !defined(ARCH_GENERIC)

/* 20 and the two that count */
double loop_instructions(size_t loops)
{
	size_t left = loops;

	asm volatile("1:\n\t.rept 20\n\tnop\n\t.endr\n\tdec %0\n\tjnz 1b" : "+r"(left) : : "cc");
	return (double)loops * 22;
}

double loop_locked(size_t loops)
{
	for (size_t i = 0; i < loops; i++)
		asm volatile("lock addq $1, %0" : "+m"(line.word) : : "cc");
	return (double)loops;
}

double loop_prefetch(size_t loops, bool write)
{
	for (size_t i = 0; i < loops; i++) {
		if (write)
			asm volatile("prefetchw %0" : : "m"(line.word));
		else
			asm volatile("prefetcht0 %0" : : "m"(line.word));
	}
	return (double)loops;
}

bool loop_flushes(void)
{
	return true;
}

void loop_flush_line(void *at)
{
	asm volatile("clflush %0" : "+m"(*(char *)at));
}

void loop_flush_done(void)
{
	asm volatile("mfence" : : : "memory");
}

#else

double loop_locked(size_t loops)
{
	(void)loops;
	return 0;
}

#endif

#if defined(__aarch64__) && !defined(ARCH_GENERIC)

double loop_instructions(size_t loops)
{
	size_t left = loops;

	asm volatile("1:\n\t.rept 20\n\tnop\n\t.endr\n\tsubs %0, %0, #1\n\tb.ne 1b" : "+r"(left) : : "cc");
	return (double)loops * 22;
}

double loop_exclusive(size_t loops)
{
	for (size_t i = 0; i < loops; i++) {
		uint64_t value;
		uint32_t failed;

		asm volatile("ldxr %0, %2\n\tstxr %w1, %0, %2"
			     : "=&r"(value), "=&r"(failed), "+Q"(line.word));
	}
	return (double)loops;
}

double loop_prefetch(size_t loops, bool write)
{
	for (size_t i = 0; i < loops; i++) {
		if (write)
			asm volatile("prfm pstl1keep, %0" : : "Q"(line.word));
		else
			asm volatile("prfm pldl1keep, %0" : : "Q"(line.word));
	}
	return (double)loops;
}

double loop_barriers(size_t loops)
{
	for (size_t i = 0; i < loops; i++)
		asm volatile("dmb ish" : : : "memory");
	return (double)loops;
}

double loop_acquires(size_t loops)
{
	for (size_t i = 0; i < loops; i++) {
		uint64_t value;

		asm volatile("ldar %0, %1" : "=r"(value) : "Q"(line.word));
	}
	return (double)loops;
}

double loop_releases(size_t loops)
{
	for (size_t i = 0; i < loops; i++)
		asm volatile("stlr %1, %0" : "=Q"(line.word) : "r"(i));
	return (double)loops;
}

bool loop_flushes(void)
{
	return true;
}

void loop_flush_line(void *at)
{
	asm volatile("dc civac, %0" : : "r"(at) : "memory");
}

void loop_flush_done(void)
{
	asm volatile("dsb ish" : : : "memory");
}

#else

double loop_exclusive(size_t loops)
{
	(void)loops;
	return 0;
}

double loop_barriers(size_t loops)
{
	(void)loops;
	return 0;
}

double loop_acquires(size_t loops)
{
	(void)loops;
	return 0;
}

double loop_releases(size_t loops)
{
	(void)loops;
	return 0;
}

#endif

#if defined(ARCH_GENERIC) || (!defined(__x86_64__) && !defined(__aarch64__))

double loop_instructions(size_t loops)
{
	(void)loops;
	(void)line;
	return 0;
}

double loop_prefetch(size_t loops, bool write)
{
	(void)loops;
	(void)write;
	return 0;
}

bool loop_flushes(void)
{
	return false;
}

void loop_flush_line(void *at)
{
	(void)at;
}

void loop_flush_done(void)
{
}

#endif
