// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "kernel.h"

extern const struct kernel *const catalog_plain[];
extern const struct kernel *const catalog_control[];
extern const struct kernel *const catalog_hardened[];
extern const struct kernel *const catalog_hardened_control[];
extern const struct kernel *const catalog_debug[];
extern const struct kernel *const catalog_debug_control[];

/* in pairs: behind each flavour stands its control copy */
const struct flavour flavours[] = {
	{ "plain", catalog_plain },
	{ "control", catalog_control },
	/* lists checked as the kernel's configuration can have them */
	{ "list-hardened", catalog_hardened },
	{ "list-hardened-control", catalog_hardened_control },
	{ "debug-list", catalog_debug },
	{ "debug-list-control", catalog_debug_control },
};
const size_t nr_flavours = sizeof(flavours) / sizeof(flavours[0]);

const struct kernel *kernel_find(const struct flavour *flavour, const char *name)
{
	for (const struct kernel *const *kernel = flavour->kernels; *kernel; kernel++)
		if (!strcmp((*kernel)->name, name))
			return *kernel;
	return NULL;
}

const struct variant *kernel_variant(const struct kernel *kernel, const char *name)
{
	for (size_t i = 0; i < kernel->nr_variants; i++)
		if (!strcmp(kernel->variants[i].name, name))
			return &kernel->variants[i];
	return NULL;
}
