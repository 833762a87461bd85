// SPDX-License-Identifier: GPL-2.0-or-later
/* Hardware prefetchers, on a file that stands for a CPU's registers: put back whatever happens. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>

#include <cmocka.h>

#include "fake_root.h"
#include "host/hwprefetch.h"

enum { INTEL = 0x1A4 };
static const off_t amd = 0xC0000108;

/* what stands in the registers, and another bit that is nobody's */
static const uint64_t found = 0x10, spoilt = UINT64_C(0xffffffffffffffff);

static void make_cpu(const char *vendor, int family, off_t msr)
{
	char cpuinfo[256], path[PATH_MAX];
	uint64_t value = found;
	FILE *file;

	snprintf(cpuinfo, sizeof(cpuinfo), "processor\t: 0\nvendor_id\t: %s\ncpu family\t: %d\n", vendor,
		 family);
	fake_file("/proc/cpuinfo", cpuinfo);
	fake_file("/dev/cpu/1/msr", "");
	snprintf(path, sizeof(path), "%s/dev/cpu/1/msr", fake_root);
	file = fopen(path, "r+");
	assert_non_null(file);
	assert_int_equal(fseeko(file, msr, SEEK_SET), 0);
	assert_int_equal(fwrite(&value, sizeof(value), 1, file), 1);
	assert_int_equal(fclose(file), 0);
}

static uint64_t read_back(off_t msr)
{
	char path[PATH_MAX];
	uint64_t value = spoilt;
	FILE *file;

	snprintf(path, sizeof(path), "%s/dev/cpu/1/msr", fake_root);
	file = fopen(path, "r");
	assert_non_null(file);
	assert_int_equal(fseeko(file, msr, SEEK_SET), 0);
	assert_int_equal(fread(&value, sizeof(value), 1, file), 1);
	fclose(file);
	return value;
}

static struct hw_prefetch *switched_off(void)
{
	char error[512] = "";
	struct hw_prefetch *off = hw_prefetch_off(fake_root, 1, error, sizeof(error));

	assert_string_equal(error, "");
	assert_non_null(off);
	return off;
}

static void test_there_and_back(void **state)
{
	const struct {
		const char *vendor;
		int family;
		off_t msr;
		uint64_t off;
	} cpus[] = { { "GenuineIntel", 6, INTEL, 0x1f }, { "AuthenticAMD", 25, amd, 0x3f } };
	char error[512] = "";

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct hw_prefetch *off;

		make_cpu(cpus[i].vendor, cpus[i].family, cpus[i].msr);
		assert_int_equal(hw_prefetch_check(fake_root, 1, error, sizeof(error)), 0);
		assert_int_equal(read_back(cpus[i].msr), found);
		off = switched_off();
		assert_int_equal(read_back(cpus[i].msr), cpus[i].off);
		assert_int_equal(hw_prefetch_restore(off, error, sizeof(error)), 0);
		assert_int_equal(read_back(cpus[i].msr), found);
	}
}

static bool restored_within(int seconds)
{
	struct timespec pause = { .tv_nsec = 10000000 };

	for (int tries = 100 * seconds; tries; tries--) {
		if (read_back(INTEL) == found)
			return true;
		nanosleep(&pause, NULL);
	}
	return false;
}

/* the lab's process is killed, it and all its group: the guard puts things back */
static void test_killed(void **state)
{
	const int signals[] = { SIGKILL, SIGTERM, SIGSEGV };

	(void)state;
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		int ready[2], status;
		char byte = 0;
		pid_t pid;

		make_cpu("GenuineIntel", 6, INTEL);
		assert_int_equal(pipe(ready), 0);
		pid = fork();
		if (!pid) {
			char error[512];

			setpgid(0, 0);
			signal(SIGSEGV, SIG_DFL);
			if (hw_prefetch_off(fake_root, 1, error, sizeof(error)))
				byte = 1;
			if (write(ready[1], &byte, 1) == 1)
				pause();
			_exit(1);
		}
		close(ready[1]);
		assert_int_equal(read(ready[0], &byte, 1), 1);
		close(ready[0]);
		assert_int_equal(byte, 1);
		assert_int_equal(read_back(INTEL), 0x1f);
		assert_int_equal(kill(-pid, signals[i]), 0);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_true(restored_within(10));
	}
}

/* the guard is killed: then this process puts things back */
static void test_guard_killed(void **state)
{
	struct hw_prefetch *off;
	char command[128], error[512] = "";
	FILE *list;
	bool told;
	int guard = 0;

	(void)state;
	make_cpu("GenuineIntel", 6, INTEL);
	off = switched_off();
	snprintf(command, sizeof(command), "/proc/%d/task/%d/children", getpid(), getpid());
	list = fopen(command, "r");
	/* NOLINTNEXTLINE(cert-err34-c) */
	told = list && fscanf(list, "%d", &guard) == 1;
	if (list)
		fclose(list);
	if (!told) {
		hw_prefetch_restore(off, error, sizeof(error));
		skip();
	}
	assert_int_equal(kill(guard, SIGKILL), 0);
	assert_int_equal(hw_prefetch_restore(off, error, sizeof(error)), 0);
	assert_int_equal(read_back(INTEL), found);
}

static void refused(const char *words)
{
	char error[512] = "";

	assert_int_equal(hw_prefetch_check(fake_root, 1, error, sizeof(error)), -1);
	if (!strstr(error, words) || strchr(error, '\n'))
		fail_msg("'%s' does not say '%s'", error, words);
	assert_null(hw_prefetch_off(fake_root, 1, error, sizeof(error)));
	if (!strstr(error, words))
		fail_msg("'%s' does not say '%s'", error, words);
}

static void test_not_here(void **state)
{
	(void)state;
	refused("no known way");
	fake_file("/proc/cpuinfo", "vendor_id\t: GenuineIntel\ncpu family\t: 6\n");
	refused("/dev/cpu/1/msr cannot be opened (No such file or directory): modprobe msr");
	/* a register that cannot be read, as on a virtual machine */
	fake_file("/dev/cpu/1/msr", "");
	refused("CPU 1 has no MSR 0x1a4");
	make_cpu("AuthenticAMD", 23, amd);
	refused("no known way");
	make_cpu("HygonGenuine", 24, amd);
	refused("no known way");
	fake_noise("/proc/cpuinfo", 70000);
	refused("no known way");
	assert_int_equal(read_back(amd), found);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_there_and_back, fake_make, fake_destroy),
		cmocka_unit_test_setup_teardown(test_killed, fake_make, fake_destroy),
		cmocka_unit_test_setup_teardown(test_guard_killed, fake_make, fake_destroy),
		cmocka_unit_test_setup_teardown(test_not_here, fake_make, fake_destroy),
	};

	return cmocka_run_group_tests_name("hardware prefetchers", tests, NULL, NULL);
}
