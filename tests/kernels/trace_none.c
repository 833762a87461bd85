// SPDX-License-Identifier: GPL-2.0-or-later
/* For an architecture whose single step nobody has written yet. */
#include "trace.h"

bool trace_supported(void)
{
	return false;
}

size_t trace_stores(void *region, size_t bytes, traced_fn *run, void *argument, struct store *stores,
		    size_t room)
{
	(void)region;
	(void)bytes;
	(void)run;
	(void)argument;
	(void)stores;
	(void)room;
	return 0;
}

struct executed trace_instructions(traced_fn *run, void *argument)
{
	(void)run;
	(void)argument;
	return (struct executed){ 0 };
}
