// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One pass of every variant at two sizes, each through counted_pass(), which a
 * simulator is told to count. Prints one line for each such call, in order.
 * count_pass LIBRARY FUNCTION: of the stages of a lifted function instead, and
 * of the hand-written variants of its loop.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lift/kernel.h"

enum { FOLIOS = 4096, PAGE = 4096 };

/* a way through the loop that is counted by itself */
struct path {
	const char *kernel, *name;
	unsigned int promoted, refs, page_tables;
	bool lists; /* moves folios from list to list, so is counted with each configuration of lists */
};

static const struct path paths[] = {
	{ "inc_min_seq", "increment", 0, 0, 0, true },
	{ "inc_min_seq", "promoted", 1000, 0, 0, true },
	{ "walk", "one-table", 0, 0, 1, false },
	{ "walk", "two-tables", 0, 0, 2, false },
	{ "set_refs", "none", 0, 0, 0, false },
	{ "set_refs", "some", 0, 2, 0, false },
	{ "scan", "isolated", 0, 0, 0, true },
	{ "scan", "promoted", 1000, 0, 0, true },
	{ "scan", "protected", 0, 2, 0, true },
	{ "agetest", "write", 0, 0, 1, false },
	{ "cmpxchg", "all", 0, 0, 0, false },
	{ "list_move", "none-promoted", 0, 0, 0, true },
	{ "list_move", "half-promoted", 500, 0, 0, true },
	{ "counters", "all", 0, 0, 0, false },
	{ "prefetch", "all", 0, 0, 0, false },
	{ "latency", "all", 0, 0, 0, false },
	{ "bandwidth", "all", 0, 0, 0, false },
	{ "empty", "all", 0, 0, 0, false },
};

size_t counted_pass(pass_fn *pass, struct world *world);

/* what is counted: a call, and what is in it */
__attribute__((noinline, noclone)) size_t counted_pass(pass_fn *pass, struct world *world)
{
	size_t items = pass(world);

	asm volatile("" : "+r"(items));
	return items;
}

static void *pages(size_t bytes)
{
	size_t room = (bytes + PAGE) & ~(size_t)(PAGE - 1);
	void *start = aligned_alloc(PAGE, room);

	if (!start) {
		fputs("count_pass: out of memory\n", stderr);
		exit(EXIT_FAILURE);
	}
	return memset(start, 0, room);
}

static const char *count(const struct flavour *flavour, const struct kernel *kernel,
			 const struct variant *variant, const struct path *path, size_t folios)
{
	struct workload load = kernel->defaults;
	struct world_memory memory;
	struct world_size size;
	struct world world;
	size_t items, passes = 0;
	const char *broken;

	load.folios = folios;
	load.promoted_permille = path->promoted;
	load.refs = path->refs;
	load.page_tables = path->page_tables;
	size = world_size(&load);
	memory = (struct world_memory){ pages(size.pages), pages(size.tables), pages(size.lruvec),
					pages(size.order) };
	world_build(&world, &load, &memory);
	kernel->reset(&world);
	while (kernel->steady(&load) && passes < kernel->nr_leads) {
		variant->pass(&world);
		passes++;
	}
	items = counted_pass(variant->pass, &world);
	broken = kernel->check(&world, variant, passes + 1);
	printf("%s %s %s %s %zu %zu\n", kernel->name, flavour->name, variant->name, path->name, folios, items);
	free(memory.pages);
	free(memory.tables);
	free(memory.lruvec);
	free(memory.order);
	/* cppcheck-suppress returnDanglingLifetime ; it is a constant text, not the world */
	return broken;
}

static const char *count_twice(const struct flavour *flavour, const struct kernel *kernel,
			       const struct variant *variant, const struct path *path)
{
	const char *broken = count(flavour, kernel, variant, path, FOLIOS);

	return broken ? broken : count(flavour, kernel, variant, path, (size_t)2 * FOLIOS);
}

static const char *count_variants(const struct flavour *flavour, const struct path *path)
{
	const struct kernel *kernel = kernel_find(flavour, path->kernel);
	const char *broken = NULL;

	for (size_t k = 0; kernel && k < kernel->nr_variants && !broken; k++) {
		if (kernel->variants[k].extra && flavour != &flavours[0])
			continue;
		broken = count_twice(flavour, kernel, &kernel->variants[k], path);
	}
	return broken;
}

static const char *count_lifted(const char *library, const char *function)
{
	static struct lifted_kernel lifted; /* too large for a stack */
	const struct liftable *what = liftable_find(function);
	const char *broken = what ? lifted_load(&lifted, library, what->name, 0) : "no such function";

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]) && !broken; i++) {
		if (strcmp(paths[i].kernel, what->beside) != 0)
			continue;
		for (size_t k = 0; k < lifted.kernel.nr_variants && !broken; k++)
			broken = count_twice(&flavours[0], &lifted.kernel, &lifted.kernel.variants[k],
					     &paths[i]);
	}
	return broken;
}

static const char *count_all(void)
{
	const char *broken = NULL;

	/* as it is measured and, the rungs alone, with list checks; control copies are the same code */
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		for (size_t f = 0; f < (paths[i].lists ? nr_flavours : 1) && !broken; f += 2)
			if (!strcmp(flavours[f].atomics, flavours[0].atomics))
				broken = count_variants(&flavours[f], &paths[i]);
	/* a kernel that nobody thought of here would go uncounted */
	for (const struct kernel *const *kernel = flavours[0].kernels; *kernel && !broken; kernel++) {
		size_t found = 0;

		for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
			found += !strcmp(paths[i].kernel, (*kernel)->name);
		if (!found)
			broken = "a kernel has no path: add one to the table";
	}
	return broken;
}

int main(int argc, char **argv)
{
	const char *broken = argc == 3 ? count_lifted(argv[1], argv[2]) : count_all();

	if (broken)
		fprintf(stderr, "count_pass: %s\n", broken);
	return broken ? EXIT_FAILURE : EXIT_SUCCESS;
}
