/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A kernel's world in memory from the heap, each part exactly as long as world_size() asks for. */
#ifndef FOLIOLAB_TESTS_KERNELS_TEST_WORLD_MEMORY_H
#define FOLIOLAB_TESTS_KERNELS_TEST_WORLD_MEMORY_H

#include <string.h>

#include "model/world.h"

struct test_world {
	struct world world;
	struct world_memory memory;
};

void test_world_init(struct test_world *test, const struct workload *load);
void test_world_free(struct test_world *test);

#endif
