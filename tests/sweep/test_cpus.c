// SPDX-License-Identifier: GPL-2.0-or-later
/* Which CPUs a list names, on machines that are not here. */
#include <hwloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "sweep/cpus.h"

static struct topology *opened(void)
{
	struct topology *topology;
	char error[256];

	if (topology_open(&topology, "", error, sizeof(error)))
		fail_msg("%s", error);
	return topology;
}

static void names(const struct topology *topology, const char *list, const char *expected)
{
	char error[512] = "", got[512] = "";
	struct cpus cpus = { 0 };

	if (cpus_choose(&cpus, topology, list, error, sizeof(error)))
		fail_msg("%s: %s", list, error);
	for (size_t i = 0; i < cpus.nr; i++)
		snprintf(got + strlen(got), sizeof(got) - strlen(got), "%s%d", i ? " " : "",
			 cpus.list[i].os_index);
	assert_string_equal(got, expected);
	cpus_free(&cpus);
}

static void refuses(const struct topology *topology, const char *list, const char *wrong)
{
	char error[512] = "";
	struct cpus cpus = { 0 };

	assert_int_equal(cpus_choose(&cpus, topology, list, error, sizeof(error)), -1);
	if (!strstr(error, wrong))
		fail_msg("%s: \"%s\" does not say \"%s\"", list, error, wrong);
	cpus_free(&cpus);
}

static void test_lists(void **state)
{
	struct topology *topology;

	(void)state;
	setenv("HWLOC_SYNTHETIC", "core:4 pu:2", 1);
	topology = opened();
	assert_int_equal(topology_usable(topology, NULL, 0), 8);
	assert_int_equal(topology_kinds(topology), 1);
	names(topology, "all", "0 1 2 3 4 5 6 7");
	names(topology, "5,0-2", "5 0 1 2");
	names(topology, "pu:3,pu:6", "3 6");
	refuses(topology, "0,1-2,2", "--cpus: CPU 2 is named twice: ");
	refuses(topology, "6-8", "there is no CPU 8 here: choose one of 0-7");
	refuses(topology, "", "is no CPU");
	refuses(topology, "1,,2", "is no CPU");
	refuses(topology, "2-1", "is no CPU");
	refuses(topology, "0-99999999999", "is no CPU");
	refuses(topology, "every", "is no CPU");
	refuses(topology, "core:9", "there is no core:9 here: ");
	topology_close(topology);
	unsetenv("HWLOC_SYNTHETIC");
}

/* CPUs 0 and 1 of one kind, 2 to 5 of another */
static void test_kinds(void **state)
{
	char path[] = "/tmp/foliolab-test-XXXXXX";
	int file = mkstemp(path);
	hwloc_bitmap_t set = hwloc_bitmap_alloc();
	struct topology *topology;
	hwloc_topology_t hwloc;
	struct cpus cpus = { 0 };
	char error[256];

	(void)state;
	assert_true(file >= 0 && set);
	close(file);
	hwloc_topology_init(&hwloc);
	hwloc_topology_set_synthetic(hwloc, "core:6 pu:1");
	assert_int_equal(hwloc_topology_load(hwloc), 0);
	hwloc_bitmap_set_range(set, 0, 1);
	assert_int_equal(hwloc_cpukinds_register(hwloc, set, 1, 0, NULL, 0), 0);
	hwloc_bitmap_zero(set);
	hwloc_bitmap_set_range(set, 2, 5);
	assert_int_equal(hwloc_cpukinds_register(hwloc, set, 0, 0, NULL, 0), 0);
	assert_int_equal(hwloc_topology_export_xml(hwloc, path, 0), 0);
	hwloc_topology_destroy(hwloc);
	hwloc_bitmap_free(set);
	setenv("HWLOC_XMLFILE", path, 1);
	topology = opened();
	assert_int_equal(topology_kinds(topology), 2);
	assert_int_equal(cpus_choose(&cpus, topology, "kinds", error, sizeof(error)), 0);
	assert_int_equal(cpus.nr, 2);
	assert_int_not_equal(cpus.list[0].kind, cpus.list[1].kind);
	assert_true((cpus.list[0].os_index < 2) != (cpus.list[1].os_index < 2));
	cpus_free(&cpus);
	topology_close(topology);
	unsetenv("HWLOC_XMLFILE");
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lists),
		cmocka_unit_test(test_kinds),
	};

	return cmocka_run_group_tests_name("cpus", tests, NULL, NULL);
}
