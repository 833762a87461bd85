// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernelcounts/guest_arch.h"

#include <stddef.h>
#include <string.h>
#include <sys/utsname.h>

/*
 * With a fixed shift an instruction takes a nanosecond of the guest's time, so
 * what happens when is the same in every boot. For that, nothing may come from
 * the host: no seed and no clock, by which an idle guest would wait (sleep=off).
 */
static const char *const arm64_qemu[] = {
	"qemu-system-aarch64", "-M", "virt,dtb-randomness=off", "-cpu", "neoverse-n1", NULL,
};

static const char *const x86_64_qemu[] = { "qemu-system-x86_64", "-M", "pc", "-cpu", "qemu64", NULL };

const struct guest_arch guest_archs[NR_GUEST_ARCHS] = {
	{
		.name = "arm64",
		.arch = "arm64",
		.triple = "aarch64-linux-gnu-",
		.target = "Image",
		.image = "arch/arm64/boot/Image",
		.counter = "count_pmu.c",
		.core = "Neoverse-N1",
		.qemu = arm64_qemu,
		.append = "console=ttyAMA0",
		/* from where it began up to 6.8 to where it ends since, with 48 bits of address */
		.folios = 0xfffffc0000000000,
		.folios_end = 0xffffffffc0000000,
		.opcode = opcode_arm64,
	},
	{
		.name = "x86_64",
		.arch = "x86_64",
		.triple = "x86_64-linux-gnu-",
		.target = "bzImage",
		.image = "arch/x86/boot/bzImage",
		.counter = "count_tsc.c",
		.core = "qemu64",
		.qemu = x86_64_qemu,
		/* a tick is one of 100 a second, and no other interrupt comes before it; one CPU keeps lock prefixes */
		.append = "console=ttyS0 highres=off nohz=off nokaslr noreplace-smp",
		.folios = 0xffffea0000000000,
		.folios_end = 0xffffeb0000000000,
		.opcode = opcode_x86_64,
	},
};

static const struct guest_arch *by_name(const char *name)
{
	for (size_t i = 0; i < NR_GUEST_ARCHS; i++)
		if (!strcmp(guest_archs[i].name, name))
			return &guest_archs[i];
	return NULL;
}

const struct guest_arch *guest_arch_find(const char *name)
{
	const struct guest_arch *arch;
	struct utsname here;

	if (name)
		return by_name(name);
	arch = uname(&here) ? NULL : by_name(strcmp(here.machine, "aarch64") ? here.machine : "arm64");
	return arch ? arch : &guest_archs[0];
}
