// SPDX-License-Identifier: GPL-2.0-or-later
/* Affinity masks, and being bound to a CPU and its memory. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* nftw(), cpu_set_t; NOLINT(bugprone-reserved-identifier) */
#endif

#include <sched.h>
#include <sys/wait.h>

#include "topologies.h"

static void test_foreign_topology_is_not_bound(void **state __attribute__((unused)))
{
	struct topology *topology = synthetic("core:2 pu:1");
	struct cpu cpu;

	assert_int_equal(topology_choose(topology, NULL, &cpu, error, sizeof(error)), 0);
	assert_int_equal(topology_bind(topology, &cpu, error, sizeof(error)), -1);
	assert_non_null(strstr(error, ": unset HWLOC_XMLFILE"));
	topology_close(topology);
}

static int last_of(const cpu_set_t *set)
{
	int cpu, last = -1;

	for (cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, set))
			last = cpu;
	return last;
}

/* a mask without this process's last CPU; false where that is its only one */
static bool drop_last(cpu_set_t *all, int *last)
{
	cpu_set_t rest;

	if (sched_getaffinity(0, sizeof(*all), all) || CPU_COUNT(all) < 2)
		return false;
	*last = last_of(all);
	rest = *all;
	CPU_CLR(*last, &rest);
	return !sched_setaffinity(0, sizeof(rest), &rest);
}

static void test_taskset_counts(void **state __attribute__((unused)))
{
	struct topology *topology;
	char where[16];
	cpu_set_t all;
	int last = -1;

	if (!drop_last(&all, &last))
		skip();
	topology = open_or_fail(fake_root);
	sched_setaffinity(0, sizeof(all), &all);
	snprintf(where, sizeof(where), "%d", last);
	assert_refuses(topology, where, "is outside the allowed set: choose one of ");
	topology_close(topology);
}

/* what isolcpus= leaves behind: a mask without the isolated CPUs, which may be widened */
static void test_isolated_despite_mask(void **state __attribute__((unused)))
{
	struct topology *topology;
	char text[16];
	cpu_set_t all;
	int last = -1;

	if (!drop_last(&all, &last))
		skip();
	snprintf(text, sizeof(text), "%d\n", last);
	fake_file(ISOLATED, text);
	topology = open_or_fail(fake_root);
	sched_setaffinity(0, sizeof(all), &all);
	/* true only if nothing but the missing CPU sets the mask apart from the allowed set */
	if (CPU_COUNT(&all) == sysconf(_SC_NPROCESSORS_ONLN))
		assert_chooses(topology, NULL, last, "isolated");
	topology_close(topology);
	if (CPU_COUNT(&all) != sysconf(_SC_NPROCESSORS_ONLN))
		skip();
}

/* binds a child, which then execs a shell that tells what it has inherited */
static void bound_shell_says(const struct cpu *cpu, const struct topology *topology, const char *command,
			     char *answer, size_t size)
{
	int ends[2], status;
	ssize_t n;
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (!child) {
		dup2(ends[1], STDOUT_FILENO);
		if (topology_bind(topology, cpu, error, sizeof(error)))
			_exit(99);
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(98);
	}
	close(ends[1]);
	n = read(ends[0], answer, size - 1);
	answer[n < 0 ? 0 : n] = '\0';
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static void test_bind(void **state __attribute__((unused)))
{
	struct topology *topology = open_or_fail("");
	char answer[256], expected[32];
	struct cpu cpu;

	assert_int_equal(topology_choose(topology, NULL, &cpu, error, sizeof(error)), 0);
	bound_shell_says(&cpu, topology, "grep Cpus_allowed_list /proc/self/status", answer, sizeof(answer));
	snprintf(expected, sizeof(expected), "\t%d\n", cpu.os_index);
	assert_non_null(strstr(answer, expected));
	topology_close(topology);
}

static void test_bind_memory(void **state __attribute__((unused)))
{
	struct topology *topology = open_or_fail("");
	char answer[256], expected[32];
	struct cpu cpu;
	bool bound = false;

	assert_int_equal(topology_choose(topology, NULL, &cpu, error, sizeof(error)), 0);
	if (cpu.numa_node >= 0 && !access("/proc/self/numa_maps", R_OK)) {
		bound_shell_says(&cpu, topology, "head -n 1 /proc/self/numa_maps", answer, sizeof(answer));
		snprintf(expected, sizeof(expected), " bind:%d ", cpu.numa_node);
		bound = strstr(answer, expected) != NULL;
	}
	topology_close(topology);
	/* "default": the system does not let us, which is no error */
	if (!bound)
		skip();
}

static void test_bind_impossible(void **state __attribute__((unused)))
{
	struct topology *topology = open_or_fail("");
	struct cpu cpu = { .os_index = 60000, .kind = -1, .numa_node = -1 };

	assert_int_equal(topology_bind(topology, &cpu, error, sizeof(error)), -1);
	assert_non_null(strstr(error, ": choose one of "));
	topology_close(topology);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		WITH_ROOT(test_foreign_topology_is_not_bound),
		WITH_ROOT(test_taskset_counts),
		WITH_ROOT(test_isolated_despite_mask),
		WITH_ROOT(test_bind),
		WITH_ROOT(test_bind_memory),
		WITH_ROOT(test_bind_impossible),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
