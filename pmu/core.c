// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

/* who made it and what it is called by them, and libpfm4's names for it and for the nearest it knows */
struct identity {
	unsigned int maker, first, last; /* models, or part numbers */
	const char *name, *table;
};

enum { INTEL = 6, AMD_ZEN1_2 = 0x17, AMD_ZEN3_4 = 0x19, AMD_ZEN5 = 0x1a };

/* family 6 and AMD's families, by model */
static const struct identity x86[] = {
	{ INTEL, 0x4e, 0x4e, "skl", "skl" },
	{ INTEL, 0x55, 0x55, "skx", "skx" },
	{ INTEL, 0x5e, 0x5e, "skl", "skl" },
	{ INTEL, 0x6a, 0x6c, "icx", "icx" },
	{ INTEL, 0x7d, 0x7e, "icl", "icl" },
	{ INTEL, 0x8c, 0x8d, "icl", "icl" },
	{ INTEL, 0x8e, 0x8e, "skl", "skl" },
	{ INTEL, 0x8f, 0x8f, "spr", "spr" },
	{ INTEL, 0x97, 0x9a, "adl_glc", "spr" },
	{ INTEL, 0x9e, 0x9e, "skl", "skl" },
	{ INTEL, 0xa5, 0xa6, "skl", "skl" },
	{ INTEL, 0xa7, 0xa7, "icl", "icl" },
	{ INTEL, 0xaa, 0xac, "mtl_rwc", "spr" },
	{ INTEL, 0xad, 0xae, "gnr", "spr" },
	{ INTEL, 0xb7, 0xbf, "adl_glc", "spr" },
	{ INTEL, 0xcf, 0xcf, "emr", "spr" },
	{ AMD_ZEN1_2, 0x30, 0xff, "amd64_fam17h_zen2", "amd64_fam17h_zen2" },
	{ AMD_ZEN3_4, 0x10, 0x1f, "amd64_fam19h_zen4", "amd64_fam19h_zen4" },
	{ AMD_ZEN3_4, 0x60, 0xaf, "amd64_fam19h_zen4", "amd64_fam19h_zen4" },
	{ AMD_ZEN3_4, 0x00, 0x5f, "amd64_fam19h_zen3", "amd64_fam19h_zen3" },
	{ AMD_ZEN5, 0x00, 0xff, "amd64_fam1ah_zen5", "amd64_fam19h_zen4" },
};

enum { ARM_LTD = 0x41 };

/* by implementer and part of MIDR_EL1 */
static const struct identity arm[] = {
	{ ARM_LTD, 0xd03, 0xd03, "arm_ac53", "arm_ac53" }, { ARM_LTD, 0xd05, 0xd05, "arm_ac55", "arm_ac53" },
	{ ARM_LTD, 0xd07, 0xd07, "arm_ac57", "arm_ac57" }, { ARM_LTD, 0xd08, 0xd08, "arm_ac72", "arm_ac57" },
	{ ARM_LTD, 0xd09, 0xd09, "arm_ac73", "arm_ac57" }, { ARM_LTD, 0xd0a, 0xd0a, "arm_ac75", "arm_n1" },
	{ ARM_LTD, 0xd0b, 0xd0b, "arm_ac76", "arm_n1" },   { ARM_LTD, 0xd0c, 0xd0c, "arm_n1", "arm_n1" },
	{ ARM_LTD, 0xd0d, 0xd0d, "arm_ac77", "arm_n1" },   { ARM_LTD, 0xd40, 0xd40, "arm_v1", "arm_v1" },
	{ ARM_LTD, 0xd41, 0xd42, "arm_ac78", "arm_n1" },   { ARM_LTD, 0xd44, 0xd44, "arm_x1", "arm_v1" },
	{ ARM_LTD, 0xd47, 0xd47, "arm_a710", "arm_n2" },   { ARM_LTD, 0xd48, 0xd48, "arm_x2", "arm_n2" },
	{ ARM_LTD, 0xd49, 0xd49, "arm_n2", "arm_n2" },     { ARM_LTD, 0xd4f, 0xd4f, "arm_v2", "arm_v2" },
	{ ARM_LTD, 0xd84, 0xd84, "arm_v3", "arm_v2" },     { ARM_LTD, 0xd8e, 0xd8e, "arm_n3", "arm_n2" },
};

enum { CASCADE_LAKE_STEPPING = 5 };

/* the first line of a file, "" where there is none */
static void first_line(const char *sysroot, const char *path, char *text, size_t size)
{
	char full[PATH_MAX];
	FILE *file;

	text[0] = '\0';
	snprintf(full, sizeof(full), "%s%s", sysroot, path);
	file = fopen(full, "r");
	if (!file)
		return;
	if (!fgets(text, (int)size, file))
		text[0] = '\0';
	text[strcspn(text, "\n")] = '\0';
	fclose(file);
}

int core_setting(const char *sysroot, const char *path)
{
	char text[32], *end;
	long value;

	first_line(sysroot, path, text, sizeof(text));
	value = strtol(text, &end, 10);
	return end == text || value < INT_MIN || value > INT_MAX ? NO_SETTING : (int)value;
}

/* whether a list such as "0-3,8" holds @cpu */
static bool lists_cpu(const char *list, int cpu)
{
	while (*list) {
		char *end;
		long first = strtol(list, &end, 10), last = first;

		if (end == list)
			return false;
		if (*end == '-')
			last = strtol(end + 1, &end, 10);
		if (cpu >= first && cpu <= last)
			return true;
		list = *end == ',' ? end + 1 : "";
	}
	return false;
}

/* a core's PMU says which CPUs it serves; x86's single one is called cpu and may say nothing */
static void look_at_device(const char *sysroot, const char *device, int cpu, struct core *core)
{
	char path[PATH_MAX], text[1024];

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/cpus", device);
	first_line(sysroot, path, text, sizeof(text));
	if (!text[0] && strcmp(device, "cpu"))
		return;
	core->nr_devices++;
	if (text[0] && !lists_cpu(text, cpu))
		return;
	snprintf(core->device, sizeof(core->device), "%.*s", (int)sizeof(core->device) - 1, device);
	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/type", device);
	first_line(sysroot, path, text, sizeof(text));
	core->type = (uint32_t)strtoul(text, NULL, 10);
}

static void find_device(const char *sysroot, int cpu, struct core *core)
{
	char path[PATH_MAX];
	struct dirent *entry;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/sys/bus/event_source/devices", sysroot);
	dir = opendir(path);
	while (dir && (entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			look_at_device(sysroot, entry->d_name, cpu, core);
	if (dir)
		closedir(dir);
}

static const struct identity *find_identity(const struct identity *list, size_t nr, unsigned int maker,
					    unsigned int model)
{
	for (size_t i = 0; i < nr; i++)
		if (list[i].maker == maker && model >= list[i].first && model <= list[i].last)
			return &list[i];
	return NULL;
}

static void take_identity(struct core *core, const struct identity *identity)
{
	if (!identity)
		return;
	snprintf(core->name, sizeof(core->name), "%s", identity->name);
	snprintf(core->table, sizeof(core->table), "%s", identity->table);
}

struct cpuinfo {
	bool amd;
	int family, model, stepping;
	unsigned int implementer, part;
};

/* what /proc/cpuinfo says of its first CPU: on x86 all have one family and model */
static void read_cpuinfo(const char *sysroot, struct cpuinfo *info)
{
	char path[PATH_MAX], line[1024];
	FILE *file;

	*info = (struct cpuinfo){ .family = -1, .model = -1 };
	snprintf(path, sizeof(path), "%s/proc/cpuinfo", sysroot);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof(line), file) && line[0] != '\n') {
		const char *value = strchr(line, ':');

		if (!value)
			continue;
		value++;
		if (!strncmp(line, "vendor_id", strlen("vendor_id")))
			info->amd = strstr(value, "AMD") || strstr(value, "Hygon");
		else if (!strncmp(line, "cpu family", strlen("cpu family")))
			info->family = (int)strtol(value, NULL, 10);
		else if (!strncmp(line, "model\t", strlen("model\t")))
			info->model = (int)strtol(value, NULL, 10);
		else if (!strncmp(line, "stepping", strlen("stepping")))
			info->stepping = (int)strtol(value, NULL, 10);
		else if (!strncmp(line, "CPU implementer", strlen("CPU implementer")))
			info->implementer = (unsigned int)strtoul(value, NULL, 0);
		else if (!strncmp(line, "CPU part", strlen("CPU part")))
			info->part = (unsigned int)strtoul(value, NULL, 0);
	}
	if (file)
		fclose(file);
}

static void identify_x86(struct core *core, const struct cpuinfo *info)
{
	unsigned int family = info->amd || info->family == INTEL ? (unsigned int)info->family : 0;

	snprintf(core->what, sizeof(core->what), "%s family %d model %d", info->amd ? "AMD" : "Intel",
		 info->family, info->model);
	take_identity(core,
		      find_identity(x86, sizeof(x86) / sizeof(x86[0]), family, (unsigned int)info->model));
	if (!strcmp(core->name, "skx") && info->stepping >= CASCADE_LAKE_STEPPING) {
		snprintf(core->name, sizeof(core->name), "clx");
		snprintf(core->table, sizeof(core->table), "clx");
	}
	/* the small cores have the large ones' family and model, and nothing near is in the tables */
	if (!strcmp(core->device, "cpu_atom")) {
		snprintf(core->name, sizeof(core->name), "adl_grt");
		core->table[0] = '\0';
	}
}

/* the register of the CPU itself: in a machine of several kinds cpuinfo's first is not enough */
static void identify_arm(const char *sysroot, int cpu, struct core *core, struct cpuinfo *info)
{
	char path[PATH_MAX], text[64];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/regs/identification/midr_el1", cpu);
	first_line(sysroot, path, text, sizeof(text));
	if (text[0]) {
		unsigned long long midr = strtoull(text, NULL, 0);

		info->implementer = (unsigned int)(midr >> 24 & 0xff);
		info->part = (unsigned int)(midr >> 4 & 0xfff);
	}
	snprintf(core->what, sizeof(core->what), "arm64 implementer 0x%02x part 0x%03x", info->implementer,
		 info->part);
	take_identity(core, find_identity(arm, sizeof(arm) / sizeof(arm[0]), info->implementer, info->part));
}

void core_identify(const char *sysroot, int cpu, struct core *core)
{
	struct cpuinfo info;

	*core = (struct core){ .what = "a core that does not say what it is" };
	find_device(sysroot, cpu, core);
	read_cpuinfo(sysroot, &info);
	if (info.model >= 0)
		identify_x86(core, &info);
	else if (info.implementer)
		identify_arm(sysroot, cpu, core, &info);
}

bool core_is_near(const struct core *core)
{
	return core->table[0] && strcmp(core->name, core->table);
}
