// SPDX-License-Identifier: GPL-2.0-or-later
/* What is found out by counting, as far as any machine can: the kernel's own events, and refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../drivers/fake_root.h"
#include "metrics.h"
#include "proof.h"
#include "survey.h"

static void test_lists(void **state)
{
	static const char *const good[] = {
		"all",
		"none",
		"instructions",
		"instructions,locked_ops,page_faults",
		"native:perf::CPU-CLOCK",
		"native:PAPI_TOT_INS,native:perf_raw::r11,core_cycles",
	};
	static const struct {
		const char *list, *words;
	} bad[] = {
		{ "", "no metric ''" },
		{ "instruction", "no metric 'instruction'" },
		{ "instructions,", "no metric ''" },
		{ "instructions,all", "no metric 'all'" },
		{ ",", "no metric ''" },
		{ "native:", "no metric 'native:'" },
		{ "locked_ops,instructions,locked_ops", "only once" },
	};
	char error[256], list[8192];

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		assert_true(survey_check(good[i], error, sizeof(error)));
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_false(survey_check(bad[i].list, error, sizeof(error)));
		assert_non_null(strstr(error, bad[i].words));
	}
	/* a name too long is not another name */
	memset(list, 'x', sizeof(list));
	memcpy(list, NATIVE_PREFIX, strlen(NATIVE_PREFIX));
	list[sizeof(list) - 1] = '\0';
	assert_false(survey_check(list, error, sizeof(error)));
	list[0] = '\0';
	for (int i = 0; i <= MAX_COUNTERS; i++)
		snprintf(list + strlen(list), sizeof(list) - strlen(list), "%snative:e%d", i ? "," : "", i);
	assert_false(survey_check(list, error, sizeof(error)));
	assert_non_null(strstr(error, "fewer"));
}

/* a name that no library knows is not the machine's fault, whatever the machine is */
static void test_unknown_name(void **state)
{
	struct survey survey;
	struct counter counter;

	(void)state;
	survey_open(&survey, "", 0);
	survey_metric(&survey, "native:perf::BOGUS", &counter);
	assert_int_equal(counter.state, COUNTER_ABSENT);
	assert_non_null(strstr(counter.reason, "knows no such event"));
	survey_metric(&survey, "native:perf::INSTRUCTIONS", &counter);
	assert_null(strstr(counter.reason, "knows no such event"));
	survey_metric(&survey, "native:PAPI_TOT_INS", &counter);
	assert_null(strstr(counter.reason, "knows no such event"));
	survey_close(&survey);
}

static bool counts_faults(void)
{
	struct survey survey;
	struct counter counter;

	survey_open(&survey, "", 0);
	survey_metric(&survey, "page_faults", &counter);
	survey_close(&survey);
	return counter.state == COUNTER_COUNTS;
}

static void test_software(void **state)
{
	static struct counter_plan plan;

	(void)state;
	if (!counts_faults())
		skip();
	survey_plan("", 0, "task_clock,page_faults,native:no_such::EVENT", &plan);
	assert_int_equal(plan.nr, 3);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(plan.counters[i].state, COUNTER_COUNTS);
		assert_int_equal(plan.counters[i].path, PATH_PERF);
		assert_true(plan.counters[i].software);
		assert_string_equal(plan.counters[i].reason, "");
	}
	assert_false(counter_usable(&plan.counters[2]));
	assert_true(plan.counters[2].reason[0]);
	assert_true(plan.nr_groups >= 1);
	assert_true(counter_plan_valid(&plan));
}

/* every metric gets a state, and each that is not counted has a reason or a remedy */
static void test_every_metric(void **state)
{
	struct survey survey;
	struct counter counter;

	(void)state;
	survey_open(&survey, "", 0);
	for (size_t i = 0; i < nr_metrics; i++) {
		survey_metric(&survey, metrics[i].name, &counter);
		assert_true(counter.state < NR_COUNTER_STATES);
		if (survey.hardware != OPENED && !metric_is_software(&metrics[i]))
			assert_false(counter_usable(&counter));
		if (!counter_usable(&counter))
			assert_true(counter.reason[0] || survey_remedy(&survey, counter.state)[0]);
		if (metrics[i].proof == PROOF_NONE)
			assert_int_not_equal(counter.state, COUNTER_COUNTS);
	}
	assert_true(survey.hardware == OPENED ? !survey.why_not[0] : survey.why_not[0] != '\0');
	if (survey.hardware != OPENED)
		assert_int_equal(survey_free(&survey), 0);
	survey_close(&survey);
}

/* all is what can be counted, and nothing else */
static void test_all(void **state)
{
	static struct counter_plan plan;

	(void)state;
	survey_plan("", 0, "all", &plan);
	for (uint32_t i = 0; i < plan.nr; i++)
		assert_true(counter_usable(&plan.counters[i]));
	survey_plan("", 0, NULL, &plan);
	assert_int_equal(plan.nr, 0);
	assert_true(counter_usable(&plan.cycles) || plan.cycles.reason[0]);
	assert_int_equal(plan.nr_groups, counter_usable(&plan.cycles));
	survey_plan("", 0, "none", &plan);
	assert_int_equal(plan.nr, 0);
}

static void test_remedies(void **state)
{
	struct survey survey = { .paranoid = 4 };

	(void)state;
	assert_non_null(strstr(survey_remedy(&survey, COUNTER_FORBIDDEN), "perf_event_paranoid=2"));
	survey.paranoid = 2;
	assert_non_null(strstr(survey_remedy(&survey, COUNTER_FORBIDDEN), "seccomp"));
	assert_string_equal(survey_remedy(&survey, COUNTER_COUNTS), "");
	for (enum counter_state each = COUNTER_UNVERIFIED; each < NR_COUNTER_STATES; each++) {
		assert_true(survey_remedy(&survey, each)[0]);
		assert_true(counter_state_name(each)[0]);
	}
}

/* with two kinds of cores PAPI, which asks one PMU, is not asked */
static void test_hybrid(void **state)
{
	struct survey survey;

	(void)state;
	fake_file("/proc/cpuinfo", "vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 151\n\n");
	fake_file("/sys/bus/event_source/devices/cpu_core/cpus", "0-3\n");
	fake_file("/sys/bus/event_source/devices/cpu_atom/cpus", "4-7\n");
	fake_file("/proc/sys/kernel/perf_event_paranoid", "3\n");
	fake_file("/proc/sys/kernel/nmi_watchdog", "1\n");
	survey_open(&survey, fake_root, 5);
	assert_int_equal(survey.papi, PATH_NONE);
	assert_string_equal(survey.core.device, "cpu_atom");
	assert_int_equal(survey.paranoid, 3);
	assert_true(survey.watchdog);
	survey_close(&survey);
}

/* loops say what they count, and are not all empty */
static void test_proofs(void **state)
{
	struct proof_space space;

	(void)state;
	proof_space_open(&space);
	for (enum proof proof = PROOF_NONE; proof <= PROOF_MIGRATIONS; proof++) {
		struct answer answer;

		proof_prepare(&space, proof);
		answer = proof_run(&space, proof);
		assert_true(answer.count >= 0 && answer.slack >= 1);
		if (proof == PROOF_NONE)
			assert_true(answer.count == 0);
		if (proof == PROOF_TIME || proof == PROOF_FAULTS || proof == PROOF_SWITCHES)
			assert_true(answer.count > 0);
		if (HAS_PROOFS && (proof == PROOF_INSTRUCTIONS || proof == PROOF_LOAD_MISSES ||
				   proof == PROOF_STORE_MISSES))
			assert_true(answer.count > 1000);
	}
	proof_space_close(&space);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lists),
		cmocka_unit_test(test_unknown_name),
		cmocka_unit_test(test_software),
		cmocka_unit_test(test_every_metric),
		cmocka_unit_test(test_all),
		cmocka_unit_test(test_remedies),
		cmocka_unit_test_setup_teardown(test_hybrid, fake_make, fake_destroy),
		cmocka_unit_test(test_proofs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
