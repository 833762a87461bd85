// SPDX-License-Identifier: GPL-2.0-or-later
/* Which CPU is chosen of a topology, and what is said of it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* nftw(); NOLINT(bugprone-reserved-identifier) */
#endif

#include <hwloc.h>

#include "topologies.h"

static void test_locations(void **state __attribute__((unused)))
{
	struct topology *topology = synthetic("package:2 core:2 pu:2");

	assert_chooses(topology, NULL, 7, "highest index of 8 allowed CPUs");
	assert_chooses(topology, "3", 3, "as asked");
	assert_chooses(topology, "core:0", 1, "highest index of 2 allowed CPUs in core:0");
	assert_chooses(topology, "Core:3", 7, "highest index of 2 allowed CPUs in Core:3");
	assert_chooses(topology, "package:0", 3, "highest index of 4 allowed CPUs in package:0");
	assert_chooses(topology, "pu:5", 5, "only allowed CPU in pu:5");
	assert_chooses(topology, "numa:0", 7, "highest index of 8 allowed CPUs in numa:0");
	assert_chooses(topology, "machine:0", 7, "highest index of 8 allowed CPUs in machine:0");
	topology_close(topology);
}

static void test_garbage(void **state __attribute__((unused)))
{
	static const char *const garbage[] = {
		"",
		":",
		"0:",
		":0",
		"core:",
		"core:x",
		"core:-1",
		"core: 1",
		"core:0x1",
		"core:0:0",
		"core:1-2",
		"corex:0",
		"core9:0",
		"group0:0",
		"-1",
		"+1",
		" 1",
		"1 ",
		"1x",
		"0x1",
		"1,2",
		"1-2",
		"core",
		"99999999999999999999",
		"core:99999999999999999999",
		"kind",
		"kind:",
		"\033[31m",
		"1\n",
		"core:0\n",
		"%s%n",
		"L9:0",
		"blah:0",
	};
	struct topology *topology = synthetic("core:2 pu:1");
	char *longest;
	size_t i;

	for (i = 0; i < sizeof(garbage) / sizeof(garbage[0]); i++)
		assert_refuses(topology, garbage[i], "one of 0-1");
	longest = malloc(1 << 20);
	assert_non_null(longest);
	memset(longest, '1', 1 << 20);
	longest[(1 << 20) - 1] = '\0';
	assert_refuses(topology, longest, "one of 0-1");
	free(longest);
	topology_close(topology);
}

static void test_absent(void **state __attribute__((unused)))
{
	struct topology *topology = synthetic("core:2 pu:1");
	char small[8];
	struct cpu cpu;

	assert_refuses(topology, "7", "there is no CPU 7 here: choose one of 0-1");
	assert_refuses(topology, "65535", "choose one of 0-1");
	assert_refuses(topology, "core:2", "there is no core:2 here: choose one of 0-1");
	assert_refuses(topology, "package:0", "there is no package:0 here");
	assert_refuses(topology, "L2:0", "there is no L2:0 here");
	assert_refuses(topology, "pci:0", "one of 0-1");
	assert_refuses(topology, "misc:0", "one of 0-1");
	assert_refuses(topology, "kind:0", "choose one of 0-1");
	assert_refuses(topology, "kind:9", "choose one of 0-1");
	/* room for little */
	assert_int_equal(topology_choose(topology, "7", &cpu, small, sizeof(small)), -1);
	assert_true(strlen(small) < sizeof(small));
	topology_close(topology);
}

/* 5 could be plugged in, and is not */
static void test_offline(void **state __attribute__((unused)))
{
	struct topology *topology;

	fake_file("/sys/devices/system/cpu/present", "0-3\n");
	fake_file("/sys/devices/system/cpu/offline", "2-3,4-7\n");
	topology = synthetic("core:2 pu:1");
	assert_refuses(topology, "3", "CPU 3 is offline: choose one of 0-1");
	assert_refuses(topology, "5", "there is no CPU 5 here: choose one of 0-1");
	topology_close(topology);
}

static void test_preference(void **state __attribute__((unused)))
{
	struct topology *topology;

	fake_file("/proc/interrupts", " CPU0 CPU1 CPU2 CPU3\n 1: 9 5 9 9 x\nLOC: 0 2 8 7 x\n");
	topology = synthetic("core:4 pu:1");
	assert_chooses(topology, NULL, 1, "fewest interrupts of 4 allowed CPUs");
	topology_close(topology);

	fake_file(ISOLATED, "2-3\n");
	topology = synthetic("core:4 pu:1");
	assert_chooses(topology, NULL, 3, "isolated, fewest interrupts of 4 allowed CPUs");
	assert_chooses(topology, "core:0", 0, "only allowed CPU in core:0");
	topology_close(topology);

	fake_file(ISOLATED, "2,77,60000-65535\n");
	topology = synthetic("core:4 pu:1");
	assert_chooses(topology, NULL, 2, "isolated");
	topology_close(topology);
}

static void test_numa(void **state __attribute__((unused)))
{
	struct topology *topology = synthetic("package:2 [numa] core:2 pu:1");
	struct cpu cpu;
	json_t *object;

	assert_int_equal(topology_choose(topology, "numa:0", &cpu, error, sizeof(error)), 0);
	assert_int_equal(cpu.os_index, 1);
	assert_int_equal(cpu.numa_node, 0);
	assert_int_equal(topology_choose(topology, "numa:1", &cpu, error, sizeof(error)), 0);
	assert_int_equal(cpu.os_index, 3);
	assert_int_equal(cpu.numa_node, 1);
	assert_int_equal(cpu.kind, -1);
	object = topology_describe(topology, &cpu);
	assert_int_equal(json_array_size(json_object_get(object, "numa_nodes")), 2);
	json_decref(object);
	topology_close(topology);
}

static void test_describe(void **state __attribute__((unused)))
{
	struct topology *topology = synthetic("package:2 l3:1 l2:2 l1d:1 core:1 pu:2");
	json_t *object, *cache;
	struct cpu cpu;

	assert_int_equal(topology_choose(topology, "0", &cpu, error, sizeof(error)), 0);
	object = topology_describe(topology, &cpu);
	assert_non_null(object);
	assert_true(json_is_false(json_object_get(object, "this_machine")));
	assert_int_equal(json_integer_value(json_object_get(object, "packages")), 2);
	assert_int_equal(json_integer_value(json_object_get(object, "cores")), 4);
	assert_int_equal(json_integer_value(json_object_get(object, "cpus")), 8);
	assert_int_equal(json_integer_value(json_object_get(object, "smt")), 2);
	assert_string_equal(json_string_value(json_object_get(object, "usable")), "0-7");
	assert_int_equal(json_array_size(json_object_get(object, "caches")), 3);
	cache = json_array_get(json_object_get(object, "caches"), 2);
	assert_int_equal(json_integer_value(json_object_get(cache, "level")), 3);
	assert_int_equal(json_integer_value(json_object_get(cache, "shared_by")), 4);
	assert_string_equal(json_string_value(json_object_get(cache, "type")), "unified");
	assert_true(json_integer_value(json_object_get(cache, "bytes")) > 0);
	json_decref(object);
	topology_close(topology);
}

/* 4 PUs, 0-1 of a slower kind than 2-3; @allowed of them */
static struct topology *from_xml(bool hybrid, const char *allowed)
{
	hwloc_bitmap_t set = hwloc_bitmap_alloc();
	hwloc_topology_t hwloc;
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/topology.xml", fake_root);
	hwloc_topology_init(&hwloc);
	hwloc_topology_set_flags(hwloc, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
	hwloc_topology_set_synthetic(hwloc, "core:4 pu:1");
	assert_int_equal(hwloc_topology_load(hwloc), 0);
	if (hybrid) {
		hwloc_bitmap_set_range(set, 0, 1);
		assert_int_equal(hwloc_cpukinds_register(hwloc, set, 0, 0, NULL, 0), 0);
		hwloc_bitmap_zero(set);
		hwloc_bitmap_set_range(set, 2, 3);
		assert_int_equal(hwloc_cpukinds_register(hwloc, set, 1, 0, NULL, 0), 0);
	}
	hwloc_bitmap_list_sscanf(set, allowed);
	assert_int_equal(hwloc_topology_allow(hwloc, set, NULL, HWLOC_ALLOW_FLAG_CUSTOM), 0);
	assert_int_equal(hwloc_topology_export_xml(hwloc, path, 0), 0);
	hwloc_topology_destroy(hwloc);
	hwloc_bitmap_free(set);
	setenv("HWLOC_XMLFILE", path, 1);
	return open_or_fail(fake_root);
}

static void test_kinds(void **state __attribute__((unused)))
{
	struct topology *topology;
	struct cpu cpu;
	json_t *object;

	fake_file("/proc/interrupts", " CPU0 CPU1 CPU2 CPU3\n 1: 0 0 5 9 x\n");
	topology = from_xml(true, "0-3");
	assert_chooses(topology, NULL, 2, "fastest core kind, fewest interrupts of 4 allowed CPUs");
	assert_chooses(topology, "kind:0", 1, "highest index of 2 allowed CPUs in kind:0");
	assert_refuses(topology, "kind:2", "there is no kind:2 here: choose one of 0-3");
	assert_int_equal(topology_choose(topology, "1", &cpu, error, sizeof(error)), 0);
	assert_int_equal(cpu.kind, 0);
	assert_int_equal(topology_choose(topology, "kind:1", &cpu, error, sizeof(error)), 0);
	assert_int_equal(cpu.kind, 1);
	object = topology_describe(topology, &cpu);
	assert_int_equal(json_array_size(json_object_get(object, "core_kinds")), 2);
	json_decref(object);
	topology_close(topology);
}

static void test_allowed_set(void **state __attribute__((unused)))
{
	struct topology *topology = from_xml(true, "1,3");

	assert_chooses(topology, NULL, 3, "fastest core kind of 2 allowed CPUs");
	assert_refuses(topology, "0", "CPU 0 is outside the allowed set: choose one of 1,3");
	assert_chooses(topology, "kind:0", 1, "only allowed CPU in kind:0");
	topology_close(topology);
}

static void test_hostile_sysroot(void **state __attribute__((unused)))
{
	struct topology *topology;

	fake_noise(ISOLATED, 100000);
	fake_noise("/proc/interrupts", 1000000);
	topology = synthetic("core:2 pu:1");
	assert_chooses(topology, NULL, 1, "highest index of 2 allowed CPUs");
	topology_close(topology);
	fake_file(ISOLATED, "0-4294967295\n");
	topology = synthetic("core:2 pu:1");
	assert_chooses(topology, NULL, 1, "highest index of 2 allowed CPUs");
	topology_close(topology);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		WITH_ROOT(test_locations),       WITH_ROOT(test_garbage),    WITH_ROOT(test_absent),
		WITH_ROOT(test_offline),         WITH_ROOT(test_preference), WITH_ROOT(test_numa),
		WITH_ROOT(test_describe),        WITH_ROOT(test_kinds),      WITH_ROOT(test_allowed_set),
		WITH_ROOT(test_hostile_sysroot),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
