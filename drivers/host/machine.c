// SPDX-License-Identifier: GPL-2.0-or-later
#include "host/machine.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "host/environment.h"
#include "host/sysfile.h"

enum { MAX_CPUINFO = 65536, MAX_MITIGATIONS = 64 };

void machine_turbo(const char *sysroot, const struct cpu *cpu, struct turbo *turbo)
{
	static const struct {
		const char *path;
		int on;
	} switches[] = {
		{ "/sys/devices/system/cpu/intel_pstate/no_turbo", 0 },
		{ "/sys/devices/system/cpu/cpufreq/boost", 1 },
		{ "/sys/devices/system/cpu/cpu%d/cpufreq/boost", 1 },
	};
	int64_t value;
	size_t i;

	*turbo = (struct turbo){ 0 };
	for (i = 0; i < sizeof(switches) / sizeof(switches[0]) && !turbo->known; i++) {
		const char *number = strstr(switches[i].path, "%d");

		if (number)
			snprintf(turbo->path, sizeof(turbo->path), "%.*s%d%s",
				 (int)(number - switches[i].path), switches[i].path, cpu->os_index,
				 number + 2);
		else
			snprintf(turbo->path, sizeof(turbo->path), "%s", switches[i].path);
		turbo->known = sysfile_number(sysroot, turbo->path, &value) && (value == 0 || value == 1);
		turbo->on = turbo->known && value == switches[i].on;
		turbo->off = !switches[i].on;
	}
}

/* x86 tells it in the CPU's flags; returns false where /proc/cpuinfo has no such line */
static bool flags_say(const char *sysroot, bool *hypervisor)
{
	char *text = sysfile_all(sysroot, "/proc/cpuinfo", MAX_CPUINFO), *line, *found;
	bool known = false;

	line = text ? strstr(text, "\nflags\t") : NULL;
	if (line) {
		line++;
		line[strcspn(line, "\n")] = '\0';
		found = strstr(line, " hypervisor");
		known = true;
		*hypervisor = found && (!found[11] || found[11] == ' ');
	}
	free(text);
	return known;
}

static bool firmware_says(const char *sysroot, char *hypervisor, size_t size)
{
	static const char *const files[] = {
		"/sys/class/dmi/id/product_name",
		"/sys/class/dmi/id/sys_vendor",
		"/sys/class/dmi/id/bios_vendor",
	};
	static const char *const names[] = {
		"KVM",    "QEMU",       "Amazon EC2",   "Google Compute Engine", "OpenStack",
		"VMware", "VirtualBox", "innotek GmbH", "Virtual Machine",       "Xen",
		"Bochs",  "Parallels",  "BHYVE",        "Apple Virtualization",
	};
	char text[128];
	size_t i, j;

	/* EC2 names itself on machines without a hypervisor too */
	sysfile_text(sysroot, text, sizeof(text), "%s", files[0]);
	if (strstr(text, ".metal"))
		return false;
	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		sysfile_text(sysroot, text, sizeof(text), "%s", files[i]);
		for (j = 0; j < sizeof(names) / sizeof(names[0]); j++) {
			if (strncmp(text, names[j], strlen(names[j])) != 0)
				continue;
			snprintf(hypervisor, size, "%s", text);
			return true;
		}
	}
	/* machines without DMI */
	return sysfile_text(sysroot, hypervisor, size, "/proc/device-tree/hypervisor/compatible") ||
	       sysfile_text(sysroot, hypervisor, size, "/sys/hypervisor/type");
}

bool machine_virtual(const char *sysroot, char *hypervisor, size_t size)
{
	bool flagged, named;

	named = firmware_says(sysroot, hypervisor, size);
	if (!flags_say(sysroot, &flagged))
		flagged = named;
	if (!flagged)
		hypervisor[0] = '\0';
	else if (!named)
		snprintf(hypervisor, size, "unnamed hypervisor");
	return flagged;
}

const char *machine_thp(const char *sysroot, char *mode, size_t size)
{
	/* since Linux 6.8 each size has its own file, most often with "inherit" */
	static const char *const files[] = {
		"/sys/kernel/mm/transparent_hugepage/hugepages-2048kB/enabled",
		"/sys/kernel/mm/transparent_hugepage/enabled",
	};
	size_t i;

	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (sysfile_chosen(sysroot, files[i], mode, size) && strcmp(mode, "inherit") != 0)
			return files[i];
	mode[0] = '\0';
	return NULL;
}

static json_t *string_of(const char *text)
{
	return text[0] ? json_string(text) : json_null();
}

static json_t *number_in(const char *sysroot, const char *path)
{
	int64_t value;

	return sysfile_number(sysroot, path, &value) ? json_integer(value) : json_null();
}

static json_t *text_in(const char *sysroot, const char *path)
{
	char text[256];

	sysfile_text(sysroot, text, sizeof(text), "%s", path);
	return string_of(text);
}

static json_t *cpufreq(const char *sysroot, const struct cpu *cpu, const char *name)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/cpufreq/%s", cpu->os_index, name);
	return text_in(sysroot, path);
}

static int not_hidden(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* one file each: "meltdown": "Mitigation: PTI" */
static json_t *mitigations(const char *sysroot)
{
	static const char folder[] = "/sys/devices/system/cpu/vulnerabilities";
	json_t *object = json_object();
	struct dirent **entries;
	char path[PATH_MAX], name[64], text[256];
	int nr, i;

	if (snprintf(path, sizeof(path), "%s%s", sysroot, folder) >= (int)sizeof(path))
		return object;
	nr = scandir(path, &entries, not_hidden, alphasort);
	if (nr < 0)
		return object;
	for (i = 0; i < nr; i++) {
		sysfile_text(sysroot, text, sizeof(text), "%s/%s", folder, entries[i]->d_name);
		snprintf(name, sizeof(name), "%.63s", entries[i]->d_name);
		text_clean(name);
		if (i < MAX_MITIGATIONS && text[0])
			json_object_set_new(object, name, json_string(text));
		free(entries[i]);
	}
	free(entries);
	return object;
}

json_t *environment_describe(const char *sysroot, const struct cpu *cpu)
{
	char name[MAX_WORDS], hypervisor[128] = "", thp[32];
	struct utsname system = { 0 };
	json_t *object = json_object();
	struct turbo turbo;

	environment_cpu_name(sysroot, name, sizeof(name));
	machine_virtual(sysroot, hypervisor, sizeof(hypervisor));
	machine_turbo(sysroot, cpu, &turbo);
	machine_thp(sysroot, thp, sizeof(thp));
	uname(&system);

	json_object_set_new(object, "cpu_model", string_of(name));
	json_object_set_new(object, "arch", string_of(system.machine));
	json_object_set_new(object, "kernel", text_in(sysroot, "/proc/sys/kernel/osrelease"));
	json_object_set_new(object, "governor", cpufreq(sysroot, cpu, "scaling_governor"));
	json_object_set_new(object, "frequency_driver", cpufreq(sysroot, cpu, "scaling_driver"));
	json_object_set_new(object, "frequency_max_khz", cpufreq(sysroot, cpu, "cpuinfo_max_freq"));
	json_object_set_new(object, "turbo", turbo.known ? json_boolean(turbo.on) : json_null());
	json_object_set_new(object, "smt", text_in(sysroot, "/sys/devices/system/cpu/smt/control"));
	json_object_set_new(object, "isolated", text_in(sysroot, "/sys/devices/system/cpu/isolated"));
	json_object_set_new(object, "thp", string_of(thp));
	json_object_set_new(object, "numa_balancing", number_in(sysroot, "/proc/sys/kernel/numa_balancing"));
	json_object_set_new(object, "virtual", string_of(hypervisor));
	json_object_set_new(object, "perf_event_paranoid",
			    number_in(sysroot, "/proc/sys/kernel/perf_event_paranoid"));
	json_object_set_new(object, "mitigations", mitigations(sysroot));
	return object;
}
