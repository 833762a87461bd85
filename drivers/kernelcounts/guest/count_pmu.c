// SPDX-License-Identifier: GPL-2.0-or-later
/* Kernel instructions, from a PMU that counts each one. */
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "guest.h"

static int counter = -1;

void counter_open(void)
{
	struct perf_event_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.size = sizeof(attr);
	attr.type = PERF_TYPE_HARDWARE;
	attr.config = PERF_COUNT_HW_INSTRUCTIONS;
	attr.disabled = attr.pinned = attr.exclude_hv = attr.exclude_user = 1;
	counter = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	if (counter < 0)
		give_up("perf_event_open of instructions");
}

const char *counter_name(void)
{
	return "kernel instructions, PMU";
}

uint64_t counter_start(void)
{
	ioctl(counter, PERF_EVENT_IOC_RESET, 0);
	ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
	return 0;
}

uint64_t counter_stop(uint64_t started)
{
	uint64_t count;

	(void)started;
	ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
	if (read(counter, &count, sizeof(count)) != sizeof(count))
		give_up("reading the PMU");
	return count;
}
