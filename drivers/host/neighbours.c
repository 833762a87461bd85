// SPDX-License-Identifier: GPL-2.0-or-later
/* CPUs for threads beside the one that measures: topology_companions(). */
#include "host/topology.h"
#include "host/topology_internal.h"

static hwloc_obj_t core_of(hwloc_obj_t pu)
{
	hwloc_obj_t core = pu;

	while (core && core->type != HWLOC_OBJ_CORE)
		core = core->parent;
	/* where nothing is known of cores, each hardware thread is one */
	return core ? core : pu;
}

/* whether an earlier usable hardware thread of its core, or the one that measures, has the core already */
static bool core_taken(const struct topology *topology, hwloc_obj_t pu, hwloc_obj_t measuring)
{
	hwloc_obj_t core = core_of(pu), other = NULL;

	if (core == core_of(measuring))
		return true;
	while ((other = hwloc_get_next_obj_inside_cpuset_by_type(topology->hwloc, core->cpuset, HWLOC_OBJ_PU,
								 other)))
		if (hwloc_bitmap_isset(topology->usable, other->os_index))
			return other != pu;
	return false;
}

/* depth of what the two have in common: the deeper, the nearer */
static int nearness(const struct topology *topology, hwloc_obj_t one, hwloc_obj_t other)
{
	return hwloc_get_common_ancestor_obj(topology->hwloc, one, other)->depth;
}

size_t topology_companions(const struct topology *topology, const struct cpu *cpu, enum place place, bool smt,
			   uint32_t *cpus, size_t room)
{
	hwloc_topology_t hwloc = topology->hwloc;
	hwloc_obj_t measuring = hwloc_get_pu_obj_by_os_index(hwloc, (unsigned int)cpu->os_index);
	int deepest = hwloc_topology_get_depth(hwloc);
	size_t nr = 0;

	for (int step = 0; measuring && step < deepest; step++) {
		int wanted = place == PLACE_NEAR ? deepest - 1 - step : step;
		hwloc_obj_t pu = NULL;

		while (nr < room && (pu = hwloc_get_next_obj_by_type(hwloc, HWLOC_OBJ_PU, pu))) {
			if (pu == measuring || nearness(topology, pu, measuring) != wanted ||
			    !hwloc_bitmap_isset(topology->usable, pu->os_index))
				continue;
			if (smt || !core_taken(topology, pu, measuring))
				cpus[nr++] = pu->os_index;
		}
	}
	return nr;
}
