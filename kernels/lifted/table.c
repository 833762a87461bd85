// SPDX-License-Identifier: GPL-2.0-or-later
/* Compiled into each library of lifted functions: its table, from the lifter's list of stages. */
#include "lifted/lifted.h"
/* written by the lifter: LIFTED_STAGES(X), X(number, name, what) */
#include "stages.h"

#define DECLARE(number, name, what) \
	extern pass_fn lifted_stage##number##_plain, lifted_stage##number##_control;
LIFTED_STAGES(DECLARE)

#define PLAIN(number, title, text) \
	{ .name = title, .what = text, .pass = lifted_stage##number##_plain, .rule = LIFTED_RULE },
#define CONTROL(number, title, text) \
	{ .name = title, .what = text, .pass = lifted_stage##number##_control, .rule = LIFTED_RULE },
static const struct variant plain[] = { LIFTED_STAGES(PLAIN) };
static const struct variant control[] = { LIFTED_STAGES(CONTROL) };

extern const struct lifted_object lifted;

__attribute__((visibility("default"))) const struct lifted_object lifted = {
	.magic = LIFTED_MAGIC,
	.nr_stages = sizeof(plain) / sizeof(plain[0]),
	.plain = plain,
	.control = control,
};
