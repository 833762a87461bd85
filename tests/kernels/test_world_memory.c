// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdlib.h>

#include "test_world_memory.h"

static void *zeroed_pages(size_t bytes)
{
	void *memory = NULL;

	/* not rounded up, so that a sanitizer sees the first byte behind it */
	if (bytes && posix_memalign(&memory, 4096, bytes))
		abort();
	if (memory)
		memset(memory, 0, bytes);
	return memory;
}

void test_world_init(struct test_world *test, const struct workload *load)
{
	struct world_size size = world_size(load);

	test->memory = (struct world_memory){
		.pages = zeroed_pages(size.pages),
		.tables = zeroed_pages(size.tables),
		.lruvec = zeroed_pages(size.lruvec),
		.order = zeroed_pages(size.order),
	};
	world_build(&test->world, load, &test->memory);
}

void test_world_free(struct test_world *test)
{
	free(test->memory.pages);
	free(test->memory.tables);
	free(test->memory.lruvec);
	free(test->memory.order);
}
