// SPDX-License-Identifier: GPL-2.0-or-later
#include "sweep/cpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/sysfile.h"

/* where the words go, and what is wrong with them */
struct choice {
	struct cpus *cpus;
	const struct topology *topology;
	char *error;
	size_t size;
};

static int add(const struct choice *choice, const char *where)
{
	struct cpus *cpus = choice->cpus;
	struct cpu *cpu = &cpus->list[cpus->nr];

	if (cpus->nr == MAX_SWEEP_CPUS) {
		snprintf(choice->error, choice->size, "--cpus: more than %d: name fewer", MAX_SWEEP_CPUS);
		return -1;
	}
	if (topology_choose(choice->topology, where, cpu, choice->error, choice->size))
		return -1;
	for (size_t i = 0; i < cpus->nr; i++) {
		if (cpus->list[i].os_index != cpu->os_index)
			continue;
		snprintf(choice->error, choice->size, "--cpus: CPU %d is named twice: name it once",
			 cpu->os_index);
		return -1;
	}
	cpus->nr++;
	return 0;
}

static int add_index(const struct choice *choice, unsigned int cpu)
{
	char where[16];

	snprintf(where, sizeof(where), "%u", cpu);
	return add(choice, where);
}

static int add_all(const struct choice *choice)
{
	size_t room = topology_usable(choice->topology, NULL, 0);
	int *list = calloc(room + 1, sizeof(*list)), ret = list ? 0 : -1;

	if (!list)
		snprintf(choice->error, choice->size, "no memory for a list of CPUs: free some");
	else
		topology_usable(choice->topology, list, room);
	for (size_t i = 0; !ret && i < room; i++)
		ret = add_index(choice, (unsigned int)list[i]);
	free(list);
	return ret;
}

/* a kind none of whose CPUs may be used is none of ours */
static int add_kinds(const struct choice *choice)
{
	int nr = topology_kinds(choice->topology);
	char where[24];

	if (nr == 1)
		return add(choice, NULL);
	for (int kind = 0; kind < nr; kind++) {
		snprintf(where, sizeof(where), "kind:%d", kind);
		if (add(choice, where) && choice->cpus->nr == MAX_SWEEP_CPUS)
			return -1;
	}
	return choice->cpus->nr ? 0 : -1;
}

static int add_range(const struct choice *choice, const char *text)
{
	unsigned int first, last;
	const char *cursor = text;

	if (!text_cpus(&cursor, &first, &last) || *cursor || last > MAX_CPU_NUMBER)
		return add(choice, text);
	for (unsigned int cpu = first; cpu <= last; cpu++)
		if (add_index(choice, cpu))
			return -1;
	return 0;
}

int cpus_choose(struct cpus *cpus, const struct topology *topology, const char *text, char *error, size_t size)
{
	struct choice choice = { cpus, topology, error, size };
	int ret = 0;

	*cpus = (struct cpus){ .list = calloc(MAX_SWEEP_CPUS + 1, sizeof(*cpus->list)) };
	if (!cpus->list) {
		snprintf(error, size, "no memory for a list of CPUs: free some");
		return -1;
	}
	if (!strcmp(text, "all"))
		return add_all(&choice);
	if (!strcmp(text, "kinds"))
		return add_kinds(&choice);
	while (!ret) {
		size_t length = strcspn(text, ",");
		char item[64];

		snprintf(item, sizeof(item), "%.*s", (int)(length < sizeof(item) ? length : sizeof(item) - 1),
			 text);
		ret = add_range(&choice, item);
		if (!text[length])
			break;
		text += length + 1;
	}
	return ret;
}

void cpus_free(struct cpus *cpus)
{
	free(cpus->list);
	*cpus = (struct cpus){ 0 };
}
