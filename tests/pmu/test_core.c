// SPDX-License-Identifier: GPL-2.0-or-later
/* Which PMU and table belong to a CPU: machines that are not here, as files below a folder. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../drivers/fake_root.h"
#include "core.h"

static void x86(const char *vendor, int family, int model, int stepping)
{
	char text[256];

	snprintf(text, sizeof(text),
		 "processor\t: 0\nvendor_id\t: %s\ncpu family\t: %d\nmodel\t\t: %d\nmodel name\t: Some CPU\n"
		 "stepping\t: %d\n\nprocessor\t: 1\nmodel\t\t: 1\n",
		 vendor, family, model, stepping);
	fake_file("/proc/cpuinfo", text);
}

static void device(const char *name, int type, const char *cpus)
{
	char path[256], text[32];

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/type", name);
	snprintf(text, sizeof(text), "%d\n", type);
	fake_file(path, text);
	if (!cpus)
		return;
	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/cpus", name);
	fake_file(path, cpus);
}

static void arm_cpu(int cpu, const char *midr)
{
	char path[256];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/regs/identification/midr_el1", cpu);
	fake_file(path, midr);
}

static void test_one_kind(void **state)
{
	struct core core;

	(void)state;
	x86("GenuineIntel", 6, 0x8f, 8);
	device("cpu", 4, NULL);
	device("software", 1, NULL);
	device("uncore_imc_0", 20, NULL);
	core_identify(fake_root, 3, &core);
	assert_string_equal(core.name, "spr");
	assert_string_equal(core.table, "spr");
	assert_string_equal(core.device, "cpu");
	assert_int_equal(core.type, 4);
	assert_int_equal(core.nr_devices, 1);
	assert_false(core_is_near(&core));
}

static void test_models(void **state)
{
	static const struct {
		const char *vendor;
		int family, model, stepping;
		const char *name, *table;
	} cases[] = {
		{ "GenuineIntel", 6, 0x55, 4, "skx", "skx" },
		{ "GenuineIntel", 6, 0x55, 7, "clx", "clx" },
		{ "GenuineIntel", 6, 0x6a, 6, "icx", "icx" },
		{ "GenuineIntel", 6, 0xcf, 2, "emr", "spr" },
		{ "GenuineIntel", 6, 0xad, 1, "gnr", "spr" },
		{ "GenuineIntel", 6, 0x3c, 3, "", "" },
		{ "AuthenticAMD", 0x17, 0x31, 0, "amd64_fam17h_zen2", "amd64_fam17h_zen2" },
		{ "AuthenticAMD", 0x19, 0x01, 1, "amd64_fam19h_zen3", "amd64_fam19h_zen3" },
		{ "AuthenticAMD", 0x19, 0x11, 1, "amd64_fam19h_zen4", "amd64_fam19h_zen4" },
		{ "AuthenticAMD", 0x1a, 0x02, 1, "amd64_fam1ah_zen5", "amd64_fam19h_zen4" },
		{ "CentaurHauls", 7, 0x3b, 0, "", "" },
	};
	struct core core;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		x86(cases[i].vendor, cases[i].family, cases[i].model, cases[i].stepping);
		core_identify(fake_root, 0, &core);
		assert_string_equal(core.name, cases[i].name);
		assert_string_equal(core.table, cases[i].table);
		assert_string_equal(core.device, "");
	}
}

/* large and small cores have one family and model: the PMU tells them apart */
static void test_hybrid_intel(void **state)
{
	struct core core;

	(void)state;
	x86("GenuineIntel", 6, 0x97, 2);
	device("cpu_core", 4, "0-15\n");
	device("cpu_atom", 10, "16-23\n");
	core_identify(fake_root, 15, &core);
	assert_string_equal(core.device, "cpu_core");
	assert_int_equal(core.type, 4);
	assert_int_equal(core.nr_devices, 2);
	assert_string_equal(core.name, "adl_glc");
	assert_string_equal(core.table, "spr");
	assert_true(core_is_near(&core));
	core_identify(fake_root, 16, &core);
	assert_string_equal(core.device, "cpu_atom");
	assert_int_equal(core.type, 10);
	assert_string_equal(core.name, "adl_grt");
	/* nothing near: no other core's numbers are taken for it */
	assert_string_equal(core.table, "");
	/* one that no PMU serves */
	core_identify(fake_root, 24, &core);
	assert_string_equal(core.device, "");
	assert_int_equal(core.nr_devices, 2);
}

static void test_big_little(void **state)
{
	struct core core;

	(void)state;
	fake_file("/proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd03\n");
	device("armv8_cortex_a53", 7, "0-3\n");
	device("armv8_cortex_a72", 8, "4,5\n");
	arm_cpu(0, "0x00000000410fd034\n");
	arm_cpu(5, "0x00000000410fd083\n");
	core_identify(fake_root, 0, &core);
	assert_string_equal(core.name, "arm_ac53");
	assert_string_equal(core.device, "armv8_cortex_a53");
	assert_false(core_is_near(&core));
	core_identify(fake_root, 5, &core);
	assert_string_equal(core.name, "arm_ac72");
	assert_string_equal(core.table, "arm_ac57");
	assert_string_equal(core.device, "armv8_cortex_a72");
	assert_int_equal(core.type, 8);
	assert_int_equal(core.nr_devices, 2);
	assert_true(core_is_near(&core));
}

static void test_arm(void **state)
{
	static const struct {
		const char *midr, *name, *table;
	} cases[] = {
		{ "0x413fd0c1", "arm_n1", "arm_n1" },
		{ "0x410fd490", "arm_n2", "arm_n2" },
		{ "0x410fd402", "arm_v1", "arm_v1" },
		{ "0x410fd4f0", "arm_v2", "arm_v2" },
		{ "0x410fd0b1", "arm_ac76", "arm_n1" },
		{ "0x000f0510", "", "" },
		{ "garbage", "", "" },
	};
	struct core core;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		fake_file("/proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x50\nCPU part\t: 0x000\n");
		arm_cpu(0, cases[i].midr);
		core_identify(fake_root, 0, &core);
		assert_string_equal(core.name, cases[i].name);
		assert_string_equal(core.table, cases[i].table);
	}
}

/* an empty machine, and files full of noise: nothing known, nothing broken */
static void test_nothing(void **state)
{
	struct core core;

	(void)state;
	core_identify(fake_root, 0, &core);
	assert_string_equal(core.name, "");
	assert_string_equal(core.table, "");
	assert_int_equal(core.nr_devices, 0);
	assert_int_equal(core_setting(fake_root, "/proc/sys/kernel/perf_event_paranoid"), NO_SETTING);
	fake_noise("/proc/cpuinfo", 70000);
	fake_noise("/sys/bus/event_source/devices/cpu/cpus", 70000);
	fake_noise("/sys/bus/event_source/devices/cpu/type", 300);
	fake_noise("/sys/devices/system/cpu/cpu0/regs/identification/midr_el1", 300);
	fake_noise("/proc/sys/kernel/perf_event_paranoid", 300);
	core_identify(fake_root, 0, &core);
	assert_string_equal(core.table, "");
	assert_int_equal(core_setting(fake_root, "/proc/sys/kernel/perf_event_paranoid"), NO_SETTING);
	fake_file("/proc/sys/kernel/perf_event_paranoid", "-1\n");
	assert_int_equal(core_setting(fake_root, "/proc/sys/kernel/perf_event_paranoid"), -1);
	fake_file("/proc/sys/kernel/perf_event_paranoid", "3\n");
	assert_int_equal(core_setting(fake_root, "/proc/sys/kernel/perf_event_paranoid"), 3);
}

#define IN_FAKE_ROOT(test) cmocka_unit_test_setup_teardown(test, fake_make, fake_destroy)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_FAKE_ROOT(test_one_kind),   IN_FAKE_ROOT(test_models), IN_FAKE_ROOT(test_hybrid_intel),
		IN_FAKE_ROOT(test_big_little), IN_FAKE_ROOT(test_arm),    IN_FAKE_ROOT(test_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
