// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel.h"
#include "loops/steps.h"
#include "step_table.h"

FOR_EACH_RUNG(DEFINE_STEP)

#define ENTRY(name, rung, what) { #name, age_##name },
const struct step KERNEL_SYMBOL(steps)[NR_STEPS] = { FOR_EACH_RUNG(ENTRY) };

#define NUMBER(name, rung, what) STEP_##name,
enum { FOR_EACH_RUNG(NUMBER) STEPS };
static_assert((int)STEPS == (int)NR_STEPS, "every rung has a step");
