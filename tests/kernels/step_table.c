// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel.h"
#include "loops/ideas.h"
#include "loops/steps.h"
#include "step_table.h"

FOR_EACH_RUNG(DEFINE_STEP)
FOR_EACH_AHEAD(DEFINE_AHEAD_STEP)
FOR_EACH_IDEA(DEFINE_IDEA_STEP)

#define ENTRY(name, rung, what)                              { #name, age_##name },
#define AHEAD_ENTRY(id, name, rung, prefetch, without, what) { name, age_##id },
#define IDEA_ENTRY(id, name, target, what)                   { name, age_idea_##id },
const struct step KERNEL_SYMBOL(steps)[NR_STEPS] = { FOR_EACH_RUNG(ENTRY) FOR_EACH_AHEAD(AHEAD_ENTRY)
							     FOR_EACH_IDEA(IDEA_ENTRY) };

#define NUMBER(name, rung, what)                              STEP_##name,
#define AHEAD_NUMBER(id, name, rung, prefetch, without, what) STEP_##id,
#define IDEA_NUMBER(id, name, target, what)                   STEP_idea_##id,
enum { FOR_EACH_RUNG(NUMBER) FOR_EACH_AHEAD(AHEAD_NUMBER) FOR_EACH_IDEA(IDEA_NUMBER) STEPS };
static_assert((int)STEPS == (int)NR_STEPS, "every variant has a step");
