/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What differs between the architectures that kernels are counted on. */
#ifndef FOLIOLAB_GUEST_ARCH_H
#define FOLIOLAB_GUEST_ARCH_H

#include <stdint.h>

#include "kernelcounts/opcode.h"

struct guest_arch {
	const char *name;        /* the lab's, and that of its configuration file */
	const char *arch;        /* for the kernel's make */
	const char *triple;      /* of its tools, in Debian's packages */
	const char *target;      /* for make */
	const char *image;       /* what that makes */
	const char *counter;     /* the guest's source that counts */
	const char *core;        /* emulated */
	const char *const *qemu; /* the emulator and its options, NULL at the end */
	const char *append;      /* to the kernel's command line */
	/* where the array of struct page lies (Documentation/arch: arm64/memory.rst, x86/x86_64/mm.rst) */
	uint64_t folios, folios_end;
	opcode_fn *opcode;
};

extern const struct guest_arch guest_archs[];

enum { NR_GUEST_ARCHS = 2 };

/**
 * guest_arch_find - by name; NULL: the machine's own where it is one of them, else the first
 */
const struct guest_arch *guest_arch_find(const char *name);

#endif
