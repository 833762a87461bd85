// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/machines.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/sysfile.h"

static const char *text_of(const json_t *environment, const char *name)
{
	const char *text = json_string_value(json_object_get(environment, name));

	return text ? text : "";
}

static bool taken(const struct collection *collection, const char *name)
{
	for (size_t i = 0; i < collection->nr_machines; i++)
		if (!strcmp(collection->machines[i].name, name))
			return true;
	return false;
}

/* plain characters only: the name stands in tables, CSV files and plots */
static void name_machine(const struct collection *collection, const char *wanted, char *name)
{
	char plain[MAX_MACHINE_NAME - 8];
	size_t length = 0;

	for (; *wanted && length + 1 < sizeof(plain); wanted++) {
		bool plain_one = *wanted > ' ' && *wanted < 0x7f && !strchr(",\"'\\`", *wanted);

		plain[length] = '_';
		if (plain_one)
			plain[length] = *wanted;
		length++;
	}
	plain[length] = '\0';
	snprintf(name, MAX_MACHINE_NAME, "%s", length ? plain : "folder");
	for (size_t i = 2; taken(collection, name); i++)
		snprintf(name, MAX_MACHINE_NAME, "%s-%zu", length ? plain : "folder", i);
}

/* @merged: that the name is what its rows call it */
static int add_machine(struct collection *collection, const char *name, json_t *environment, bool merged)
{
	struct machine *grown = realloc(collection->machines, (collection->nr_machines + 1) * sizeof(*grown));
	struct machine *machine;

	if (!grown)
		return -1;
	collection->machines = grown;
	machine = &grown[collection->nr_machines];
	*machine = (struct machine){
		.arch = text_of(environment, "arch"),
		.cpu_model = text_of(environment, "cpu_model"),
		.kernel = text_of(environment, "kernel"),
		.compiler = text_of(environment, "compiler"),
		.flags = text_of(environment, "kernel_flags"),
		.version = text_of(environment, "foliolab"),
		.environment = json_incref(environment),
		.complete = json_is_true(json_object_get(environment, "complete")),
	};
	name_machine(collection, name, machine->name);
	snprintf(machine->given, sizeof(machine->given), "%s", merged ? name : "");
	collection->nr_machines++;
	return 0;
}

/* the last part of a path, "a" of "results/a/" and of "a/." */
static void last_part(const char *path, char *name, size_t size)
{
	char whole[PATH_MAX];
	const char *slash;

	if (!realpath(path, whole))
		snprintf(whole, sizeof(whole), "%s", path);
	slash = strrchr(whole, '/');
	snprintf(name, size, "%.*s", (int)size - 1, slash ? slash + 1 : whole);
}

int machines_add(struct collection *collection, const char *folder, json_t *environment, char *error,
		 size_t size)
{
	json_t *merged = json_object_get(environment, "machines"), *one;
	char name[MAX_MACHINE_NAME];
	const char *key;

	if (!merged) {
		last_part(folder, name, sizeof(name));
		if (!add_machine(collection, name, environment, false))
			return 0;
	}
	if (merged && !json_object_size(merged)) {
		snprintf(error, size, "%s/environment.json names no machine: merge the folders anew", folder);
		return -1;
	}
	json_object_foreach(merged, key, one)
	{
		if (json_is_object(one) && !add_machine(collection, key, one, true))
			continue;
		snprintf(error, size, "%s/environment.json says nothing of a machine: merge the folders anew",
			 folder);
		return -1;
	}
	if (merged)
		return 0;
	snprintf(error, size, "not enough memory for %s: give fewer folders", folder);
	return -1;
}

/* what a sweep says of each of its CPUs, or NULL */
static const json_t *find_cpu(const struct machine *machine, int cpu)
{
	const json_t *cpus = json_object_get(machine->environment, "cpus");

	for (size_t i = 0; i < json_array_size(cpus); i++) {
		const json_t *one = json_array_get(cpus, i);
		const json_t *index = json_object_get(one, "cpu");

		if (json_is_integer(index) && json_integer_value(index) == cpu)
			return one;
	}
	return NULL;
}

static int small_integer(const json_t *value)
{
	json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;

	return number >= 0 && number <= MAX_CPU_NUMBER ? (int)number : -1;
}

int machine_kind(const struct machine *machine, int cpu)
{
	const json_t *told = json_object_get(find_cpu(machine, cpu), "kind");
	const json_t *kinds = json_object_get(json_object_get(machine->environment, "topology"), "core_kinds");

	if (told)
		return small_integer(told);
	/* one kind is none to tell apart */
	for (size_t i = 0; cpu >= 0 && json_array_size(kinds) > 1 && i < json_array_size(kinds); i++) {
		const json_t *kind = json_array_get(kinds, i);
		const char *cpus = json_string_value(json_object_get(kind, "cpus"));

		if (cpus && text_has_cpu(cpus, (unsigned int)cpu))
			return small_integer(json_object_get(kind, "kind"));
	}
	return -1;
}

double machine_cache(const struct machine *machine, int cpu, int level)
{
	const json_t *caches = json_object_get(find_cpu(machine, cpu), "caches");

	if (!caches)
		caches = json_object_get(json_object_get(machine->environment, "topology"), "caches");
	for (size_t i = 0; i < json_array_size(caches); i++) {
		const json_t *cache = json_array_get(caches, i);
		const char *type = json_string_value(json_object_get(cache, "type"));
		double bytes = json_number_value(json_object_get(cache, "bytes"));

		if (type && strcmp(type, "instruction") &&
		    small_integer(json_object_get(cache, "level")) == level)
			return bytes > 0 ? bytes : 0;
	}
	return 0;
}
