// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "kernel.h"

#define FLAVOUR(symbol, name, checks, atomics, define) extern const struct kernel *const catalog_##symbol[];
#include "flavours.h"
#undef FLAVOUR

#define FLAVOUR(symbol, name, checks, atomics, define) { name, atomics, define, checks, catalog_##symbol },
const struct flavour flavours[] = {
#include "flavours.h"
};
#undef FLAVOUR
const size_t nr_flavours = sizeof(flavours) / sizeof(flavours[0]);

int flavour_find(const char *config, const char *atomics)
{
	/* the last that runs is the best one */
	for (size_t i = nr_flavours; i >= 2; i -= 2) {
		const struct flavour *flavour = &flavours[i - 2];

		if (!strcmp(flavour->name, config) &&
		    (atomics ? !strcmp(flavour->atomics, atomics) : flavour_runs(flavour)))
			return (int)(i - 2);
	}
	return -1;
}

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
