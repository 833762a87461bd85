/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One boot of a kernel in an emulated machine. */
#ifndef FOLIOLAB_BOOT_H
#define FOLIOLAB_BOOT_H

#include <signal.h>

#include "kernelcounts/console.h"
#include "kernelcounts/guest_arch.h"
#include "kernelcounts/operations.h"

/* where the guest's program has the instructions around a region */
#define REGION_BEGINS "0x10000000"
#define REGION_ENDS   "0x10001000"
#define LINK_BEGINS   "-Wl,--section-start=.region_begins=" REGION_BEGINS
#define LINK_ENDS     "-Wl,--section-start=.region_ends=" REGION_ENDS

struct boot {
	const struct guest_arch *arch;
	const char *folder; /* with initramfs and plugin.so; consoles go there */
	const char *stage;  /* with image and System.map */
	const char *name;   /* of the console's file */
	unsigned int megabytes;
	const struct symbols *symbols; /* NULL: without the plugin, which writes NAME.operations */
	const volatile sig_atomic_t *stop;
};

/**
 * boot_run - boots, and reads what the guest said
 *
 * Returns 0, SPAWN_STOPPED, or -1 with one line in @error, which ends in the
 * path of the console's file.
 */
int boot_run(const struct boot *boot, struct console *console, char *error, size_t size);

#endif
