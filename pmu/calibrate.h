/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The core's frequency, from a chain of known latency in chunks short enough
 * to fall between the gaps that a hypervisor or an interrupt leaves: longer
 * ones read 4 to 10% low.
 */
#ifndef FOLIOLAB_CALIBRATE_H
#define FOLIOLAB_CALIBRATE_H

#include <stdbool.h>

/* time spent spinning, and the part of it lost in gaps of 1 us and more; ns */
struct gaps {
	double spun, lost;
};

struct calibration {
	double tick_hz;
	bool trusted; /* whether chain_cycles() is known and two operations agree here */
};

/**
 * calibration_init - checks that the calibrating operations take what they must
 * @tick_hz: clock_ticks() per second
 *
 * Two operations that agree prove nothing, two that disagree make the
 * frequency unusable: then trusted is false.
 */
void calibration_init(struct calibration *calibration, double tick_hz);

/**
 * core_ghz - the core's frequency now, from a handful of chunks of about 12 us
 * @gaps: may be NULL; the chunks' time is added to it
 *
 * Takes about 60 us. 0 where the calibration is not trusted.
 */
double core_ghz(const struct calibration *calibration, struct gaps *gaps);

#endif
