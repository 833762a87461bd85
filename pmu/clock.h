/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A cheap, ordered clock for the edges of a timed pass, and the operation that
 * the core's frequency is calibrated with.
 */
#ifndef FOLIOLAB_CLOCK_H
#define FOLIOLAB_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * clock_ticks - reads the counter with everything before it finished and
 * nothing after it begun
 */
uint64_t clock_ticks(void);

/**
 * clock_name - what clock_ticks() reads, for people
 */
const char *clock_name(void);

/**
 * clock_nominal_hz - ticks per second as the CPU states them, 0 where it does not
 */
double clock_nominal_hz(void);

/**
 * clock_measure_hz - ticks per second against CLOCK_MONOTONIC_RAW
 * @seconds: how long to measure
 */
double clock_measure_hz(double seconds);

struct clock_rate {
	double hz;         /* to convert ticks with */
	double nominal_hz; /* as the CPU states it, 0 where it does not */
	double measured_hz;
	double step_ns; /* between two readings that differ, at least; 24 MHz counters have 42 */
	bool misstated; /* the CPU states another rate than was measured */
};

/**
 * clock_step - the greatest step that all differences of readings are multiples of, 0 where they do not differ
 */
uint64_t clock_step(const uint64_t *readings, size_t nr);

/**
 * clock_judge - the rate that is stated where the measured one bears it out, else the measured one
 * @step: ticks, as clock_step() has them
 */
struct clock_rate clock_judge(double nominal_hz, double measured_hz, uint64_t step);

/**
 * clock_probe - measures this CPU's clock and judges it
 */
struct clock_rate clock_probe(double seconds);

/*
 * Links of a dependent chain that no core folds away, as some do moves and
 * additions of constants.
 */
enum chain { CHAIN_MULTIPLY, CHAIN_ROTATE };

/**
 * chain_run - runs at least @links links, returns how many were run
 */
size_t chain_run(enum chain chain, size_t links);

/**
 * chain_cycles - core cycles per link
 *
 * x86-64: 3 for a 32-bit imul on every core since 2006, the small ones
 * included (their 64-bit one takes 5), 1 for a rotate by a constant. Elsewhere
 * 0: not known.
 */
double chain_cycles(enum chain chain);

#endif
