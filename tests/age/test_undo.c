// SPDX-License-Identifier: GPL-2.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../drivers/fake_root.h"
#include "age/settings.h"
#include "age/undo.h"
#include "host/sysfile.h"

/* process 77 started at 4242; the 22nd field, behind a name that looks like fields */
#define STAT  "77 (a) S 1 2 (b) S 1 77 77 0 -1 4194560 1 0 0 0 1 2 3 4 20 0 1 0 4242 9 9\n"
#define OWNER "foliolab-age.77.4242"

static bool exists(const char *path)
{
	char full[PATH_MAX];

	snprintf(full, sizeof(full), "%s%s", fake_root, path);
	return !access(full, F_OK);
}

static void make_folder(const char *path)
{
	char full[PATH_MAX];

	snprintf(full, sizeof(full), "%s%s/x", path, "");
	fake_file(full, "");
	snprintf(full, sizeof(full), "%s%s/x", fake_root, path);
	assert_int_equal(remove(full), 0);
}

static int leftovers(void)
{
	char error[512] = "";
	int nr = undo_leftovers(fake_root, error, sizeof(error));

	assert_true(nr >= 0 || error[0]);
	assert_null(strchr(error, '\n'));
	return nr;
}

static void test_owner(void **state __attribute__((unused)))
{
	struct undo undo;

	assert_int_equal(undo_open(&undo, fake_root, 77), -1);
	fake_file("/proc/77/stat", STAT);
	assert_int_equal(undo_open(&undo, fake_root, 77), 0);
	assert_string_equal(undo.name, OWNER);
	fake_file("/proc/77/stat", "77 (a) S 1 2\n");
	assert_int_equal(undo_open(&undo, fake_root, 77), -1);
	fake_noise("/proc/77/stat", 2000);
	undo_open(&undo, fake_root, 77);
}

static void test_takes_back(void **state __attribute__((unused)))
{
	struct undo undo = { .sysroot = fake_root, .name = OWNER };
	char error[512] = "", text[64];

	make_folder("/run");
	make_folder("/cg/" OWNER);
	fake_file("/big disk/" OWNER ".swap", "swap");
	fake_file(LRU_GEN_ENABLED, "y");
	assert_int_equal(undo_note(&undo, UNDO_SETTING, LRU_GEN_ENABLED, "0x0003", error, sizeof(error)), 0);
	/* noted twice, by the changes before: the first value stands */
	assert_int_equal(undo_note(&undo, UNDO_SETTING, LRU_GEN_ENABLED, "0x0007", error, sizeof(error)), 0);
	assert_int_equal(undo_note(&undo, UNDO_SWAP, "/big disk/" OWNER ".swap", NULL, error, sizeof(error)),
			 0);
	assert_int_equal(undo_note(&undo, UNDO_MEMCG, "/cg/" OWNER, NULL, error, sizeof(error)), 0);
	/* noted, and then never made */
	assert_int_equal(undo_note(&undo, UNDO_MEMCG, "/nowhere/" OWNER, NULL, error, sizeof(error)), 0);
	assert_true(exists("/run/" OWNER));

	assert_int_equal(undo_all(&undo, error, sizeof(error)), 0);
	assert_false(exists("/cg/" OWNER));
	assert_false(exists("/big disk/" OWNER ".swap"));
	assert_true(exists("/big disk"));
	assert_false(exists("/run/" OWNER));
	assert_true(sysfile_text(fake_root, text, sizeof(text), LRU_GEN_ENABLED));
	assert_string_equal(text, "0x0003");
	/* once more there is nothing to do */
	assert_int_equal(undo_all(&undo, error, sizeof(error)), 0);
}

static void test_names_that_cannot_be_noted(void **state __attribute__((unused)))
{
	struct undo undo = { .sysroot = fake_root, .name = OWNER };
	char error[512] = "";

	make_folder("/run");
	assert_int_equal(undo_note(&undo, UNDO_SWAP, "/a\nb/" OWNER ".swap", NULL, error, sizeof(error)), -1);
	assert_true(error[0]);
	assert_false(exists("/run/" OWNER));
	/* no folder to note it in: it must not be done */
	undo.sysroot = "/nonexistent";
	assert_int_equal(undo_note(&undo, UNDO_MEMCG, "/cg/" OWNER, NULL, error, sizeof(error)), -1);
}

/* only what belongs to a process that is gone */
static void test_leftovers(void **state __attribute__((unused)))
{
	fake_file("/run/" OWNER, "memcg - /cg/" OWNER "\n");
	make_folder("/cg/" OWNER);
	fake_file("/proc/77/stat", STAT);
	assert_int_equal(leftovers(), 0);
	assert_true(exists("/cg/" OWNER));

	/* another process has its number now */
	fake_file("/proc/77/stat", "77 (a) S 1 77 77 0 -1 4194560 1 0 0 0 1 2 3 4 20 0 1 0 5000 9 9\n");
	assert_int_equal(leftovers(), 1);
	assert_false(exists("/cg/" OWNER));
	assert_false(exists("/run/" OWNER));
	assert_int_equal(leftovers(), 0);
}

/* half a line at the end was not done, so there is nothing to take back */
static void test_half_a_line(void **state __attribute__((unused)))
{
	make_folder("/cg/" OWNER);
	make_folder("/cg2/" OWNER);
	fake_file("/run/" OWNER, "memcg - /cg/" OWNER "\nmemcg - /cg2/" OWNER);
	assert_int_equal(leftovers(), 1);
	assert_false(exists("/cg/" OWNER));
	assert_true(exists("/cg2/" OWNER));
}

static void test_other_files_in_run(void **state __attribute__((unused)))
{
	static const char *const others[] = { "/run/foliolab-age.77", "/run/foliolab-age.77.4242.pid",
					      "/run/foliolab-age.x.1", "/run/foliolab-age..1",
					      "/run/sshd.pid" };

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		fake_file(others[i], "memcg - /cg/" OWNER "\n");
	make_folder("/cg/" OWNER);
	assert_int_equal(leftovers(), 0);
	assert_true(exists("/cg/" OWNER));
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		assert_true(exists(others[i]));
}

/* whatever a file says, nothing is touched that is not the owner's by its name, or a setting of ours */
static void test_hostile_notes(void **state __attribute__((unused)))
{
	static const char *const notes[] = {
		"memcg - /cg/other\n",
		"memcg - /cg/foliolab-age.77.4243\n",
		"memcg - foliolab-age.77.4242\n",
		"swap - /etc/passwd\n",
		"swap - /x/foliolab-age.77.4242.swap.not\n",
		"socket - /etc/passwd\n",
		"mount - /home\n",
		"setting 1 /proc/sys/kernel/panic\n",
		"setting 1 /sys/fs/cgroup/../../../etc/cgroup.subtree_control\n",
		"rm - /etc/passwd\n",
		"memcg\n",
		"\n",
		"memcg - \n",
	};

	fake_file("/etc/passwd", "root");
	fake_file("/etc/cgroup.subtree_control", "root");
	fake_file("/proc/sys/kernel/panic", "0");
	make_folder("/cg/other");
	make_folder("/cg/foliolab-age.77.4243");
	make_folder("/sys/fs/cgroup");
	for (size_t i = 0; i < sizeof(notes) / sizeof(notes[0]); i++) {
		char text[16];

		fake_file("/run/" OWNER, notes[i]);
		assert_int_equal(leftovers(), -1);
		assert_true(exists("/cg/other") && exists("/cg/foliolab-age.77.4243") && exists("/etc/passwd"));
		sysfile_text(fake_root, text, sizeof(text), "/proc/sys/kernel/panic");
		assert_string_equal(text, "0");
		sysfile_text(fake_root, text, sizeof(text), "/etc/cgroup.subtree_control");
		assert_string_equal(text, "root");
	}
	fake_noise("/run/" OWNER, 100000);
	assert_int_equal(leftovers(), -1);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, fake_make, fake_destroy)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_owner),         TEST(test_takes_back),  TEST(test_names_that_cannot_be_noted),
		TEST(test_leftovers),     TEST(test_half_a_line), TEST(test_other_files_in_run),
		TEST(test_hostile_notes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
