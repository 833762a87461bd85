// SPDX-License-Identifier: GPL-2.0-or-later
/* Page faults and context switches inside a pass: what they fell into is in no figure. */
#include <sys/mman.h>
#include <unistd.h>

#include "fake_kernel.h"

static void sleep_a_moment(void)
{
	usleep(100);
}

static void take_page_fault(void)
{
	const size_t bytes = 4096;
	volatile char *page = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_true(page != MAP_FAILED);
	page[0] = 1;
	munmap((void *)page, bytes);
}

static const struct sample *sample_of(uint32_t entry)
{
	for (size_t i = 0; i < nr; i++)
		if (samples[i].entry == entry)
			return &samples[i];
	fail_msg("entry %u has no sample", entry);
	return NULL;
}

static void test_disturbed(void **unused)
{
	(void)unused;
	open_bench(10);
	fake.plant = take_page_fault;
	assert_null(one_round(true));
	assert_int_equal(nr, FAKE_ENTRIES);
	assert_true(sample_of(1)->page_faults >= PASSES);
	assert_int_equal(sample_of(1)->passes, 0);
	assert_int_equal(sample_of(1)->left_out, 1);
	fake.plant = sleep_a_moment;
	assert_null(one_round(true));
	assert_true(sample_of(1)->context_switches >= PASSES);
	assert_int_equal(sample_of(1)->passes, 0);
	assert_int_equal(sample_of(1)->left_out, 1);
}

static void fault_once(void)
{
	if (fake.passes[1] % PASSES == 3)
		take_page_fault();
}

/* one pass of six: it alone is lost */
static void test_disturbed_once(void **unused)
{
	uint32_t most = 0;

	(void)unused;
	open_bench(15);
	fake.plant = fault_once;
	for (int round = 0; round < 100; round++) {
		assert_null(one_round(true));
		assert_true(sample_of(1)->passes < PASSES);
		most = sample_of(1)->passes > most ? sample_of(1)->passes : most;
	}
	assert_int_equal(most, PASSES - 1);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_disturbed, fresh, closed),
		cmocka_unit_test_setup_teardown(test_disturbed_once, fresh, closed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
