// SPDX-License-Identifier: GPL-2.0-or-later
/* The results folder: what is in it, when it is refused, and a disk that is full. */
#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "fixture.h"
#include "output/results.h"

static char *join(const char *folder, const char *name)
{
	char *path;

	assert_true(asprintf(&path, "%s/%s", folder, name) > 0);
	return path;
}

/* contents of a file, to be freed */
static char *contents(const char *folder, const char *name)
{
	char *path = join(folder, name), *text = NULL;
	FILE *file = fopen(path, "r");
	size_t room = 0;

	assert_non_null(file);
	if (getdelim(&text, &room, '\0', file) < 0) {
		free(text);
		text = strdup("");
	}
	fclose(file);
	free(path);
	return text;
}

static size_t entries(const char *folder)
{
	DIR *dir = opendir(folder);
	size_t nr = 0;

	assert_non_null(dir);
	while (readdir(dir))
		nr++;
	closedir(dir);
	return nr - 2;
}

static void assert_complete(const char *folder, bool complete)
{
	char *text = contents(folder, "environment.json");
	json_t *environment = json_loads(text, 0, NULL);

	assert_non_null(environment);
	assert_true(json_boolean_value(json_object_get(environment, "complete")) == complete);
	assert_string_equal(json_string_value(json_object_get(environment, "cpu_name")), "Fake \"CPU\"");
	json_decref(environment);
	free(text);
}

static int make_folder(void **state)
{
	char folder[] = "/tmp/foliolab-test-XXXXXX";

	if (!mkdtemp(folder))
		return -1;
	*state = strdup(folder);
	return *state ? 0 : -1;
}

static int remove_folder(void **state)
{
	char *command;
	int ret = -1;

	if (asprintf(&command, "rm -rf '%s'", (char *)*state) > 0) {
		ret = system(command); /* NOLINT(cert-env33-c): the name is mkdtemp()'s */
		free(command);
	}
	free(*state);
	return ret;
}

static json_t *fake_environment(void)
{
	return json_pack("{s:s}", "cpu_name", "Fake \"CPU\"");
}

static struct results *opened(const char *folder)
{
	json_t *object = fake_environment();
	char error[256] = "";
	struct results *results = results_open(folder, object, error, sizeof(error));

	json_decref(object);
	assert_string_equal(error, "");
	assert_non_null(results);
	return results;
}

static void test_folder(void **state)
{
	char *folder = join(*state, "a/b//c/"), error[256] = "", *text;
	struct results *results = opened(folder);
	struct fake fake;

	fake_init(&fake);
	assert_complete(folder, false);
	assert_int_equal(results_samples(results, &fake.bench, CYCLES_CALIBRATED, fake.samples, 1), 0);
	assert_int_equal(results_samples(results, &fake.bench, CYCLES_NONE, fake.samples + 3, 1), 0);
	text = contents(folder, "samples.csv");
	assert_string_equal(
		text,
		"case,kernel,variant,replicate,round,sample,passes,items,ns_per_item,ns_odd,"
		"ns_even,lead1_ns,lead2_ns,lead3_ns,companion_ns,cycles_per_item,core_ghz,cycle_source,gap_ns,"
		"off_cpu_ns,context_switches,page_faults,migrations,stack_offset,data_offset,left_out\n"
		"ladder,inc_min_seq,base,0,0,steady,16,131072,12.5,12.25,,,7.5,,,46.875,3.75,"
		"calibrated,1234.5,250,0,2,0,48,128,1\n"
		"ladder,inc_min_seq,control,0,0,steady,16,131072,12.5,12.25,,,7.5,,,46.875,3.75,"
		"none,1234.5,250,0,2,0,48,128,0\n");
	free(text);
	results_outcome(results, &fake_cpu, &fake.outcome);
	results_outcome(results, &fake_cpu, &fake.outcome);
	assert_int_equal(results_close(results, true, error, sizeof(error)), 0);
	assert_complete(folder, true);
	text = contents(folder, "estimates.csv");
	assert_memory_equal(text, "kernel,variant,cpu,", 19);
	for (size_t i = 0, at = 0; i < 9; i++) {
		at = (size_t)(strchr(text + at, '\n') - text) + 1;
		assert_true(i == 8 ? !text[at] : text[at]);
	}
	free(text);
	assert_int_equal(entries(folder), 3);
	free(folder);
}

/* the rows of a process that was lost say so, and those before and after them stay as they are */
static void test_lost(void **state)
{
	struct results *results = opened(*state);
	char error[256] = "", *before, *after, *lost;
	struct fake fake;

	fake_init(&fake);
	assert_int_equal(results_samples(results, &fake.bench, CYCLES_NONE, fake.samples, 2), 0);
	assert_int_equal(results_samples(results, &fake.bench, CYCLES_NONE, fake.samples + 2, 1), 0);
	assert_int_equal(results_samples(results, &fake.bench, CYCLES_NONE, fake.samples + 3, 1), 0);
	before = contents(*state, "samples.csv");
	for (int i = 2; i < 4; i++)
		fake.samples[i].left_out = LEFT_OUT_LOST;
	assert_int_equal(results_lost(results, &fake.bench, CYCLES_NONE, fake.samples + 2, 2), 0);
	after = contents(*state, "samples.csv");
	assert_int_equal(strlen(after), strlen(before));
	lost = strstr(after, ",2\n");
	assert_non_null(lost);
	assert_memory_equal(after, before, (size_t)(lost - after));
	assert_non_null(strstr(lost + 3, ",2\n"));
	assert_int_equal(results_samples(results, &fake.bench, CYCLES_NONE, fake.samples, 1), 0);
	free(before);
	before = contents(*state, "samples.csv");
	assert_memory_equal(before, after, strlen(after));
	assert_non_null(strstr(before + strlen(after), ",1\n"));
	free(before);
	free(after);
	assert_int_equal(results_close(results, true, error, sizeof(error)), 0);
}

static void test_interrupted(void **state)
{
	struct results *results = opened(*state);
	char error[256] = "";

	assert_int_equal(results_close(results, false, error, sizeof(error)), 0);
	assert_complete(*state, false);
}

static void assert_refused(const char *folder, const char *why)
{
	json_t *object = fake_environment();
	char error[256] = "";

	assert_null(results_open(folder, object, error, sizeof(error)));
	assert_non_null(strstr(error, why));
	assert_null(strchr(error, '\n'));
	json_decref(object);
}

static void test_refused(void **state)
{
	struct results *results = opened(*state);
	char error[256], *file = join(*state, "samples.csv"), *below = join(file, "below");

	assert_refused(*state, "is not empty");
	assert_int_equal(results_close(results, true, error, sizeof(error)), 0);
	assert_refused(file, "Not a directory");
	assert_refused(below, "Not a directory");
	assert_refused("", "no name");
	assert_int_equal(entries(*state), 3);
	free(below);
	free(file);
}

static bool limit_files(rlim_t bytes, struct rlimit *before)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_FSIZE, before))
		return false;
	limit = *before;
	limit.rlim_cur = bytes;
	signal(SIGXFSZ, SIG_IGN);
	return !setrlimit(RLIMIT_FSIZE, &limit);
}

/* a full disk: told once, no half row, and the folder says it is not complete */
static void test_disk_full(void **state)
{
	struct results *results = opened(*state);
	struct rlimit before;
	char error[256] = "", *text;
	struct fake fake;
	int first, second;

	fake_init(&fake);
	results_outcome(results, &fake_cpu, &fake.outcome);
	assert_int_equal(results_samples(results, &fake.bench, CYCLES_NONE, fake.samples, 1), 0);
	if (!limit_files(400, &before)) {
		results_close(results, false, error, sizeof(error));
		skip();
	}
	first = results_samples(results, &fake.bench, CYCLES_NONE, fake.samples, FAKE_SAMPLES);
	second = results_samples(results, &fake.bench, CYCLES_NONE, fake.samples, FAKE_SAMPLES);
	assert_int_equal(results_close(results, true, error, sizeof(error)), -1);
	setrlimit(RLIMIT_FSIZE, &before);
	assert_int_equal(first, -1);
	assert_int_equal(second, 0);
	assert_non_null(strstr(error, "samples.csv is not whole"));
	assert_complete(*state, false);
	text = contents(*state, "samples.csv");
	assert_int_equal(text[strlen(text) - 1], '\n');
	assert_non_null(strstr(text, ",48,128,1\n"));
	free(text);
	assert_int_equal(entries(*state), 2); /* estimates.csv did not fit, and nothing half is left */
}

static void test_full_from_the_start(void **state)
{
	struct rlimit before;
	char error[256] = "";
	json_t *object = fake_environment();
	struct results *results;

	if (!limit_files(10, &before)) {
		json_decref(object);
		skip();
	}
	results = results_open(*state, object, error, sizeof(error));
	setrlimit(RLIMIT_FSIZE, &before);
	json_decref(object);
	assert_null(results);
	assert_non_null(strstr(error, "cannot write to"));
	assert_int_equal(entries(*state), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_folder, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(test_lost, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(test_interrupted, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(test_refused, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(test_disk_full, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(test_full_from_the_start, make_folder, remove_folder),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
