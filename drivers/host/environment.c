// SPDX-License-Identifier: GPL-2.0-or-later
/* The warnings. machine.c describes, cpu_name.c names the CPU. */
#include "host/environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/machine.h"
#include "host/sysfile.h"

enum { MAX_STAT = 1 << 20 };

/* in percent of the run's time; ticks of 10 ms make less than these a matter of chance */
static const double steal_limit = 0.5, sibling_limit = 2;

struct context {
	const char *sysroot;
	const struct cpu *cpu;
	const struct cpu_times *before, *after; /* both NULL before there was a run */
};

/* the CPUs that share the core, "0,64", this one among them; false if it is alone or unknown */
static bool read_siblings(const char *sysroot, const struct cpu *cpu, char *list, size_t size)
{
	unsigned int first, last, nr = 0;
	const char *cursor = list;

	sysfile_text(sysroot, list, size, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list",
		     cpu->os_index);
	while (text_cpus(&cursor, &first, &last))
		nr += last - first + 1;
	return nr > 1 && text_has_cpu(list, (unsigned int)cpu->os_index);
}

/* "cpu3 user nice system idle iowait irq softirq steal guest ..." after its "cpu" */
static bool parse_times(const char *text, uint64_t *cpu, struct cpu_times *times)
{
	enum { USER, NICE, SYSTEM, IDLE, IOWAIT, IRQ, SOFTIRQ, STEAL, NR_TIMES };
	uint64_t t[NR_TIMES] = { 0 };
	size_t i;

	if (!text_number(&text, cpu))
		return false;
	for (i = 0; i < NR_TIMES; i++) {
		text += strspn(text, " ");
		if (!text_number(&text, &t[i]) || t[i] > UINT64_MAX / (2 * (uint64_t)NR_TIMES))
			return false;
	}
	times->busy = t[USER] + t[NICE] + t[SYSTEM] + t[IRQ] + t[SOFTIRQ];
	times->steal = t[STEAL];
	times->total = times->busy + t[IDLE] + t[IOWAIT] + t[STEAL];
	return true;
}

void environment_times(const char *sysroot, const struct cpu *cpu, struct cpu_times *times)
{
	struct cpu_times one;
	char siblings[256];
	char *text, *line;
	uint64_t number;
	bool shared;

	*times = (struct cpu_times){ 0 };
	text = sysfile_all(sysroot, "/proc/stat", MAX_STAT);
	if (!text)
		return;
	shared = read_siblings(sysroot, cpu, siblings, sizeof(siblings));
	for (line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, "cpu", 3) != 0 || !parse_times(line + 3, &number, &one))
			continue;
		if (number == (uint64_t)cpu->os_index) {
			times->total = one.total;
			times->busy = one.busy;
			times->steal = one.steal;
		} else if (shared && number <= MAX_CPU_NUMBER && text_has_cpu(siblings, (unsigned int)number)) {
			times->sibling_total += one.total;
			times->sibling_busy += one.busy;
		}
	}
	free(text);
}

/* 0 where the clocks stood still or went back, as iowait can */
static double percent(uint64_t part_before, uint64_t part_after, uint64_t before, uint64_t after)
{
	if (after <= before || part_after <= part_before || part_after - part_before > after - before)
		return 0;
	return 100.0 * (double)(part_after - part_before) / (double)(after - before);
}

static bool check_governor(const struct context *context, struct warning *warning)
{
	char governor[64];

	if (!sysfile_text(context->sysroot, governor, sizeof(governor),
			  "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor", context->cpu->os_index))
		return false;
	if (!governor[0] || !strcmp(governor, "performance"))
		return false;
	snprintf(warning->what, MAX_WORDS, "frequency governor of CPU %d is %s", context->cpu->os_index,
		 governor);
	snprintf(warning->remedy, MAX_WORDS,
		 "echo performance | sudo tee "
		 "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor",
		 context->cpu->os_index);
	return true;
}

static bool check_turbo(const struct context *context, struct warning *warning)
{
	struct turbo turbo;

	machine_turbo(context->sysroot, context->cpu, &turbo);
	if (!turbo.known || !turbo.on)
		return false;
	snprintf(warning->what, MAX_WORDS, "turbo is on: the core's frequency depends on its neighbours");
	snprintf(warning->remedy, MAX_WORDS, "echo %d | sudo tee %s", turbo.off, turbo.path);
	return true;
}

/* "1,65" without @self */
static void others(const char *list, unsigned int self, char *text, size_t size)
{
	unsigned int first, last, cpu;
	size_t used = 0;

	text[0] = '\0';
	while (text_cpus(&list, &first, &last))
		for (cpu = first; cpu <= last && used < size; cpu++)
			if (cpu != self)
				used += (size_t)snprintf(text + used, size - used, "%s%u", used ? "," : "",
							 cpu);
}

static bool check_sibling(const struct context *context, struct warning *warning)
{
	const struct cpu_times *before = context->before, *after = context->after;
	char list[256], rest[64];
	double busy;

	if (!before || !after || !read_siblings(context->sysroot, context->cpu, list, sizeof(list)))
		return false;
	busy = percent(before->sibling_busy, after->sibling_busy, before->sibling_total, after->sibling_total);
	if (busy <= sibling_limit)
		return false;
	others(list, (unsigned int)context->cpu->os_index, rest, sizeof(rest));
	snprintf(warning->what, MAX_WORDS, "SMT sibling of CPU %d (CPU %s) was busy %.1f%% of the time",
		 context->cpu->os_index, rest, busy);
	/* CPU 0 stays online whatever one writes */
	if (!text_has_cpu(rest, 0))
		snprintf(warning->remedy, MAX_WORDS, "sudo chcpu -d %s", rest);
	return true;
}

static bool check_virtual(const struct context *context, struct warning *warning)
{
	char hypervisor[128];

	if (!machine_virtual(context->sysroot, hypervisor, sizeof(hypervisor)))
		return false;
	snprintf(warning->what, MAX_WORDS, "virtual machine (%s): the host's other work is not seen here",
		 hypervisor);
	return true;
}

static bool check_steal(const struct context *context, struct warning *warning)
{
	double stolen;

	if (!context->before || !context->after)
		return false;
	stolen = percent(context->before->steal, context->after->steal, context->before->total,
			 context->after->total);
	if (stolen <= steal_limit)
		return false;
	snprintf(warning->what, MAX_WORDS, "the hypervisor took %.1f%% of CPU %d's time away", stolen,
		 context->cpu->os_index);
	return true;
}

static bool check_thp(const struct context *context, struct warning *warning)
{
	const char *path;
	char mode[32];

	path = machine_thp(context->sysroot, mode, sizeof(mode));
	if (!path || strcmp(mode, "never") != 0)
		return false;
	snprintf(warning->what, MAX_WORDS, "transparent huge pages are off");
	snprintf(warning->remedy, MAX_WORDS, "echo madvise | sudo tee %s", path);
	return true;
}

static bool check_isolation(const struct context *context, struct warning *warning)
{
	int cpu = context->cpu->os_index;
	char list[4096];

	if (!sysfile_text(context->sysroot, list, sizeof(list), "/sys/devices/system/cpu/isolated") ||
	    text_has_cpu(list, (unsigned int)cpu))
		return false;
	snprintf(warning->what, MAX_WORDS, "CPU %d is not isolated: other tasks may run on it", cpu);
	snprintf(warning->remedy, MAX_WORDS, "boot with isolcpus=%d nohz_full=%d", cpu, cpu);
	return true;
}

static const struct {
	const char *id;
	bool (*check)(const struct context *context, struct warning *warning);
} checks[] = {
	{ "governor", check_governor },      { "turbo", check_turbo }, { "smt-busy", check_sibling },
	{ "virtual", check_virtual },        { "steal", check_steal }, { "thp", check_thp },
	{ "not-isolated", check_isolation },
};

size_t environment_warnings(const char *sysroot, const struct cpu *cpu, const struct cpu_times *before,
			    const struct cpu_times *after, struct warning *warnings)
{
	struct context context = {
		.sysroot = sysroot,
		.cpu = cpu,
		.before = before,
		.after = after,
	};
	size_t i, nr = 0;

	for (i = 0; i < sizeof(checks) / sizeof(checks[0]) && nr < MAX_WARNINGS; i++) {
		warnings[nr] = (struct warning){ .id = checks[i].id };
		if (checks[i].check(&context, &warnings[nr]))
			nr++;
	}
	return nr;
}
