/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef FOLIOLAB_ENGINE_INTERNAL_H
#define FOLIOLAB_ENGINE_INTERNAL_H

#include "counters.h"
#include "engine/engine.h"

struct engine {
	const struct topology *topology;
	struct cpu cpu;
	struct clock_rate clock;
	enum cycle_source source;
	bool calibrated;
	size_t nr_companions;
	uint32_t companion_cpus[MAX_COMPANIONS]; /* a case's companions take the first ones */
	struct counter_plan counters;            /* what is counted by events, and why the rest is not */
};

#endif
