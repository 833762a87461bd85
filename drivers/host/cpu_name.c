// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/environment.h"
#include "host/sysfile.h"

enum { MAX_CPUINFO = 4 << 20, MAX_PARTS = 4 };

/* arm64 kernels print numbers only (MIDR_EL1: implementer, part) */
static const struct part {
	unsigned int implementer, part;
	const char *name;
} parts[] = {
	{ 0x41, 0xd03, "Cortex-A53" },
	{ 0x41, 0xd04, "Cortex-A35" },
	{ 0x41, 0xd05, "Cortex-A55" },
	{ 0x41, 0xd07, "Cortex-A57" },
	{ 0x41, 0xd08, "Cortex-A72" },
	{ 0x41, 0xd09, "Cortex-A73" },
	{ 0x41, 0xd0a, "Cortex-A75" },
	{ 0x41, 0xd0b, "Cortex-A76" },
	{ 0x41, 0xd0c, "Neoverse-N1" },
	{ 0x41, 0xd0d, "Cortex-A77" },
	{ 0x41, 0xd40, "Neoverse-V1" },
	{ 0x41, 0xd41, "Cortex-A78" },
	{ 0x41, 0xd42, "Cortex-A78AE" },
	{ 0x41, 0xd44, "Cortex-X1" },
	{ 0x41, 0xd46, "Cortex-A510" },
	{ 0x41, 0xd47, "Cortex-A710" },
	{ 0x41, 0xd48, "Cortex-X2" },
	{ 0x41, 0xd49, "Neoverse-N2" },
	{ 0x41, 0xd4a, "Neoverse-E1" },
	{ 0x41, 0xd4b, "Cortex-A78C" },
	{ 0x41, 0xd4c, "Cortex-X1C" },
	{ 0x41, 0xd4d, "Cortex-A715" },
	{ 0x41, 0xd4e, "Cortex-X3" },
	{ 0x41, 0xd4f, "Neoverse-V2" },
	{ 0x41, 0xd80, "Cortex-A520" },
	{ 0x41, 0xd81, "Cortex-A720" },
	{ 0x41, 0xd82, "Cortex-X4" },
	{ 0x41, 0xd84, "Neoverse-V3" },
	{ 0x41, 0xd85, "Cortex-X925" },
	{ 0x41, 0xd87, "Cortex-A725" },
	{ 0x41, 0xd8e, "Neoverse-N3" },
	{ 0x43, 0x0af, "ThunderX2" },
	{ 0x46, 0x001, "A64FX" },
	{ 0x48, 0xd01, "Kunpeng 920" },
	{ 0x4e, 0x004, "NVIDIA Carmel" },
	{ 0x51, 0x001, "Oryon" },
	{ 0x61, 0x022, "Apple M1 Icestorm" },
	{ 0x61, 0x023, "Apple M1 Firestorm" },
	{ 0x61, 0x032, "Apple M2 Blizzard" },
	{ 0x61, 0x033, "Apple M2 Avalanche" },
	{ 0xc0, 0xac3, "AmpereOne" },
	{ 0xc0, 0xac4, "AmpereOne A" },
};

/* "model name\t: AMD EPYC" with @key "model name" */
static bool line_value(const char *line, const char *key, char *value, size_t size)
{
	size_t length = strlen(key);

	if (strncmp(line, key, length) != 0)
		return false;
	line += length;
	line += strspn(line, " \t");
	if (*line++ != ':')
		return false;
	snprintf(value, size, "%.*s", (int)size - 1, line);
	text_clean(value);
	return value[0] != '\0';
}

static bool find_value(const char *text, const char *key, char *value, size_t size)
{
	const char *line;

	for (line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (line_value(line, key, value, size))
			return true;
	}
	return false;
}

/* "Intel(R) Xeon(R) CPU   E5" -> "Intel Xeon CPU E5" */
static void drop_marks(char *name)
{
	static const char *const marks[] = { "(R)", "(r)", "(TM)", "(tm)" };
	char *to = name;
	const char *from;
	size_t i;

	for (from = name; *from; from++) {
		for (i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
			if (!strncmp(from, marks[i], strlen(marks[i])))
				break;
		if (i < sizeof(marks) / sizeof(marks[0])) {
			from += strlen(marks[i]) - 1;
			continue;
		}
		if (*from != ' ' || to == name || to[-1] != ' ')
			*to++ = *from;
	}
	*to = '\0';
}

static void name_part(unsigned long implementer, unsigned long part, char *name, size_t size)
{
	size_t i;

	for (i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (parts[i].implementer == implementer && parts[i].part == part) {
			snprintf(name, size, "%s", parts[i].name);
			return;
		}
	}
	snprintf(name, size, "Arm implementer 0x%02lx part 0x%03lx", implementer, part);
}

/* every sort of core in the machine: "Cortex-A55 + Cortex-A76"; false where there is none */
static bool arm_name(const char *text, char *name, size_t size)
{
	unsigned long implementer = 0, part, seen[MAX_PARTS];
	size_t nr = 0, i, used = 0;
	char value[32], one[64];
	const char *line;

	name[0] = '\0';
	for (line = text; line && nr < MAX_PARTS; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (line_value(line, "CPU implementer", value, sizeof(value)))
			implementer = strtoul(value, NULL, 0) & 0xff;
		if (!line_value(line, "CPU part", value, sizeof(value)))
			continue;
		part = strtoul(value, NULL, 0) & 0xfff;
		for (i = 0; i < nr && seen[i] != (implementer << 12 | part); i++)
			;
		if (i < nr)
			continue;
		seen[nr++] = implementer << 12 | part;
		name_part(implementer, part, one, sizeof(one));
		if (used < size)
			used += (size_t)snprintf(name + used, size - used, "%s%s", used ? " + " : "", one);
	}
	return nr > 0;
}

void environment_cpu_name(const char *sysroot, char *name, size_t size)
{
	/* x86 and some arm64, MIPS, LoongArch, RISC-V, POWER */
	static const char *const keys[] = { "model name", "cpu model", "Model Name", "uarch", "cpu" };
	char *text = sysfile_all(sysroot, "/proc/cpuinfo", MAX_CPUINFO);
	char whole[MAX_WORDS];
	bool found = false;
	size_t i;

	for (i = 0; text && !found && i < sizeof(keys) / sizeof(keys[0]); i++)
		found = find_value(text, keys[i], whole, sizeof(whole));
	if (found) {
		drop_marks(whole);
		snprintf(name, size, "%s", whole);
	} else if (!text || !arm_name(text, name, size)) {
		snprintf(name, size, "unknown CPU");
	}
	free(text);
}
