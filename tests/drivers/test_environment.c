// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* nftw(), cpu_set_t; NOLINT(bugprone-reserved-identifier) */
#endif

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_root.h"
#include "host/environment.h"
#include "host/interrupts.h"
#include "host/sysfile.h"

#define CPU_DIR "/sys/devices/system/cpu"

static const struct cpu cpu1 = { .os_index = 1, .kind = -1 };

/* empty words where there is no such warning */
static const struct warning *warned_with(const struct cpu_times *before, const struct cpu_times *after,
					 const char *id)
{
	static const struct warning none;
	static struct warning warnings[MAX_WARNINGS];
	size_t i, nr;

	nr = environment_warnings(fake_root, &cpu1, before, after, warnings);
	assert_true(nr <= MAX_WARNINGS);
	for (i = 0; i < nr; i++) {
		assert_null(strpbrk(warnings[i].what, "\n\r\t\033"));
		assert_null(strpbrk(warnings[i].remedy, "\n\r\t\033"));
		assert_true(warnings[i].what[0]);
		if (!strcmp(warnings[i].id, id))
			return &warnings[i];
	}
	return &none;
}

static const struct warning *warned(const char *id)
{
	return warned_with(NULL, NULL, id);
}

static void test_empty_root_says_nothing(void **state __attribute__((unused)))
{
	struct cpu_times times = { 0 };
	struct warning warnings[MAX_WARNINGS];
	char name[64];

	assert_int_equal(environment_warnings(fake_root, &cpu1, NULL, NULL, warnings), 0);
	environment_times(fake_root, &cpu1, &times);
	assert_int_equal(times.total, 0);
	environment_cpu_name(fake_root, name, sizeof(name));
	assert_string_equal(name, "unknown CPU");
}

static void test_governor(void **state __attribute__((unused)))
{
	const struct warning *warning;

	fake_file(CPU_DIR "/cpu0/cpufreq/scaling_governor", "powersave\n");
	assert_string_equal(warned("governor")->what, "");
	fake_file(CPU_DIR "/cpu1/cpufreq/scaling_governor", "performance\n");
	assert_string_equal(warned("governor")->what, "");
	fake_file(CPU_DIR "/cpu1/cpufreq/scaling_governor", "schedutil\n");
	warning = warned("governor");
	assert_non_null(strstr(warning->what, "schedutil"));
	assert_string_equal(warning->remedy, "echo performance | sudo tee "
					     "/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor");
}

static void test_turbo(void **state __attribute__((unused)))
{
	fake_file(CPU_DIR "/cpu1/cpufreq/boost", "1\n");
	assert_string_equal(warned("turbo")->remedy,
			    "echo 0 | sudo tee /sys/devices/system/cpu/cpu1/cpufreq/boost");
	fake_file(CPU_DIR "/cpufreq/boost", "0\n");
	assert_string_equal(warned("turbo")->what, "");
	fake_file(CPU_DIR "/cpufreq/boost", "1\n");
	assert_string_equal(warned("turbo")->remedy,
			    "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost");
	fake_file(CPU_DIR "/intel_pstate/no_turbo", "1\n");
	assert_string_equal(warned("turbo")->what, "");
	fake_file(CPU_DIR "/intel_pstate/no_turbo", "0\n");
	assert_string_equal(warned("turbo")->remedy,
			    "echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo");
}

static void test_virtual_by_flag(void **state __attribute__((unused)))
{
	/* where the CPU answers, the firmware is not asked */
	fake_file("/sys/class/dmi/id/sys_vendor", "QEMU\n");
	fake_file("/proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu hypervisors vme\n\n"
				   "processor\t: 1\nflags\t\t: fpu hypervisor vme\n");
	assert_string_equal(warned("virtual")->what, "");
	fake_file("/proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu hypervisor\nbugs\t\t:\n");
	assert_non_null(strstr(warned("virtual")->what, "QEMU"));
	assert_string_equal(warned("virtual")->remedy, "");
}

static void test_virtual_by_firmware(void **state __attribute__((unused)))
{
	fake_file("/proc/cpuinfo", "processor\t: 0\nFeatures\t: fp asimd atomics\n");
	assert_string_equal(warned("virtual")->what, "");
	fake_file("/sys/class/dmi/id/sys_vendor", "Amazon EC2\n");
	fake_file("/sys/class/dmi/id/product_name", "c7g.metal\n");
	assert_string_equal(warned("virtual")->what, "");
	fake_file("/sys/class/dmi/id/product_name", "c7g.large\n");
	assert_non_null(strstr(warned("virtual")->what, "Amazon EC2"));
	fake_file("/sys/class/dmi/id/sys_vendor", "Ampere\n");
	assert_string_equal(warned("virtual")->what, "");
	fake_bytes("/proc/device-tree/hypervisor/compatible", "linux,kvm", 10);
	assert_non_null(strstr(warned("virtual")->what, "linux,kvm"));
}

static void test_thp(void **state __attribute__((unused)))
{
	static const char all[] = "/sys/kernel/mm/transparent_hugepage/enabled";
	static const char one[] = "/sys/kernel/mm/transparent_hugepage/hugepages-2048kB/enabled";

	fake_file(all, "always [madvise] never\n");
	assert_string_equal(warned("thp")->what, "");
	fake_file(all, "always madvise [never]\n");
	assert_non_null(strstr(warned("thp")->remedy, all));
	fake_file(one, "always [inherit] madvise never\n");
	assert_non_null(strstr(warned("thp")->remedy, all));
	fake_file(one, "always inherit [madvise] never\n");
	assert_string_equal(warned("thp")->what, "");
	fake_file(one, "always inherit madvise [never]\n");
	assert_non_null(strstr(warned("thp")->remedy, one));
}

static void test_isolation(void **state __attribute__((unused)))
{
	fake_file(CPU_DIR "/isolated", "\n");
	assert_string_not_equal(warned("not-isolated")->what, "");
	fake_file(CPU_DIR "/isolated", "0,2-11\n");
	assert_string_not_equal(warned("not-isolated")->what, "");
	fake_file(CPU_DIR "/isolated", "5,0-3\n");
	assert_string_equal(warned("not-isolated")->what, "");
}

static void stat_file(unsigned int own_busy, unsigned int own_idle, unsigned int steal,
		      unsigned int sibling_busy)
{
	char text[512];

	snprintf(text, sizeof(text),
		 "cpu  9 9 9 9 9 9 9 9 0 0\n"
		 "cpu0 500 0 0 500 0 0 0 0 0 0\n"
		 "cpu1 %u 0 0 %u 0 0 0 %u 7 7\n"
		 "cpu3 %u 0 0 1000 0 0 0 0 0 0\nintr 5 1 2\n",
		 own_busy, own_idle, steal, sibling_busy);
	fake_file("/proc/stat", text);
}

static void test_steal_and_sibling(void **state __attribute__((unused)))
{
	struct cpu_times before, after;

	fake_file(CPU_DIR "/cpu1/topology/thread_siblings_list", "1,3\n");
	stat_file(100, 1000, 0, 50);
	environment_times(fake_root, &cpu1, &before);
	assert_int_equal(before.total, 1100);
	assert_int_equal(before.busy, 100);
	assert_int_equal(before.sibling_total, 1050);
	assert_int_equal(before.sibling_busy, 50);

	stat_file(1095, 1000, 5, 50);
	environment_times(fake_root, &cpu1, &after);
	assert_string_equal(warned_with(&before, &after, "steal")->what, "");
	assert_string_equal(warned_with(&before, &after, "smt-busy")->what, "");

	stat_file(1090, 1000, 10, 150);
	environment_times(fake_root, &cpu1, &after);
	assert_non_null(strstr(warned_with(&before, &after, "steal")->what, "1.0%"));
	assert_string_equal(warned_with(&before, &after, "smt-busy")->remedy, "sudo chcpu -d 3");

	/* the wrong way round, and no time at all */
	assert_string_equal(warned_with(&after, &before, "steal")->what, "");
	assert_string_equal(warned_with(&after, &before, "smt-busy")->what, "");
	assert_string_equal(warned_with(&after, &after, "steal")->what, "");
}

static void test_no_sibling(void **state __attribute__((unused)))
{
	struct cpu_times times;

	fake_file(CPU_DIR "/cpu1/topology/thread_siblings_list", "1\n");
	stat_file(100, 1000, 0, 50);
	environment_times(fake_root, &cpu1, &times);
	assert_int_equal(times.total, 1100);
	assert_int_equal(times.sibling_total, 0);
}

static void test_cpu_names(void **state __attribute__((unused)))
{
	char name[64], tiny[8];

	fake_file("/proc/cpuinfo", "processor\t: 0\nmodel\t\t: 85\n"
				   "model name\t: Intel(R) Xeon(R) CPU   E5-2680 v4 @ 2.40GHz\n");
	environment_cpu_name(fake_root, name, sizeof(name));
	assert_string_equal(name, "Intel Xeon CPU E5-2680 v4 @ 2.40GHz");
	environment_cpu_name(fake_root, tiny, sizeof(tiny));
	assert_string_equal(tiny, "Intel X");

	fake_file("/proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd05\n\n"
				   "processor\t: 1\nCPU implementer\t: 0x41\nCPU part\t: 0xd0b\n\n"
				   "processor\t: 2\nCPU implementer\t: 0x41\nCPU part\t: 0xd0b\n");
	environment_cpu_name(fake_root, name, sizeof(name));
	assert_string_equal(name, "Cortex-A55 + Cortex-A76");

	fake_file("/proc/cpuinfo", "CPU implementer\t: 0x99\nCPU part\t: 0x123\n");
	environment_cpu_name(fake_root, name, sizeof(name));
	assert_string_equal(name, "Arm implementer 0x99 part 0x123");
}

static void test_describe(void **state __attribute__((unused)))
{
	json_t *object;

	fake_file("/proc/sys/kernel/perf_event_paranoid", "-1\n");
	fake_file("/proc/sys/kernel/osrelease", "6.18.0\033[31m\xff\n");
	fake_file(CPU_DIR "/vulnerabilities/meltdown", "Mitigation: PTI\n");
	fake_file(CPU_DIR "/vulnerabilities/\xff\x01odd", "Vulnerable\n");
	object = environment_describe(fake_root, &cpu1);
	assert_int_equal(json_integer_value(json_object_get(object, "perf_event_paranoid")), -1);
	assert_string_equal(json_string_value(json_object_get(object, "kernel")), "6.18.0[31m");
	assert_string_equal(
		json_string_value(json_object_get(json_object_get(object, "mitigations"), "meltdown")),
		"Mitigation: PTI");
	assert_string_equal(json_string_value(json_object_get(json_object_get(object, "mitigations"), "odd")),
			    "Vulnerable");
	assert_true(json_is_null(json_object_get(object, "governor")));
	assert_true(json_is_null(json_object_get(object, "turbo")));
	json_decref(object);
}

static const char *const all_files[] = {
	"/proc/cpuinfo",
	"/proc/stat",
	"/proc/interrupts",
	"/proc/sys/kernel/perf_event_paranoid",
	"/proc/sys/kernel/osrelease",
	"/sys/class/dmi/id/product_name",
	"/sys/class/dmi/id/sys_vendor",
	"/sys/kernel/mm/transparent_hugepage/enabled",
	CPU_DIR "/isolated",
	CPU_DIR "/cpufreq/boost",
	CPU_DIR "/intel_pstate/no_turbo",
	CPU_DIR "/cpu1/cpufreq/scaling_governor",
	CPU_DIR "/cpu1/topology/thread_siblings_list",
	CPU_DIR "/vulnerabilities/odd",
};

/* reads everything; the sanitizers judge */
static void read_everything(void)
{
	struct warning warnings[MAX_WARNINGS];
	struct interrupts interrupts;
	struct cpu_times times;
	json_t *object;
	char name[64], *text;

	environment_times(fake_root, &cpu1, &times);
	interrupts_read(&interrupts, fake_root);
	interrupts_free(&interrupts);
	environment_cpu_name(fake_root, name, sizeof(name));
	assert_true(strlen(name) < sizeof(name));
	assert_true(environment_warnings(fake_root, &cpu1, &times, &times, warnings) <= MAX_WARNINGS);
	object = environment_describe(fake_root, &cpu1);
	text = json_dumps(object, JSON_ENSURE_ASCII);
	assert_non_null(text);
	free(text);
	json_decref(object);
}

static void test_hostile_files(void **state __attribute__((unused)))
{
	static const char *const texts[] = {
		"",
		"\n",
		"-",
		"-5\n",
		"[",
		"[]",
		"]x[",
		"99999999999999999999999\n",
		"1-",
		"5-1",
		"0-99999999999",
		",,,",
		"flags\t",
		"\nflags\t\t:",
		"cpu1",
		"cpu1 -5 -5 -5\n",
		"cpu1 18446744073709551615 18446744073709551615 1 1 1 1 1 1\n",
		"cpu99999999999999999999 1 1 1\n",
		"model name",
		"model name\t:",
		"CPU part\t: 0x",
		"CPU99999999999999999\n",
		" CPU0 CPU65535\n 1: 5 5\n",
		" CPU0 CPU0\n 1: 5\n 2:",
	};
	size_t i, j;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		for (j = 0; j < sizeof(all_files) / sizeof(all_files[0]); j++)
			fake_file(all_files[j], texts[i]);
		read_everything();
	}
	for (j = 0; j < sizeof(all_files) / sizeof(all_files[0]); j++)
		fake_noise(all_files[j], 300000);
	read_everything();
	assert_string_equal(warned("turbo")->what, "");
}

static void test_special_files(void **state __attribute__((unused)))
{
	char path[PATH_MAX], text[64];
	int64_t number;

	/* neither may hang or be read */
	fake_file("/proc/x", "");
	snprintf(path, sizeof(path), "%s/proc/fifo", fake_root);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_false(sysfile_text(fake_root, text, sizeof(text), "/proc/fifo"));
	assert_false(sysfile_number(fake_root, "/proc", &number));
	assert_null(sysfile_all(fake_root, "/proc", 4096));
}

static void test_interrupts(void **state __attribute__((unused)))
{
	struct interrupts interrupts;

	fake_file("/proc/interrupts", "           CPU0       CPU2\n"
				      " 24:          1         10  IO-APIC   5-edge      ACPI:Ged\n"
				      "LOC:        100       1000   Local timer interrupts\n"
				      "ERR:       7777\n bad line\n 25: -5 3\n 26: 3");
	interrupts_read(&interrupts, fake_root);
	assert_int_equal(interrupts_of(&interrupts, 0), 101);
	assert_int_equal(interrupts_of(&interrupts, 2), 1010);
	assert_true(interrupts_of(&interrupts, 1) == UINT64_MAX);
	assert_true(interrupts_of(&interrupts, 3) == UINT64_MAX);
	interrupts_free(&interrupts);
}

static void test_real_machine(void **state __attribute__((unused)))
{
	struct warning warnings[MAX_WARNINGS];
	struct cpu_times before, after;
	const struct cpu cpu0 = { .os_index = 0, .kind = -1 };
	json_t *object;

	environment_times("", &cpu0, &before);
	if (!before.total)
		skip();
	environment_times("", &cpu0, &after);
	environment_warnings("", &cpu0, &before, &after, warnings);
	object = environment_describe("", &cpu0);
	assert_true(json_is_string(json_object_get(object, "kernel")));
	json_decref(object);
}

#define WITH_ROOT(test) cmocka_unit_test_setup_teardown(test, fake_make, fake_destroy)

int main(void)
{
	static const struct CMUnitTest tests[] = {
		WITH_ROOT(test_empty_root_says_nothing),
		WITH_ROOT(test_governor),
		WITH_ROOT(test_turbo),
		WITH_ROOT(test_virtual_by_flag),
		WITH_ROOT(test_virtual_by_firmware),
		WITH_ROOT(test_thp),
		WITH_ROOT(test_isolation),
		WITH_ROOT(test_steal_and_sibling),
		WITH_ROOT(test_no_sibling),
		WITH_ROOT(test_cpu_names),
		WITH_ROOT(test_describe),
		WITH_ROOT(test_hostile_files),
		WITH_ROOT(test_special_files),
		WITH_ROOT(test_interrupts),
		cmocka_unit_test(test_real_machine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
