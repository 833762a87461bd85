// SPDX-License-Identifier: GPL-2.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../drivers/fake_root.h"
#include "age/needs.h"
#include "age/settings.h"
#include "host/sysfile.h"

static struct needs wanted(void)
{
	return (struct needs){ .sysroot = fake_root, .root = true, .bytes = 64 << 20 };
}

/* a machine on which nothing is missing */
static void make_machine(void)
{
	fake_file(LRU_GEN_ENABLED, "0x0007\n");
	fake_file("/proc/self/mounts", "none /dev\\040x tmpfs rw 0 0\n"
				       "debugfs /sys/kernel/debug debugfs rw,nosuid 0 0\n"
				       "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n");
	fake_file("/sys/kernel/debug/lru_gen", "");
	fake_file("/sys/fs/cgroup/cgroup.controllers", "cpuset cpu io memory pids\n");
	fake_file("/sys/fs/cgroup" SUBTREE, "memory pids\n");
	fake_file("/proc/meminfo",
		  "MemTotal:  1000000 kB\nMemAvailable:   900000 kB\nSwapFree:     4096 kB\n");
	fake_file(THP_ANON, "always [madvise] never\n");
	fake_file(THP_SHMEM, "always within_size [advise] never deny force\n");
}

/* what is missing, all in one */
static const char *missing(const struct needs *needs)
{
	static char text[MAX_NEEDS * 2 * (NEED_WORDS + 2)];
	struct need need[MAX_NEEDS];
	size_t nr = needs_missing(needs, need);
	FILE *out;

	assert_true(nr <= MAX_NEEDS);
	text[0] = '\0';
	out = fmemopen(text, sizeof(text), "w");
	assert_non_null(out);
	for (size_t i = 0; i < nr; i++) {
		assert_null(strpbrk(need[i].what, "\n\r\t\033"));
		assert_true(need[i].what[0] && need[i].remedy[0]);
		fprintf(out, "%s: %s\n", need[i].what, need[i].remedy);
	}
	fclose(out);
	return text;
}

static void expect(const struct needs *needs, const char *line)
{
	assert_string_equal(missing(needs), line);
}

static void test_nothing(void **state __attribute__((unused)))
{
	struct needs needs = wanted();

	make_machine();
	expect(&needs, "");
	needs.huge = true;
	expect(&needs, "");
	needs.map = MAP_OF_TMPFS;
	expect(&needs, "");
}

/* without the kernel or the right there is no more to say */
static void test_alone(void **state __attribute__((unused)))
{
	struct needs needs = wanted();

	expect(&needs, "this kernel has no multi-gen LRU: boot one with CONFIG_LRU_GEN=y\n");
	fake_file(LRU_GEN_ENABLED, "0x0000\n");
	needs.root = false;
	expect(&needs, "memcgs and debugfs are root's: run it with sudo\n");
}

static void test_enabled(void **state __attribute__((unused)))
{
	struct needs needs = wanted();

	make_machine();
	fake_file(LRU_GEN_ENABLED, "0x0000\n");
	assert_non_null(strstr(missing(&needs), "is off (lru_gen/enabled): echo y > " LRU_GEN_ENABLED));
	fake_file(LRU_GEN_ENABLED, "0x0001\n");
	assert_non_null(strstr(missing(&needs), "walks no page tables"));
	fake_file(LRU_GEN_ENABLED, "0x0003\n");
	expect(&needs, "");
	/* no number: no multi-gen LRU that we know */
	fake_noise(LRU_GEN_ENABLED, 5000);
	assert_non_null(strstr(missing(&needs), "no multi-gen LRU"));
}

static void test_mounts(void **state __attribute__((unused)))
{
	struct needs needs = wanted();
	char where[64];

	make_machine();
	fake_file("/proc/self/mounts", "");
	assert_non_null(strstr(missing(&needs), "debugfs is not mounted: mount -t debugfs"));
	assert_non_null(strstr(missing(&needs), "cgroup version 2 is not mounted"));
	fake_noise("/proc/self/mounts", 100000);
	assert_non_null(strstr(missing(&needs), "debugfs is not mounted"));
	fake_file("/proc/self/mounts", "debugfs /a\\040b\\134 debugfs rw 0 0\ncgroup2 /c\\04");
	assert_true(mount_find(fake_root, "debugfs", where, sizeof(where)));
	assert_string_equal(where, "/a b\\");
	assert_false(mount_find(fake_root, "debugfs", where, 5));
	assert_false(mount_find(fake_root, "cgroup2", where, sizeof(where)));
	assert_non_null(strstr(missing(&needs), "debugfs has no lru_gen"));
}

static void test_controller(void **state __attribute__((unused)))
{
	struct needs needs = wanted();

	make_machine();
	fake_file("/sys/fs/cgroup" SUBTREE, "memory.not pids\n");
	assert_non_null(strstr(missing(&needs),
			       "is off (cgroup.subtree_control): echo +memory > /sys/fs/cgroup" SUBTREE));
	fake_file("/sys/fs/cgroup/cgroup.controllers", "cpu\n");
	assert_non_null(strstr(missing(&needs), "has no memory controller: boot with"));
}

static void test_swap(void **state __attribute__((unused)))
{
	struct needs needs = wanted();

	make_machine();
	fake_file("/proc/meminfo", "SwapFree:      255 kB\n");
	assert_non_null(strstr(missing(&needs), "no free swap"));
	needs.swapped = 256 << 10;
	expect(&needs, "less swap is free than the load will take: give --swapfile FOLDER with room for 0M\n");
	needs.swapped = 255 << 10;
	expect(&needs, "");
	needs.swapped = 0;
	needs.swap = true;
	expect(&needs, "");
	needs.swap = false;
	fake_file("/proc/meminfo", "SwapFree: 99999999999999999999 kB\n");
	assert_non_null(strstr(missing(&needs), "no free swap"));
}

static void test_huge_pages_and_memory(void **state __attribute__((unused)))
{
	struct needs needs = wanted();

	make_machine();
	fake_file(THP_ANON, "always madvise [never]\n");
	expect(&needs, "");
	needs.huge = true;
	assert_non_null(
		strstr(missing(&needs), "huge pages are off for that memory: echo madvise > " THP_ANON));
	needs.map = MAP_OF_TMPFS;
	expect(&needs, "");
	fake_file(THP_SHMEM, "always within_size advise never [deny] force\n");
	assert_non_null(strstr(missing(&needs), "echo advise > " THP_SHMEM));
	needs.huge = false;
	needs.bytes = UINT64_C(1) << 40;
	expect(&needs, "not that much memory is available: give --bytes below 878M\n");
}

static void expect_text(const char *path, const char *text)
{
	char found[256];

	sysfile_text(fake_root, found, sizeof(found), "%s", path);
	assert_string_equal(found, text);
}

/* what is missing is set up, and comes back as it was */
static void test_set_up(void **state __attribute__((unused)))
{
	struct needs needs = wanted();
	struct undo undo = { .sysroot = fake_root, .name = "foliolab-age.1.2" };
	char error[256] = "";

	make_machine();
	fake_file("/run/other", "");
	fake_file(LRU_GEN_ENABLED, "0x0000\n");
	fake_file("/sys/fs/cgroup" SUBTREE, "pids\n");
	fake_file(THP_ANON, "always madvise [never]\n");
	needs.huge = true;
	assert_int_equal(needs_set_up(&needs, &undo, error, sizeof(error)), 0);
	expect_text(LRU_GEN_ENABLED, "y");
	expect_text("/sys/fs/cgroup" SUBTREE, "+memory");
	expect_text(THP_ANON, "madvise");
	assert_int_equal(undo_all(&undo, error, sizeof(error)), 0);
	expect_text(LRU_GEN_ENABLED, "0x0000");
	expect_text("/sys/fs/cgroup" SUBTREE, "-memory");
	expect_text(THP_ANON, "never");
}

/* what is as it must be is not written to, and nothing is noted */
static void test_nothing_to_set_up(void **state __attribute__((unused)))
{
	struct needs needs = wanted();
	struct undo undo = { .sysroot = fake_root, .name = "foliolab-age.1.2" };
	char error[256] = "", notes[256];

	make_machine();
	fake_file("/run/other", "");
	assert_int_equal(needs_set_up(&needs, &undo, error, sizeof(error)), 0);
	expect_text(LRU_GEN_ENABLED, "0x0007");
	expect_text("/sys/fs/cgroup" SUBTREE, "memory pids");
	assert_false(sysfile_text(fake_root, notes, sizeof(notes), "/run/%s", undo.name));
	/* nor without the kernel or the right */
	fake_file(LRU_GEN_ENABLED, "0x0000\n");
	needs.root = false;
	assert_int_equal(needs_set_up(&needs, &undo, error, sizeof(error)), 0);
	expect_text(LRU_GEN_ENABLED, "0x0000");
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, fake_make, fake_destroy)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_nothing),
		TEST(test_alone),
		TEST(test_enabled),
		TEST(test_mounts),
		TEST(test_controller),
		TEST(test_swap),
		TEST(test_huge_pages_and_memory),
		TEST(test_set_up),
		TEST(test_nothing_to_set_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
