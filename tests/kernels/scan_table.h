/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One call of the scan per variant, which the kernel keeps to itself, in two flavours. */
#ifndef FOLIOLAB_TESTS_KERNELS_SCAN_TABLE_H
#define FOLIOLAB_TESTS_KERNELS_SCAN_TABLE_H

#include <stdbool.h>

#include "model/lruvec.h"

struct scan;

struct scan_step {
	const char *name;
	void (*scan)(struct lruvec *lruvec, struct scan *scan);
	bool from_front;
};

/* each ends with a name that is NULL */
extern const struct scan_step scans_plain[];
extern const struct scan_step scans_counted[];

#endif
