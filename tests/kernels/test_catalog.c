// SPDX-License-Identifier: GPL-2.0-or-later
/* Every kernel, variant and flavour over random workloads: what a pass leaves passes the kernel's own check. */
#include "kernel.h"
#include "model/random.h"
#include "test.h"
#include "test_world_memory.h"

#ifndef LOADS
#define LOADS BY_LOT(120)
#endif
enum { PASSES = 6 };

static void draw_load(struct workload *load, bool aged_by_itself, uint64_t *random)
{
	static const size_t folios[] = { 1, 2, 3, 17, 64, 1000, 4095, 4096, 4097, 9000 };
	static const unsigned int permille[] = { 0, 0, 1, 100, 500, 1000 };

	load->folios = folios[random_below(random, LENGTH(folios))];
	load->folio_order = load->folios <= 64 && random_below(random, 3) == 0 ? MAX_FOLIO_ORDER : 0;
	load->layout = (enum layout)random_below(random, LAYOUT_RUNS + 1);
	load->run_length = 1 + random_below(random, 40);
	load->zones = 1 + (unsigned int)random_below(random, MAX_NR_ZONES);
	load->type = (unsigned int)random_below(random, ANON_AND_FILE);
	load->page_tables = load->page_tables ? 1 + (unsigned int)random_below(random, 3) : 0;
	load->seed = random_next(random);
	if (load->batch_length)
		load->batch_length = 1 + (unsigned int)random_below(
						 random, random_below(random, 2) ? 9 : MAX_LRU_BATCH);
	if (aged_by_itself)
		return;
	load->promoted_permille = permille[random_below(random, LENGTH(permille))];
	load->promoted_pattern = (enum promoted_pattern)random_below(random, PROMOTED_ALTERNATING + 1);
	load->young_permille = (unsigned int)random_below(random, 3) * 500;
	load->refs = (unsigned int)random_below(random, 5);
}

static void run_passes(const struct kernel *kernel, const struct variant *variant, struct world *world)
{
	const struct workload *load = &world->load;
	size_t passes = kernel->steady(load) ? PASSES : 1;

	kernel->reset(world);
	assert_int_equal(world->passes, 0);
	for (size_t pass = 1; pass <= passes; pass++) {
		variant->pass(world);
		assert_whole(
			kernel->check(world, variant, pass),
			"%s %s, pass %zu: %zu folios, order %u, layout %d, promoted %u by pattern %d, zones %u, "
			"type %u, refs %u, young %u, batches of %u",
			kernel->name, variant->name, pass, load->folios, load->folio_order, load->layout,
			load->promoted_permille, load->promoted_pattern, load->zones, load->type, load->refs,
			load->young_permille, load->batch_length);
	}
	assert_int_equal(world->lruvec->lock, 0);
}

static void run_kernel(const struct kernel *kernel, size_t loads)
{
	bool aged_by_itself = !strcmp(kernel->name, "agetest");
	uint64_t random = 12;
	size_t ran = 0;

	for (size_t i = 0; i < loads; i++) {
		struct workload load = kernel->defaults;
		struct test_world test;

		draw_load(&load, aged_by_itself, &random);
		if (kernel->refuses && kernel->refuses(&load))
			continue;
		test_world_init(&test, &load);
		world_place(&test.world, &test.memory, random_below(&random, MAX_DATA_OFFSET / LINE) * LINE);
		for (size_t k = 0; k < kernel->nr_variants; k++)
			run_passes(kernel, &kernel->variants[k], &test.world);
		test_world_free(&test);
		ran++;
	}
	assert_true(ran >= loads / 2);
}

static void test_kernel(void **state)
{
	const char *name = *state;

	for (size_t flavour = 0; flavour < nr_flavours; flavour++)
		if (flavour_runs(&flavours[flavour]))
			run_kernel(kernel_find(&flavours[flavour], name), LOADS);
}

static void compare_kernels(const struct kernel *one, const struct kernel *other)
{
	assert_string_equal(one->name, other->name);
	assert_int_equal(one->nr_variants, other->nr_variants);
	for (size_t i = 0; i < one->nr_variants; i++) {
		assert_string_equal(one->variants[i].name, other->variants[i].name);
		assert_ptr_equal(kernel_variant(one, one->variants[i].name), &one->variants[i]);
		assert_true(!one->variants[i].contended || one->companion);
		/* the same text, and not the same code */
		assert_ptr_not_equal(one->variants[i].pass, other->variants[i].pass);
	}
	assert_true(one->nr_leads <= MAX_LEADS);
	assert_null(kernel_variant(one, "no such variant"));
}

/* all flavours hold the same kernels, and behind each stands its control copy */
static void test_flavours(void **unused)
{
	const struct flavour *plain = &flavours[0];

	(void)unused;
	assert_true(nr_flavours >= 2 && nr_flavours % 2 == 0);
	assert_string_equal(plain->name, "plain");
	assert_string_equal(flavours[1].name, "control");
	assert_null(kernel_find(plain, "no such kernel"));
	for (size_t i = 1; i < nr_flavours; i++) {
		size_t k;

		for (k = 0; plain->kernels[k]; k++) {
			assert_ptr_equal(kernel_find(&flavours[i], plain->kernels[k]->name),
					 flavours[i].kernels[k]);
			compare_kernels(plain->kernels[k], flavours[i].kernels[k]);
		}
		assert_null(flavours[i].kernels[k]);
	}
}

int main(void)
{
	struct CMUnitTest tests[32] = { cmocka_unit_test(test_flavours) };
	size_t nr = 1;

	for (const struct kernel *const *kernel = flavours[0].kernels; *kernel && nr < LENGTH(tests); kernel++)
		tests[nr++] = (struct CMUnitTest){
			.name = (*kernel)->name,
			.test_func = test_kernel,
			.initial_state = (void *)(uintptr_t)(*kernel)->name,
		};
	return _cmocka_run_group_tests("catalog", tests, nr, NULL, NULL);
}
