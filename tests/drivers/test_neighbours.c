// SPDX-License-Identifier: GPL-2.0-or-later
/* Which CPUs companions are put on, and in which order, on machines that are not here. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* nftw(); NOLINT(bugprone-reserved-identifier) */
#endif

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <hwloc.h>

#include "fake_root.h"
#include "host/topology.h"

static struct topology *opened(void)
{
	struct topology *topology;
	char error[512] = "";

	if (topology_open(&topology, fake_root, error, sizeof(error)))
		fail_msg("%s", error);
	return topology;
}

static struct topology *synthetic(const char *description)
{
	setenv("HWLOC_SYNTHETIC", description, 1);
	return opened();
}

/* "4 5 6": where companions of a CPU go */
static void assert_goes(const struct topology *topology, int os_index, enum place place, bool smt,
			const char *expected)
{
	struct cpu cpu = { .os_index = os_index };
	uint32_t cpus[64];
	size_t nr = topology_companions(topology, &cpu, place, smt, cpus, 64);
	char text[256] = "";

	for (size_t i = 0; i < nr; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%u", i ? " " : "", cpus[i]);
	assert_string_equal(text, expected);
}

static void test_levels(void **state __attribute__((unused)))
{
	/* of each package two L3, of each of those two cores of two hardware threads */
	struct topology *topology = synthetic("package:2 l3:2 l2:2 core:1 pu:2");

	assert_goes(topology, 4, PLACE_NEAR, false, "6 0 2 8 10 12 14");
	assert_goes(topology, 4, PLACE_FAR, false, "8 10 12 14 0 2 6");
	/* the core of the one that measures is taken, whichever of its threads that is */
	assert_goes(topology, 5, PLACE_NEAR, false, "6 0 2 8 10 12 14");
	assert_goes(topology, 4, PLACE_NEAR, true, "5 6 7 0 1 2 3 8 9 10 11 12 13 14 15");
	assert_goes(topology, 5, PLACE_NEAR, true, "4 6 7 0 1 2 3 8 9 10 11 12 13 14 15");
	assert_goes(topology, 4, PLACE_FAR, true, "8 9 10 11 12 13 14 15 0 1 2 3 6 7 5");
	assert_goes(topology, 15, PLACE_NEAR, false, "12 8 10 0 2 4 6");
	topology_close(topology);

	/* clusters of cores that share an L2 */
	topology = synthetic("l3:2 l2:2 core:2 pu:1");
	assert_goes(topology, 5, PLACE_NEAR, false, "4 6 7 0 1 2 3");
	assert_goes(topology, 5, PLACE_NEAR, true, "4 6 7 0 1 2 3");
	assert_goes(topology, 5, PLACE_FAR, false, "0 1 2 3 6 7 4");
	topology_close(topology);
}

/* hardware threads numbered as many machines do: the second ones of all cores last */
static void test_numbering(void **state __attribute__((unused)))
{
	struct topology *topology = synthetic("core:4 pu:2(indexes=0,4,1,5,2,6,3,7)");

	assert_goes(topology, 1, PLACE_NEAR, false, "0 2 3");
	assert_goes(topology, 5, PLACE_NEAR, false, "0 2 3");
	assert_goes(topology, 5, PLACE_NEAR, true, "1 0 4 2 6 3 7");
	topology_close(topology);
}

static void test_few(void **state __attribute__((unused)))
{
	struct topology *topology = synthetic("core:1 pu:1");
	struct cpu cpu = { .os_index = 0 };
	uint32_t cpus[3] = { 77, 77, 77 };

	assert_goes(topology, 0, PLACE_NEAR, false, "");
	assert_goes(topology, 0, PLACE_FAR, true, "");
	assert_goes(topology, 99, PLACE_NEAR, true, "");
	topology_close(topology);
	topology = synthetic("core:1 pu:2");
	assert_goes(topology, 0, PLACE_NEAR, false, "");
	assert_goes(topology, 0, PLACE_NEAR, true, "1");
	topology_close(topology);
	/* room for two */
	topology = synthetic("core:8 pu:1");
	assert_int_equal(topology_companions(topology, &cpu, PLACE_NEAR, false, cpus, 2), 2);
	assert_int_equal(cpus[0], 1);
	assert_int_equal(cpus[1], 2);
	assert_int_equal(cpus[2], 77);
	topology_close(topology);
}

/* a machine of which some CPUs are @there at all, and some of those @allowed */
static struct topology *partial(const char *description, const char *there, const char *allowed,
				const char *slow)
{
	hwloc_bitmap_t set = hwloc_bitmap_alloc();
	hwloc_topology_t hwloc;
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/topology.xml", fake_root);
	hwloc_topology_init(&hwloc);
	hwloc_topology_set_flags(hwloc, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
	hwloc_topology_set_synthetic(hwloc, description);
	assert_int_equal(hwloc_topology_load(hwloc), 0);
	if (there) {
		hwloc_bitmap_list_sscanf(set, there);
		assert_int_equal(hwloc_topology_restrict(hwloc, set, 0), 0);
	}
	if (slow) {
		hwloc_bitmap_list_sscanf(set, slow);
		assert_int_equal(hwloc_cpukinds_register(hwloc, set, 0, 0, NULL, 0), 0);
		hwloc_bitmap_andnot(set, hwloc_topology_get_topology_cpuset(hwloc), set);
		assert_int_equal(hwloc_cpukinds_register(hwloc, set, 1, 0, NULL, 0), 0);
	}
	if (allowed) {
		hwloc_bitmap_list_sscanf(set, allowed);
		assert_int_equal(hwloc_topology_allow(hwloc, set, NULL, HWLOC_ALLOW_FLAG_CUSTOM), 0);
	}
	assert_int_equal(hwloc_topology_export_xml(hwloc, path, 0), 0);
	hwloc_topology_destroy(hwloc);
	hwloc_bitmap_free(set);
	setenv("HWLOC_XMLFILE", path, 1);
	return opened();
}

static void test_cpuset(void **state __attribute__((unused)))
{
	struct topology *topology = partial("package:2 l3:2 l2:2 core:1 pu:2", NULL, "1,3-4,6-7,9", NULL);

	/* a core's first thread that may be used stands for it */
	assert_goes(topology, 4, PLACE_NEAR, false, "6 1 3 9");
	assert_goes(topology, 3, PLACE_NEAR, false, "1 4 6 9");
	assert_goes(topology, 3, PLACE_NEAR, true, "1 4 6 7 9");
	assert_goes(topology, 3, PLACE_FAR, false, "9 4 6 1");
	topology_close(topology);
}

/* two fast cores of two hardware threads with an L2 each, two clusters of four slow ones with one L2 */
static void test_hybrid(void **state __attribute__((unused)))
{
	struct topology *topology = partial("l3:1 l2:4 core:4 pu:2", "0-1,8-9,16,18,20,22,24,26,28,30", NULL,
					    "16,18,20,22,24,26,28,30");
	struct cpu cpu;
	char error[256];

	assert_int_equal(topology_choose(topology, "8", &cpu, error, sizeof(error)), 0);
	assert_int_equal(cpu.kind, 1);
	assert_goes(topology, 8, PLACE_NEAR, false, "0 16 18 20 22 24 26 28 30");
	assert_goes(topology, 8, PLACE_NEAR, true, "9 0 1 16 18 20 22 24 26 28 30");
	assert_goes(topology, 26, PLACE_NEAR, false, "24 28 30 0 8 16 18 20 22");
	assert_goes(topology, 26, PLACE_FAR, false, "0 8 16 18 20 22 24 28 30");
	topology_close(topology);
}

static int set_up(void **state)
{
	unsetenv("HWLOC_SYNTHETIC");
	unsetenv("HWLOC_XMLFILE");
	unsetenv("HWLOC_THISSYSTEM");
	return fake_make(state);
}

#define WITH_ROOT(test) cmocka_unit_test_setup_teardown(test, set_up, fake_destroy)

int main(void)
{
	static const struct CMUnitTest tests[] = {
		WITH_ROOT(test_levels), WITH_ROOT(test_numbering), WITH_ROOT(test_few),
		WITH_ROOT(test_cpuset), WITH_ROOT(test_hybrid),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
