// SPDX-License-Identifier: GPL-2.0-or-later
/* A results folder that is taken up again, whatever moment the run before was killed at. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "fixture.h"
#include "output/journal.h"
#include "output/results.h"

static char folder[64];

static int make_folder(void **state)
{
	(void)state;
	snprintf(folder, sizeof(folder), "/tmp/foliolab-test-XXXXXX");
	return mkdtemp(folder) && !chdir(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	char command[96];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf '%s'", folder);
	return chdir("/") || system(command); /* NOLINT(cert-env33-c): the name is mkdtemp()'s */
}

static json_t *environment_of(const char *plan)
{
	return json_pack("{s:i, s:s, s:s, s:s, s:s}", "cpu", 1, "cpu_model", "Fake \"CPU\"", "compiler",
			 "cc 1", "date", "then", "plan", plan);
}

/* NULL with the reason in @error */
static struct results *open_plan(const char *plan, bool resume, char *error, size_t size)
{
	json_t *environment = environment_of(plan);
	struct results *results = results_resumable("results", environment, NULL, resume, error, size);

	json_decref(environment);
	return results;
}

static struct results *opened(bool resume)
{
	char error[512] = "";
	struct results *results = open_plan("plan", resume, error, sizeof(error));

	assert_string_equal(error, "");
	assert_non_null(results);
	return results;
}

static void refused(const char *plan, bool resume, const char *why)
{
	char error[512] = "";

	assert_null(open_plan(plan, resume, error, sizeof(error)));
	if (!strstr(error, why))
		fail_msg("'%s' does not say '%s'", error, why);
}

static void closed(struct results *results, bool complete)
{
	char error[512] = "";

	if (results_close(results, complete, error, sizeof(error)))
		fail_msg("%s", error);
}

static void measure(struct results *results, const char *id)
{
	struct fake fake;

	fake_init(&fake);
	fake.bench.id = id;
	assert_int_equal(results_samples(results, &fake.bench, CYCLES_NONE, fake.samples, 4), 0);
	assert_int_equal(results_outcome(results, &fake_cpu, &fake.outcome), 0);
}

static bool is_done(const struct results *results, const char *id)
{
	char *rows = results_rows(results, id);
	bool done = rows;

	free(rows);
	return done;
}

static char *contents(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = NULL;
	size_t room = 0;

	assert_non_null(file);
	if (getdelim(&text, &room, '\0', file) < 0) {
		free(text);
		text = strdup("");
	}
	fclose(file);
	return text;
}

static void write_text(const char *path, const char *mode, const char *text)
{
	FILE *file = fopen(path, mode);

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

/* rows of estimates.csv and of samples.csv, one header each */
static void assert_rows(size_t estimates, size_t samples)
{
	static const char *const files[] = { "results/estimates.csv", "results/samples.csv" };
	size_t wanted[] = { estimates, samples };

	for (size_t i = 0; i < 2; i++) {
		char *text = contents(files[i]);
		size_t lines = 0;

		for (const char *at = text; (at = strchr(at, '\n')); at++)
			lines++;
		assert_int_equal(lines, wanted[i] + 1);
		assert_int_equal(text[strlen(text) - 1], '\n');
		free(text);
	}
}

static void test_taken_up(void **state)
{
	struct results *results = opened(false);
	char *text;

	(void)state;
	measure(results, "a");
	measure(results, "b");
	closed(results, false);
	assert_rows(8, 8);
	results = opened(true);
	assert_true(is_done(results, "a") && is_done(results, "b"));
	assert_false(is_done(results, "c"));
	assert_int_equal(errno, 0);
	measure(results, "c");
	assert_true(is_done(results, "c"));
	closed(results, true);
	assert_rows(12, 12);
	text = contents("results/environment.json");
	assert_non_null(strstr(text, "\"complete\": true"));
	assert_non_null(strstr(text, "\"earlier\""));
	free(text);
	/* what is complete can be taken up, too: nothing is left to measure */
	results = opened(true);
	assert_true(is_done(results, "c"));
	closed(results, true);
	assert_rows(12, 12);
	assert_int_equal(results_cpu("results"), 1);
	assert_int_equal(results_cpu("nowhere"), -1);
}

/* what is read back is what was measured */
static void test_restored(void **state)
{
	struct results *results = opened(false);
	struct outcome *outcome = calloc(1, sizeof(*outcome));
	struct fake fake;
	json_t *now, *then;
	char *rows;

	(void)state;
	assert_non_null(outcome);
	fake_init(&fake);
	fake.bench.id = "b";
	measure(results, "a");
	measure(results, "b");
	measure(results, "c");
	rows = results_rows(results, "b");
	assert_non_null(rows);
	assert_true(estimates_restore(rows, NULL, &fake.bench, outcome));
	for (size_t i = 0; i <= FAKE_CONTROL; i++) {
		const struct estimate *was = &fake.outcome.estimates[i][PART_ALL];
		const struct estimate *is = &outcome->estimates[i][PART_ALL];

		assert_memory_equal(&is->ns, &was->ns, sizeof(was->ns));
		assert_memory_equal(&is->cycles, &was->cycles, sizeof(was->cycles));
		assert_true(fabs(is->ratio.lo - was->ratio.lo) < 1e-8);
		assert_int_equal(is->replicates, was->replicates);
	}
	assert_int_equal(outcome->replicates, 20);
	assert_int_equal(outcome->page_size, 2 << 20);
	assert_int_equal(outcome->source, CYCLES_CALIBRATED);
	assert_string_equal(outcome->stopped, "precision");
	fake.outcome.nr_samples = 4;
	now = estimates_rows_json(rows, NULL);
	then = estimates_json(&fake_cpu, &fake.outcome);
	assert_int_equal(json_array_size(now), 4);
	for (size_t i = 0; i < 4; i++)
		assert_true(json_equal(json_object_get(json_array_get(now, i), "ns_per_item"),
				       json_object_get(json_array_get(then, i), "ns_per_item")));
	assert_int_equal(json_object_size(json_array_get(now, 0)), json_object_size(json_array_get(then, 0)));
	json_decref(now);
	json_decref(then);
	/* rows of another case, too few of them, too many */
	fake.bench.id = "a";
	assert_false(estimates_restore(rows, NULL, &fake.bench, outcome));
	fake.bench.id = "b";
	*strrchr(rows, 'b') = '\0';
	assert_false(estimates_restore(rows, NULL, &fake.bench, outcome));
	free(rows);
	rows = results_rows(results, "b");
	fake.bench.nr_variants = 2;
	assert_false(estimates_restore(rows, NULL, &fake.bench, outcome));
	assert_false(estimates_restore("", NULL, &fake.bench, outcome));
	free(rows);
	free(outcome);
	closed(results, true);
}

/* killed in the middle of a case: half of it lies in the files, and goes */
static void test_unfinished_case(void **state)
{
	struct results *results = opened(false);
	struct fake fake;

	(void)state;
	measure(results, "a");
	fake_init(&fake);
	fake.bench.id = "b";
	assert_int_equal(results_samples(results, &fake.bench, CYCLES_NONE, fake.samples, 4), 0);
	fake.outcome.stopped = "interrupted";
	assert_int_equal(results_outcome(results, &fake_cpu, &fake.outcome), 0);
	assert_false(is_done(results, "b"));
	closed(results, false);
	/* an interrupted run keeps its samples */
	assert_rows(4, 8);
	write_text("results/estimates.csv", "a", "inc_min_seq,base,1,13");
	write_text("results/samples.csv", "a", "b,inc_min");
	write_text("results/.new.environment.json.1", "w", "{");
	results = opened(true);
	assert_true(is_done(results, "a"));
	measure(results, "b");
	closed(results, true);
	assert_rows(8, 8);
	assert_int_equal(access("results/.new.environment.json.1", F_OK), -1);
}

/* killed within any write to done.csv */
static void test_every_cut(void **state)
{
	struct results *results = opened(false);
	char *whole;
	size_t length;

	(void)state;
	measure(results, "a");
	measure(results, "b");
	closed(results, false);
	whole = contents("results/done.csv");
	length = strlen(whole);
	for (size_t cut = 0; cut <= length; cut++) {
		size_t lines = 0;

		/* the other files are longer than this says, as they are at that moment */
		results = opened(true);
		if (!is_done(results, "a"))
			measure(results, "a");
		if (!is_done(results, "b"))
			measure(results, "b");
		closed(results, false);
		assert_rows(8, 8);
		assert_int_equal(truncate("results/done.csv", (off_t)cut), 0);
		for (size_t i = 0; i < cut; i++)
			lines += whole[i] == '\n';
		results = opened(true);
		assert_int_equal(is_done(results, "a"), lines > 1);
		assert_int_equal(is_done(results, "b"), lines > 2);
		closed(results, false);
		assert_rows(lines > 1 ? 4 * (lines - 1) : 0, lines > 1 ? 4 * (lines - 1) : 0);
	}
	free(whole);
}

/* killed before there was anything, at each file */
static void test_barely_begun(void **state)
{
	(void)state;
	assert_int_equal(mkdir("results", 0777), 0);
	write_text("results/.new.environment.json.77", "w", "");
	closed(opened(true), false);
	assert_int_equal(unlink("results/samples.csv"), 0);
	assert_int_equal(truncate("results/estimates.csv", 3), 0);
	closed(opened(true), false);
	assert_int_equal(unlink("results/done.csv"), 0);
	closed(opened(true), true);
	assert_rows(0, 0);
}

static void test_refused(void **state)
{
	struct results *results = opened(false);

	(void)state;
	/* while it is open */
	refused("plan", true, "cannot be used as results folder");
	measure(results, "a");
	closed(results, false);
	refused("plan", false, "not empty");
	refused("another", true, "plan was \"plan\" and is \"another\"");
	assert_int_equal(truncate("results/estimates.csv", 900), 0);
	refused("plan", true, "does not hold what its done.csv says");
	write_text("results/environment.json", "w", "{");
	refused("plan", true, "environment.json cannot be used");
	assert_int_equal(unlink("results/environment.json"), 0);
	refused("plan", true, "not empty");
}

/* done.csv may come from anywhere */
static void test_damaged_journal(void **state)
{
	static const char *const lines[] = {
		"a,10",
		"a,10,",
		"a,10,2000,3",
		"a,,2000",
		"a,-1,2000",
		"a,x,2000",
		"a,10,99999999999999999999",
		",10,2000",
		"a b,10,2000",
		"a,9,2000\na,10,3000",
		"a,10,2000\nb,9,3000",
		"a,10,2000\nb,10,2000",
		"a,10,0",
		"\x01,10,2000",
	};
	char text[256];

	(void)state;
	closed(opened(false), false);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		snprintf(text, sizeof(text), "case,samples_bytes,estimates_bytes\n%s\n", lines[i]);
		write_text("results/done.csv", "w", text);
		refused("plan", true, "does not hold what its done.csv says");
	}
	write_text("results/done.csv", "w", "another header\n");
	refused("plan", true, "does not hold what its done.csv says");
	/* a name that is too long */
	snprintf(text, sizeof(text), "case,samples_bytes,estimates_bytes\n%0*d,10,2000\n", MAX_CASE_ID, 1);
	write_text("results/done.csv", "w", text);
	refused("plan", true, "does not hold what its done.csv says");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_taken_up, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(test_restored, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(test_unfinished_case, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(test_every_cut, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(test_barely_begun, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(test_refused, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(test_damaged_journal, make_folder, remove_folder),
	};

	return cmocka_run_group_tests_name("resumable results", tests, NULL, NULL);
}
