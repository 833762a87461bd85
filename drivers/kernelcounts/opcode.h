/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an instruction is, told from its bytes. */
#ifndef FOLIOLAB_OPCODE_H
#define FOLIOLAB_OPCODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct opcode {
	bool locked;   /* reads and writes at once: cas, swp, ldadd, store exclusive; lock prefix, xchg */
	bool prefetch; /* of data */
	bool stack;    /* what it loads or stores is addressed by the stack pointer */
};

typedef struct opcode opcode_fn(const uint8_t *bytes, size_t size);

opcode_fn opcode_arm64, opcode_x86_64;

#endif
