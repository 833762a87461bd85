// SPDX-License-Identifier: GPL-2.0-or-later
/* The CPUs that may be used and the core kinds, for CMake: "kinds;CPU;CPU..." */
#include <stdio.h>

#include "host/topology.h"

enum { MOST = 4096 };

int main(void)
{
	struct topology *topology;
	char error[1024];
	int cpus[MOST];
	size_t nr;

	if (topology_open(&topology, "", error, sizeof(error))) {
		fprintf(stderr, "%s\n", error);
		return 1;
	}
	nr = topology_usable(topology, cpus, MOST);
	printf("%d", topology_kinds(topology));
	for (size_t i = 0; i < nr && i < MOST; i++)
		printf(";%d", cpus[i]);
	topology_close(topology);
	return 0;
}
