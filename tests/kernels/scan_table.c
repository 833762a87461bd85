// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel.h"
#include "loops/scan.h"
#include "scan_table.h"

FOR_EACH_SCAN(DEFINE_SCAN)

#define ENTRY(id, name, rung, prefetch, without, extra, what) { name, scan_##id, ((rung)&FROM_FRONT) != 0 },
const struct scan_step KERNEL_SYMBOL(scans)[] = { FOR_EACH_SCAN(ENTRY){ NULL, NULL, false } };
