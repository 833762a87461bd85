// SPDX-License-Identifier: GPL-2.0-or-later
/* Which CPU to measure on: topology_choose(). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "host/sysfile.h"
#include "host/topology.h"
#include "host/topology_internal.h"

enum { MAX_LOCATION = 64 };

/* one --cpu value: where it points to, and where to put what is wrong with it */
struct request {
	const struct topology *topology;
	char where[MAX_LOCATION]; /* made printable */
	hwloc_bitmap_t cpus;
	char *error;
	size_t size;
};

/* the message, then the CPUs that would do */
static int __attribute__((format(printf, 2, 3))) refuse(const struct request *request, const char *format, ...)
{
	char message[MAX_WORDS], list[MAX_CPU_LIST];
	va_list args;

	va_start(args, format);
	vsnprintf(message, sizeof(message), format, args);
	va_end(args);
	cpu_list(request->topology->usable, list, sizeof(list));
	snprintf(request->error, request->size, "%s of %s", message, list);
	return -1;
}

static bool parse_index(const char *text, unsigned int *index)
{
	uint64_t number;

	if (!text_number(&text, &number) || *text || number > MAX_CPU_NUMBER)
		return false;
	*index = (unsigned int)number;
	return true;
}

static int garbage(const struct request *request)
{
	return refuse(request, "--cpu %s is no CPU: give a location such as core:0, or one",
		      request->where[0] ? request->where : "\"\"");
}

static int absent(const struct request *request)
{
	return refuse(request, "there is no %s here: choose one", request->where);
}

/* a CPU that may not be used: why */
static int unusable(const struct request *request, unsigned int index)
{
	const struct topology *topology = request->topology;

	if (hwloc_bitmap_isset(topology->offline, index))
		return refuse(request, "CPU %u is offline: choose one", index);
	/* those of it that no cpuset allows are not in the topology itself */
	if (hwloc_bitmap_isset(hwloc_topology_get_complete_cpuset(topology->hwloc), index))
		return refuse(request, "CPU %u is outside the allowed set: choose one", index);
	return refuse(request, "there is no CPU %u here: choose one", index);
}

static int find_kind(struct request *request, unsigned int index)
{
	hwloc_topology_t hwloc = request->topology->hwloc;
	int nr = hwloc_cpukinds_get_nr(hwloc, 0);

	if (nr <= 0)
		return refuse(request,
			      "this machine does not tell its core kinds apart: "
			      "leave out %s or choose one",
			      request->where);
	if (index >= (unsigned int)nr ||
	    hwloc_cpukinds_get_info(hwloc, index, request->cpus, NULL, NULL, NULL, 0))
		return absent(request);
	return 0;
}

static int find_object(struct request *request, const char *name, unsigned int index)
{
	hwloc_topology_t hwloc = request->topology->hwloc;
	union hwloc_obj_attr_u attr;
	hwloc_obj_type_t type;
	hwloc_obj_t obj;
	int depth;

	if (hwloc_type_sscanf(name, &type, &attr, sizeof(attr)))
		return garbage(request);
	/* hwloc takes "core9" for "core" */
	if (strpbrk(name, "0123456789") && !hwloc_obj_type_is_cache(type))
		return garbage(request);
	if (hwloc_type_sscanf_as_depth(name, &type, hwloc, &depth))
		return absent(request);
	obj = depth == HWLOC_TYPE_DEPTH_UNKNOWN || depth == HWLOC_TYPE_DEPTH_MULTIPLE ?
		      NULL :
		      hwloc_get_obj_by_depth(hwloc, depth, index);
	if (!obj || !obj->cpuset)
		return absent(request);
	return hwloc_bitmap_copy(request->cpus, obj->cpuset);
}

static int find_location(struct request *request)
{
	char name[MAX_LOCATION];
	unsigned int index;
	char *colon;

	snprintf(name, sizeof(name), "%s", request->where);
	colon = strchr(name, ':');
	if (!colon) {
		if (!parse_index(name, &index))
			return garbage(request);
		if (!hwloc_bitmap_isset(request->topology->usable, index))
			return unusable(request, index);
		return hwloc_bitmap_only(request->cpus, index);
	}
	*colon = '\0';
	if (!parse_index(colon + 1, &index))
		return garbage(request);
	if (!strcmp(name, "kind"))
		return find_kind(request, index);
	return find_object(request, name, index);
}

/* -1 too where hwloc knows the kinds, but not which of them is faster */
static int performance(const struct topology *topology, unsigned int cpu, int *kind)
{
	hwloc_bitmap_t set = hwloc_bitmap_alloc();
	int efficiency = -1;

	*kind = -1;
	if (set && hwloc_cpukinds_get_nr(topology->hwloc, 0) > 1 && !hwloc_bitmap_only(set, cpu)) {
		*kind = hwloc_cpukinds_get_by_cpuset(topology->hwloc, set, 0);
		if (*kind >= 0)
			hwloc_cpukinds_get_info(topology->hwloc, (unsigned int)*kind, NULL, &efficiency, NULL,
						NULL, 0);
	}
	hwloc_bitmap_free(set);
	return efficiency;
}

/* the criteria, the larger the better */
static uint64_t by_isolation(const struct topology *topology, unsigned int cpu)
{
	return hwloc_bitmap_isset(topology->isolated, cpu) != 0;
}

static uint64_t by_kind(const struct topology *topology, unsigned int cpu)
{
	int kind, efficiency = performance(topology, cpu, &kind);

	return efficiency < 0 ? 0 : (uint64_t)efficiency + 1;
}

static uint64_t by_quiet(const struct topology *topology, unsigned int cpu)
{
	return UINT64_MAX - interrupts_of(&topology->interrupts, cpu);
}

static uint64_t by_index(const struct topology *topology __attribute__((unused)), unsigned int cpu)
{
	return cpu;
}

static const struct {
	uint64_t (*score)(const struct topology *topology, unsigned int cpu);
	const char *why;
} criteria[] = {
	{ by_isolation, "isolated" },
	{ by_kind, "fastest core kind" },
	{ by_quiet, "fewest interrupts" },
	{ by_index, "highest index" },
};

/* leaves only the CPUs with the highest score; true if that took some away */
static bool narrow(const struct topology *topology, hwloc_bitmap_t cpus, size_t criterion)
{
	int cpu, before = hwloc_bitmap_weight(cpus);
	uint64_t score, best = 0;

	hwloc_bitmap_foreach_begin(cpu, cpus) score = criteria[criterion].score(topology, (unsigned int)cpu);
	if (score > best)
		best = score;
	hwloc_bitmap_foreach_end();
	for (cpu = hwloc_bitmap_first(cpus); cpu >= 0; cpu = hwloc_bitmap_next(cpus, cpu))
		if (criteria[criterion].score(topology, (unsigned int)cpu) < best)
			hwloc_bitmap_clr(cpus, (unsigned int)cpu);
	return hwloc_bitmap_weight(cpus) < before;
}

static void __attribute__((format(printf, 2, 3))) append(char *words, const char *format, ...)
{
	size_t used = strlen(words);
	va_list args;

	va_start(args, format);
	vsnprintf(words + used, MAX_WORDS - used, format, args);
	va_end(args);
}

/* leaves one of @cpus, and says why: "isolated, fewest interrupts of 4 allowed CPUs" */
static void prefer(const struct topology *topology, hwloc_bitmap_t cpus, char *why)
{
	int candidates = hwloc_bitmap_weight(cpus);
	size_t i;

	if (candidates == 1) {
		append(why, "only allowed CPU");
		return;
	}
	for (i = 0; i < sizeof(criteria) / sizeof(criteria[0]); i++)
		if (narrow(topology, cpus, i))
			append(why, "%s%s", why[0] ? ", " : "", criteria[i].why);
	if (strcmp(why, criteria[0].why) != 0)
		append(why, " of %d allowed CPUs", candidates);
}

/* the node with the fewest CPUs around it: memory of a whole machine or package is farther away */
static int local_node(hwloc_topology_t hwloc, int cpu)
{
	hwloc_obj_t obj = NULL, nearest = NULL;

	while ((obj = hwloc_get_next_obj_by_type(hwloc, HWLOC_OBJ_NUMANODE, obj)))
		if (hwloc_bitmap_isset(obj->cpuset, (unsigned int)cpu) &&
		    (!nearest || hwloc_bitmap_weight(obj->cpuset) < hwloc_bitmap_weight(nearest->cpuset)))
			nearest = obj;
	return nearest ? (int)nearest->os_index : -1;
}

static int choose(struct request *request, bool anywhere, struct cpu *cpu)
{
	const struct topology *topology = request->topology;

	if (anywhere)
		hwloc_bitmap_copy(request->cpus, topology->usable);
	else if (find_location(request))
		return -1;
	hwloc_bitmap_and(request->cpus, request->cpus, topology->usable);
	if (hwloc_bitmap_iszero(request->cpus))
		return refuse(request, "every CPU of %s is outside the allowed set: choose one",
			      request->where);

	*cpu = (struct cpu){ .kind = -1 };
	if (!anywhere && !strchr(request->where, ':'))
		append(cpu->why, "as asked");
	else
		prefer(topology, request->cpus, cpu->why);
	if (strchr(request->where, ':'))
		append(cpu->why, " in %s", request->where);
	cpu->os_index = hwloc_bitmap_first(request->cpus);
	cpu->numa_node = local_node(topology->hwloc, cpu->os_index);
	performance(topology, (unsigned int)cpu->os_index, &cpu->kind);
	return 0;
}

int topology_choose(const struct topology *topology, const char *where, struct cpu *cpu, char *error,
		    size_t size)
{
	struct request request = { .topology = topology, .error = error, .size = size };
	int rc;

	if (where) {
		snprintf(request.where, sizeof(request.where), "%s", where);
		text_clean(request.where);
		if (strcmp(request.where, where) != 0) /* too long or not printable */
			return garbage(&request);
	}
	request.cpus = hwloc_bitmap_alloc();
	if (!request.cpus) {
		snprintf(error, size, "no memory to choose a CPU: free some");
		return -1;
	}
	rc = choose(&request, !where, cpu);
	hwloc_bitmap_free(request.cpus);
	return rc;
}

size_t topology_usable(const struct topology *topology, int *cpus, size_t room)
{
	size_t nr = 0;

	for (int cpu = hwloc_bitmap_first(topology->usable); cpu >= 0;
	     cpu = hwloc_bitmap_next(topology->usable, cpu)) {
		if (nr < room)
			cpus[nr] = cpu;
		nr++;
	}
	return nr;
}

int topology_kinds(const struct topology *topology)
{
	int nr = hwloc_cpukinds_get_nr(topology->hwloc, 0);

	return nr > 1 ? nr : 1;
}
