/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Kernels out of a view of a tree, and what guests run beside them. */
#ifndef FOLIOLAB_BUILDER_H
#define FOLIOLAB_BUILDER_H

#include <limits.h>
#include <signal.h>

#include "kernelcounts/guest_arch.h"
#include "lift/text.h"

struct builder {
	const struct guest_arch *arch;
	const char *folder;        /* with tree, build and log in it */
	const struct text *config; /* fragments, to be put behind tinyconfig */
	unsigned int jobs;
	const volatile sig_atomic_t *stop;
	char compiler[128]; /* the first line of its --version */
};

/**
 * builder_parts - the folder with the sources of the guest's program, the plugin and configurations
 */
const char *builder_parts(void);

/**
 * builder_compiler - finds out which compiler builds kernels
 *
 * Returns 0, or -1 with one line in @error.
 */
int builder_compiler(struct builder *builder, char *error, size_t size);

/**
 * builder_make - builds what the view is now, where that was not built before
 * @key: hash of all that it is built from
 * @name: of the stage, for its log
 * @stage: set to the folder with image, System.map and vmlinux
 *
 * Returns 0, SPAWN_STOPPED, or -1 with one line in @error, which ends in the
 * path of the log.
 */
int builder_make(struct builder *builder, const char *key, const char *name, char stage[PATH_MAX],
		 char *error, size_t size);

/**
 * builder_guest - compiles the guest's program and packs it, compiles the plugin
 * @folder: where initramfs and plugin.so are put
 *
 * Returns 0, or -1 with one line in @error.
 */
int builder_guest(const struct builder *builder, const char *folder, char *error, size_t size);

#endif
