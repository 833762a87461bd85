// SPDX-License-Identifier: GPL-2.0-or-later
#include "host/topology.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/sysfile.h"
#include "host/topology_internal.h"

void cpu_list(hwloc_const_bitmap_t cpus, char *text, size_t size)
{
	char whole[4096] = "", *comma;
	int length = hwloc_bitmap_list_snprintf(whole, sizeof(whole), cpus);

	if (length >= 0 && (size_t)length < size) {
		snprintf(text, size, "%s", whole);
		return;
	}
	/* too long: whole ranges only */
	snprintf(text, size - 3, "%s", whole);
	comma = strrchr(text, ',');
	snprintf(comma ? comma + 1 : text, sizeof("..."), "...");
}

/* the CPUs of a list that the kernel keeps */
static hwloc_bitmap_t read_cpus(const char *sysroot, const char *list)
{
	hwloc_bitmap_t cpus = hwloc_bitmap_alloc();
	char text[4096];
	const char *cursor = text;
	unsigned int first, last;

	sysfile_text(sysroot, text, sizeof(text), "/sys/devices/system/cpu/%s", list);
	while (cpus && text_cpus(&cursor, &first, &last)) {
		if (!hwloc_bitmap_set_range(cpus, first, (int)last))
			continue;
		hwloc_bitmap_free(cpus);
		return NULL;
	}
	return cpus;
}

/* its "offline" also holds those that could be plugged in */
static int read_lists(struct topology *topology, const char *sysroot)
{
	hwloc_bitmap_t present = read_cpus(sysroot, "present");

	topology->isolated = read_cpus(sysroot, "isolated");
	topology->offline = read_cpus(sysroot, "offline");
	if (present && topology->offline)
		hwloc_bitmap_and(topology->offline, topology->offline, present);
	hwloc_bitmap_free(present);
	return present && topology->isolated && topology->offline ? 0 : -1;
}

/*
 * Takes the affinity mask of this process off the usable CPUs: taskset counts.
 *
 * With isolcpus= every process inherits a mask without the isolated CPUs, and
 * may widen it again. A mask that lacks exactly those is nobody's wish.
 */
static int respect_affinity(struct topology *topology)
{
	hwloc_bitmap_t mask = hwloc_bitmap_alloc(), inherited = hwloc_bitmap_alloc();
	int rc = -1;

	if (!mask || !inherited)
		goto out;
	rc = 0;
	if (!hwloc_topology_is_thissystem(topology->hwloc) ||
	    hwloc_get_cpubind(topology->hwloc, mask, HWLOC_CPUBIND_THREAD))
		goto out;
	hwloc_bitmap_and(mask, mask, topology->usable);
	hwloc_bitmap_andnot(inherited, topology->usable, topology->isolated);
	if (!hwloc_bitmap_isequal(mask, inherited))
		hwloc_bitmap_copy(topology->usable, mask);
out:
	hwloc_bitmap_free(inherited);
	hwloc_bitmap_free(mask);
	return rc;
}

static int load(struct topology *topology, const char *sysroot)
{
	hwloc_topology_t hwloc;

	/* what it makes of odd firmware it would say in the middle of our output; lstopo says it, too */
	setenv("HWLOC_HIDE_ERRORS", "2", 0);
	if (hwloc_topology_init(&hwloc))
		return -1;
	topology->hwloc = hwloc;
	/* the L1 instruction cache belongs in a description of the machine */
	hwloc_topology_set_icache_types_filter(hwloc, HWLOC_TYPE_FILTER_KEEP_ALL);
	if (hwloc_topology_load(hwloc))
		return -1;
	topology->usable = hwloc_bitmap_dup(hwloc_topology_get_topology_cpuset(hwloc));
	if (!topology->usable || read_lists(topology, sysroot))
		return -1;
	hwloc_bitmap_and(topology->usable, topology->usable, hwloc_topology_get_allowed_cpuset(hwloc));
	if (respect_affinity(topology))
		return -1;
	interrupts_read(&topology->interrupts, sysroot);
	return 0;
}

int topology_open(struct topology **topology, const char *sysroot, char *error, size_t size)
{
	struct topology *new = calloc(1, sizeof(*new));

	*topology = NULL;
	errno = 0;
	if (!new || load(new, sysroot)) {
		snprintf(error, size, "hwloc cannot load the topology (%s): see what lstopo says",
			 strerror(errno ? errno : EIO));
		goto fail;
	}
	if (hwloc_bitmap_iszero(new->usable)) {
		snprintf(error, size, "no CPU may be used here: widen the CPU affinity or cpuset");
		goto fail;
	}
	*topology = new;
	return 0;

fail:
	topology_close(new);
	return -1;
}

void topology_close(struct topology *topology)
{
	if (!topology)
		return;
	interrupts_free(&topology->interrupts);
	hwloc_bitmap_free(topology->offline);
	hwloc_bitmap_free(topology->isolated);
	hwloc_bitmap_free(topology->usable);
	if (topology->hwloc)
		hwloc_topology_destroy(topology->hwloc);
	free(topology);
}

/* -1 only where the system knows how to bind memory and refuses this node */
static int bind_memory(const struct topology *topology, int node)
{
	const struct hwloc_topology_support *support = hwloc_topology_get_support(topology->hwloc);
	hwloc_bitmap_t nodes;
	int rc;

	if (node < 0 || !support->membind->bind_membind ||
	    (!support->membind->set_thisproc_membind && !support->membind->set_thisthread_membind))
		return 0;
	nodes = hwloc_bitmap_alloc();
	if (!nodes)
		return -1;
	hwloc_bitmap_only(nodes, (unsigned int)node);
	/* strict: memory of another node would be measured without anybody noticing */
	rc = hwloc_set_membind(topology->hwloc, nodes, HWLOC_MEMBIND_BIND,
			       HWLOC_MEMBIND_BYNODESET | HWLOC_MEMBIND_STRICT);
	hwloc_bitmap_free(nodes);
	/* a container's seccomp filter answers EPERM */
	if (rc && (errno == ENOSYS || errno == EXDEV || errno == EPERM))
		return 0;
	return rc;
}

int topology_bind(const struct topology *topology, const struct cpu *cpu, char *error, size_t size)
{
	hwloc_bitmap_t set;
	int rc;

	/* hwloc would claim success and do nothing */
	if (!hwloc_topology_is_thissystem(topology->hwloc)) {
		snprintf(error, size,
			 "the topology given is not this machine's, nothing can be bound: "
			 "unset HWLOC_XMLFILE and HWLOC_SYNTHETIC");
		return -1;
	}
	set = hwloc_bitmap_alloc();
	if (!set || hwloc_bitmap_only(set, (unsigned int)cpu->os_index)) {
		hwloc_bitmap_free(set);
		snprintf(error, size, "no memory to bind to CPU %d: free some", cpu->os_index);
		return -1;
	}
	rc = hwloc_set_cpubind(topology->hwloc, set, HWLOC_CPUBIND_PROCESS | HWLOC_CPUBIND_STRICT);
	hwloc_bitmap_free(set);
	if (rc) {
		char list[MAX_CPU_LIST];

		cpu_list(topology->usable, list, sizeof(list));
		snprintf(error, size, "cannot bind to CPU %d (%s): choose one of %s", cpu->os_index,
			 strerror(errno), list);
		return -1;
	}
	if (bind_memory(topology, cpu->numa_node)) {
		snprintf(error, size,
			 "cannot bind memory to NUMA node %d (%s): allow it in the "
			 "cpuset or choose a CPU of another node",
			 cpu->numa_node, strerror(errno));
		return -1;
	}
	return 0;
}

static json_t *describe_caches(const struct topology *topology, int os_index)
{
	static const char *const types[] = {
		[HWLOC_OBJ_CACHE_UNIFIED] = "unified",
		[HWLOC_OBJ_CACHE_DATA] = "data",
		[HWLOC_OBJ_CACHE_INSTRUCTION] = "instruction",
	};
	json_t *caches = json_array();
	hwloc_obj_t obj;

	for (obj = hwloc_get_pu_obj_by_os_index(topology->hwloc, (unsigned int)os_index); obj;
	     obj = obj->parent) {
		const struct hwloc_cache_attr_s *cache = &obj->attr->cache;

		if (!hwloc_obj_type_is_cache(obj->type) || cache->type >= 3)
			continue;
		json_array_append_new(caches, json_pack("{si ss sI si si}", "level", (int)cache->depth,
							"type", types[cache->type], "bytes",
							(json_int_t)cache->size, "line", (int)cache->linesize,
							"shared_by", hwloc_bitmap_weight(obj->cpuset)));
	}
	return caches;
}

size_t topology_cache(const struct topology *topology, const struct cpu *cpu, unsigned int level)
{
	hwloc_obj_t obj = hwloc_get_pu_obj_by_os_index(topology->hwloc, (unsigned int)cpu->os_index);

	for (; obj; obj = obj->parent)
		if (hwloc_obj_type_is_dcache(obj->type) && obj->attr->cache.depth == level)
			return obj->attr->cache.size;
	return 0;
}

static json_t *describe_nodes(const struct topology *topology)
{
	json_t *nodes = json_array();
	char list[MAX_CPU_LIST];
	hwloc_obj_t obj = NULL;

	while ((obj = hwloc_get_next_obj_by_type(topology->hwloc, HWLOC_OBJ_NUMANODE, obj))) {
		cpu_list(obj->cpuset, list, sizeof(list));
		json_array_append_new(nodes,
				      json_pack("{sI sI ss}", "node", (json_int_t)obj->os_index, "bytes",
						(json_int_t)obj->attr->numanode.local_memory, "cpus", list));
	}
	return nodes;
}

static json_t *describe_kinds(const struct topology *topology)
{
	int nr = hwloc_cpukinds_get_nr(topology->hwloc, 0), kind, efficiency;
	hwloc_bitmap_t cpus = hwloc_bitmap_alloc();
	json_t *kinds = json_array();
	char list[MAX_CPU_LIST];

	for (kind = 0; cpus && kind < nr; kind++) {
		if (hwloc_cpukinds_get_info(topology->hwloc, (unsigned int)kind, cpus, &efficiency, NULL,
					    NULL, 0))
			continue;
		cpu_list(cpus, list, sizeof(list));
		json_array_append_new(kinds,
				      json_pack("{si ss so}", "kind", kind, "cpus", list, "performance",
						efficiency < 0 ? json_null() : json_integer(efficiency)));
	}
	hwloc_bitmap_free(cpus);
	return kinds;
}

json_t *topology_describe(const struct topology *topology, const struct cpu *cpu)
{
	hwloc_topology_t hwloc = topology->hwloc;
	hwloc_obj_t core = hwloc_get_pu_obj_by_os_index(hwloc, (unsigned int)cpu->os_index);
	char usable[MAX_CPU_LIST], isolated[MAX_CPU_LIST];

	while (core && core->type != HWLOC_OBJ_CORE)
		core = core->parent;
	cpu_list(topology->usable, usable, sizeof(usable));
	cpu_list(topology->isolated, isolated, sizeof(isolated));
	return json_pack("{sb si si si si ss ss so so so}", "this_machine",
			 hwloc_topology_is_thissystem(hwloc), "packages",
			 hwloc_get_nbobjs_by_type(hwloc, HWLOC_OBJ_PACKAGE), "cores",
			 hwloc_get_nbobjs_by_type(hwloc, HWLOC_OBJ_CORE), "cpus",
			 hwloc_get_nbobjs_by_type(hwloc, HWLOC_OBJ_PU), "smt",
			 core ? hwloc_bitmap_weight(core->cpuset) : 1, "usable", usable, "isolated", isolated,
			 "core_kinds", describe_kinds(topology), "caches",
			 describe_caches(topology, cpu->os_index), "numa_nodes", describe_nodes(topology));
}
