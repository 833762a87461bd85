/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One call of inc_min_seq per variant, which the kernels keep to themselves, in two flavours. */
#ifndef FOLIOLAB_TESTS_KERNELS_STEP_TABLE_H
#define FOLIOLAB_TESTS_KERNELS_STEP_TABLE_H

#include <stdbool.h>

#include "arch/arch.h"
#include "model/lruvec.h"

struct step {
	const char *name;
	bool (*age)(struct lruvec *lruvec, int type, int swappiness);
};

enum { NR_STEPS = 19 WITH_PREFETCH(+2) WITH_BOTH_PREFETCHES(+2), SWAPPINESS = 60 };

extern const struct step steps_plain[NR_STEPS];
extern const struct step steps_counted[NR_STEPS];

#endif
