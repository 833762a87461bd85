// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/memory.h"
#include "host/smaps.h"
#include "host/sysfile.h"

static const size_t two = (size_t)2 * HUGE_PAGE, three = (size_t)3 * HUGE_PAGE;

static void check_region(const struct region *region, size_t bytes)
{
	size_t i;

	assert_int_equal((uintptr_t)region->start % HUGE_PAGE, 0);
	assert_int_equal(region->bytes, bytes);
	for (i = 0; i < bytes; i++)
		if (region->start[i])
			fail_msg("byte %zu is not zero", i);
	region->start[0] = 1;
	region->start[bytes - 1] = 1;
}

static void test_map(void **state __attribute__((unused)))
{
	struct region region;

	assert_int_equal(region_map(&region, three), 0);
	check_region(&region, three);
	region_unmap(&region);
	assert_null(region.mapping);
	region_unmap(&region);
}

static void test_rounds_up(void **state __attribute__((unused)))
{
	struct region region;

	assert_int_equal(region_map(&region, 1), 0);
	check_region(&region, HUGE_PAGE);
	region_unmap(&region);
}

/* neighbours must not be merged into one mapping: each is verified by itself */
static void test_neighbours(void **state __attribute__((unused)))
{
	struct region region[4];
	struct smaps smaps;
	FILE *stream;
	size_t i;

	for (i = 0; i < 4; i++)
		assert_int_equal(region_map(&region[i], HUGE_PAGE), 0);
	for (i = 0; i < 4; i++) {
		stream = fopen("/proc/self/smaps", "r");
		if (!stream)
			skip();
		assert_true(smaps_find(stream, (uintptr_t)region[i].start, HUGE_PAGE, &smaps));
		fclose(stream);
		assert_int_equal(region[i].page_size == HUGE_PAGE,
				 smaps.huge == HUGE_PAGE || smaps.page_size == HUGE_PAGE);
	}
	for (i = 0; i < 4; i++)
		region_unmap(&region[i]);
}

static void test_huge_pages(void **state __attribute__((unused)))
{
	struct region region;
	char mode[32];

	if (!sysfile_chosen("", "/sys/kernel/mm/transparent_hugepage/enabled", mode, sizeof(mode)) ||
	    !strcmp(mode, "never") || sysconf(_SC_PAGESIZE) != SMALL_PAGE)
		skip();
	assert_int_equal(region_map(&region, two), 0);
	/* memory may be too fragmented; that is for the caller to report, not a fault of ours */
	if (region.page_size != HUGE_PAGE) {
		region_unmap(&region);
		skip();
	}
	region_unmap(&region);
}

static size_t free_pool_pages(void)
{
	int64_t pages;

	return sysfile_number("", "/sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages", &pages) ?
		       (size_t)pages :
		       0;
}

static void test_small_pages_are_reported(void **state __attribute__((unused)))
{
	struct region region;

	if (free_pool_pages() || sysconf(_SC_PAGESIZE) != SMALL_PAGE || prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0))
		skip();
	assert_int_equal(region_map(&region, two), 0);
	prctl(PR_SET_THP_DISABLE, 0, 0, 0, 0);
	assert_int_equal(region.page_size, SMALL_PAGE);
	check_region(&region, two);
	region_unmap(&region);
}

static void test_pool(void **state __attribute__((unused)))
{
	struct region region;

	if (free_pool_pages() < 2 || prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0))
		skip();
	assert_int_equal(region_map(&region, two), 0);
	prctl(PR_SET_THP_DISABLE, 0, 0, 0, 0);
	assert_int_equal(region.page_size, HUGE_PAGE);
	check_region(&region, two);
	region_unmap(&region);
}

static void test_too_much(void **state __attribute__((unused)))
{
	struct region region;

	errno = 0;
	assert_int_equal(region_map(&region, (size_t)1 << 46), -1);
	assert_int_equal(errno, ENOMEM);
	assert_int_equal(region_map(&region, SIZE_MAX), -1);
	assert_int_equal(errno, ENOMEM);
	assert_int_equal(region_map(&region, SIZE_MAX - HUGE_PAGE), -1);
	assert_int_equal(errno, ENOMEM);
	assert_int_equal(region_map(&region, 0), -1);
	assert_int_equal(errno, EINVAL);
	assert_null(region.mapping);
}

static void test_guards(void **state __attribute__((unused)))
{
	struct region region;
	int i, status;
	pid_t child;

	assert_int_equal(region_map(&region, HUGE_PAGE), 0);
	for (i = 0; i < 2; i++) {
		volatile char *beside = i ? region.start + HUGE_PAGE : region.start - 1;

		uintptr_t page = (uintptr_t)beside & ~(uintptr_t)(SMALL_PAGE - 1);

		child = fork();
		if (!child) {
			signal(SIGSEGV, SIG_DFL);
			*beside = 1;
			_exit(0);
		}
		assert_int_equal(waitpid(child, &status, 0), child);
		assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
		/* part of our own mapping, so nobody else's memory can come to be there; where none is, this fails */
		assert_int_equal(mprotect((void *)page, SMALL_PAGE, PROT_NONE), 0);
	}
	region_unmap(&region);
}

static bool find(const char *text, size_t length, uintptr_t start, size_t bytes, struct smaps *smaps)
{
	FILE *stream = fmemopen((void *)(uintptr_t)text, length, "r");
	bool found;

	assert_non_null(stream);
	found = smaps_find(stream, start, bytes, smaps);
	fclose(stream);
	return found;
}

static void test_smaps(void **state __attribute__((unused)))
{
	static const char text[] = "1000-3000 rw-p 00000000 00:00 0 [heap]\n"
				   "KernelPageSize:        4 kB\nAnonHugePages:      8 kB\n"
				   "400000-800000 rw-p 00000000 00:00 0 \n"
				   "Size:               4096 kB\nKernelPageSize:        4 kB\n"
				   "AnonHugePages:      4096 kB\nVmFlags: rd wr mr mw me ac hg\n"
				   "800000-900000 ---p 00000000 00:00 0 \nAnonHugePages:      2 kB\n";
	struct smaps smaps;

	assert_true(find(text, strlen(text), 0x400000, 0x400000, &smaps));
	assert_int_equal(smaps.huge, 4 << 20);
	assert_int_equal(smaps.page_size, 4096);
	/* a mapping that is larger, or begins elsewhere, is not ours */
	assert_false(find(text, strlen(text), 0x400000, 0x200000, &smaps));
	assert_false(find(text, strlen(text), 0x401000, 0x3ff000, &smaps));
	assert_int_equal(smaps.huge, 0);
}

static void test_odd_smaps(void **state __attribute__((unused)))
{
	static const char *const texts[] = {
		"\n",
		"-",
		"400000",
		"400000-",
		"400000-600000",
		"400000-600000 ",
		"0x400000-600000 rw\nAnonHugePages: 2048 kB",
		"-1--1 rw\n",
		"400000-600000 x\nAnonHugePages:",
		"400000-600000 x\nAnonHugePages: -2048 kB\n",
		"400000-600000 x\nAnonHugePages: 99999999999999999999999 kB\n",
		"400000-600000 x\nAnonHugePages: 18446744073709551615 kB\n",
		"ffffffffffffffffffffff-0 x\n",
		"600000-400000 x\nAnonHugePages: 2048 kB\n",
	};
	struct smaps smaps;
	char *noise;
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		find(texts[i], strlen(texts[i]), 0x400000, 0x200000, &smaps);
		assert_int_equal(smaps.huge, 0);
	}
	noise = malloc(1 << 20);
	assert_non_null(noise);
	for (i = 0; i < 1 << 20; i++)
		noise[i] = (char)(i * 41 + (i >> 10));
	assert_false(find(noise, 1 << 20, 0x400000, 0x200000, &smaps));
	memset(noise, 'a', 1 << 20);
	assert_false(find(noise, 1 << 20, 0x400000, 0x200000, &smaps));
	free(noise);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_map),
		cmocka_unit_test(test_rounds_up),
		cmocka_unit_test(test_neighbours),
		cmocka_unit_test(test_huge_pages),
		cmocka_unit_test(test_small_pages_are_reported),
		cmocka_unit_test(test_pool),
		cmocka_unit_test(test_too_much),
		cmocka_unit_test(test_guards),
		cmocka_unit_test(test_smaps),
		cmocka_unit_test(test_odd_smaps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
