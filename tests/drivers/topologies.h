/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tests of topologies share: opened or made up, and what is chosen of them or refused. */
#ifndef FOLIOLAB_TESTS_DRIVERS_TOPOLOGIES_H
#define FOLIOLAB_TESTS_DRIVERS_TOPOLOGIES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_root.h"
#include "host/topology.h"

#define ISOLATED "/sys/devices/system/cpu/isolated"

static char error[512];

static inline struct topology *open_or_fail(const char *sysroot)
{
	struct topology *topology;

	error[0] = '\0';
	if (topology_open(&topology, sysroot, error, sizeof(error)))
		fail_msg("%s", error);
	return topology;
}

static inline struct topology *synthetic(const char *description)
{
	setenv("HWLOC_SYNTHETIC", description, 1);
	return open_or_fail(fake_root);
}

static inline void assert_chooses(const struct topology *topology, const char *where, int os_index,
				  const char *why)
{
	struct cpu cpu;

	if (topology_choose(topology, where, &cpu, error, sizeof(error)))
		fail_msg("%s", error);
	assert_int_equal(cpu.os_index, os_index);
	assert_string_equal(cpu.why, why);
}

static inline void assert_refuses(const struct topology *topology, const char *where, const char *words)
{
	struct cpu cpu;

	error[0] = '\0';
	if (!topology_choose(topology, where, &cpu, error, sizeof(error)))
		fail_msg("\"%s\" was taken for CPU %d", where, cpu.os_index);
	assert_non_null(strstr(error, ": "));
	assert_null(strpbrk(error, "\n\r\t\033"));
	if (!strstr(error, words))
		fail_msg("\"%s\" lacks \"%s\"", error, words);
}

static inline int set_up(void **state)
{
	unsetenv("HWLOC_SYNTHETIC");
	unsetenv("HWLOC_XMLFILE");
	unsetenv("HWLOC_THISSYSTEM");
	return fake_make(state);
}

#define WITH_ROOT(test) cmocka_unit_test_setup_teardown(test, set_up, fake_destroy)

#endif
