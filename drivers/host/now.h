/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For deadlines and budgets; passes are timed by pmu/clock.h. */
#ifndef FOLIOLAB_NOW_H
#define FOLIOLAB_NOW_H

#include <time.h>

/**
 * now_s - seconds since some moment, which no setting of the clock changes
 */
static inline double now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

#endif
