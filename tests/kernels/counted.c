// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdlib.h>

#include "counted.h"
#include "kernel.h"

struct op_counts op_counts;

void counted_reset(void)
{
	op_counts = (struct op_counts){ 0 };
}

const struct kernel *counted_kernel(const char *name)
{
	const struct flavour flavour = { .name = "counted", .kernels = catalog_counted };
	const struct kernel *kernel = kernel_find(&flavour, name);

	if (!kernel)
		abort();
	return kernel;
}
