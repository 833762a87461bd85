// SPDX-License-Identifier: GPL-2.0-or-later
/* Threads on other CPUs: when they work, what is told of it, and how they end. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "fake_kernel.h"

enum { COMPANIONS = 3, A_TURN = 5, TURNS_MET = 20 };

/* what companions did, all together */
static atomic_size_t turns;
static atomic_bool in_reset, met_a_reset, met_a_signal, elsewhere, lazy;
static atomic_int their_cpu;

static size_t fake_companion(struct world *world __attribute__((unused)))
{
	sigset_t blocked;

	atomic_fetch_add(&turns, 1);
	if (atomic_load(&in_reset))
		atomic_store(&met_a_reset, true);
	if (pthread_sigmask(SIG_SETMASK, NULL, &blocked) || !sigismember(&blocked, SIGINT))
		atomic_store(&met_a_signal, true);
	if (sched_getcpu() != atomic_load(&their_cpu))
		atomic_store(&elsewhere, true);
	/* they share a CPU here, and need not wait for each other */
	sched_yield();
	return atomic_load(&lazy) ? 0 : A_TURN;
}

static void reset_alone(struct world *world)
{
	atomic_store(&in_reset, true);
	for (int i = 0; i < 10; i++)
		sched_yield();
	fake_reset(world);
	atomic_store(&in_reset, false);
}

/* inside each pass of variant b: until companions have had some turns */
static void meet_companions(void)
{
	size_t before = atomic_load(&turns);

	while (atomic_load(&turns) < before + TURNS_MET)
		if (atomic_load(&lazy))
			break;
}

static uint32_t cpus[COMPANIONS];
static cpu_set_t all_cpus;

/* companions on the first CPU that may be used, and whoever measures on any other, if there is one */
static void spread(void)
{
	cpu_set_t others = all_cpus;
	int cpu = 0;

	while (!CPU_ISSET(cpu, &all_cpus))
		cpu++;
	atomic_store(&their_cpu, cpu);
	for (size_t i = 0; i < COMPANIONS; i++)
		cpus[i] = (uint32_t)cpu;
	CPU_CLR(cpu, &others);
	if (CPU_COUNT(&others))
		sched_setaffinity(0, sizeof(others), &others);
}

static int fresh_companions(void **unused)
{
	fresh(unused);
	atomic_store(&turns, 0);
	in_reset = met_a_reset = met_a_signal = elsewhere = lazy = false;
	if (sched_getaffinity(0, sizeof(all_cpus), &all_cpus))
		return -1;
	spread();
	fake_kernel.companion = fake_companion;
	fake_kernel.reset = reset_alone;
	bench.load.contention = CONTENTION_READERS;
	bench.load.companions = COMPANIONS;
	bench.companion_cpus = cpus;
	return 0;
}

static int closed_companions(void **unused)
{
	closed(unused);
	fake_kernel.companion = NULL;
	fake_kernel.reset = fake_reset;
	return sched_setaffinity(0, sizeof(all_cpus), &all_cpus);
}

/* what they have done now is what they have done a while later */
static void assert_still(void)
{
	size_t before = atomic_load(&turns);

	for (int i = 0; i < 100; i++)
		sched_yield();
	assert_int_equal(atomic_load(&turns), before);
}

static void test_orders(void **unused)
{
	(void)unused;
	open_bench(1);
	assert_int_equal(atomic_load(&turns), 0);
	assert_still();
	for (int i = 0; i < 20; i++) {
		size_t before = atomic_load(&turns), done;

		companions_go(state.companions);
		/* each has had a turn by now */
		assert_true(atomic_load(&turns) >= before + COMPANIONS);
		/* told twice is told once */
		companions_go(state.companions);
		companions_halt(state.companions);
		assert_still();
		done = atomic_load(&turns) - before;
		assert_int_equal(companions_ops(state.companions), A_TURN * atomic_load(&turns));
		assert_int_equal(state.world.companion_ops, A_TURN * done);
		assert_true(companions_halt(state.companions));
		assert_int_equal(state.world.companion_ops, A_TURN * done);
	}
	assert_false(atomic_load(&met_a_signal));
	assert_false(atomic_load(&elsewhere));
}

/* at work in every pass, still in every reset and between samples */
static void test_round(void **unused)
{
	(void)unused;
	fake.plant = meet_companions;
	open_bench(2);
	assert_null(bench_first_pass(&state, 1));
	assert_still();
	assert_true(state.world.companion_ops >= (size_t)A_TURN * TURNS_MET);
	assert_null(one_round(true));
	assert_int_equal(nr, FAKE_ENTRIES);
	assert_still();
	fake.steady = false;
	assert_null(one_round(true));
	assert_still();
	assert_false(atomic_load(&met_a_reset));
}

/* each companion's time per operation is no less than the passes' time over all operations there were */
static void test_figure(void **unused)
{
	size_t before, met = 0;

	(void)unused;
	fake.plant = meet_companions;
	open_bench(3);
	for (int round = 0; round < 200; round++) {
		before = companions_ops(state.companions);
		assert_null(one_round(false));
		for (size_t i = 0; i < nr; i++) {
			double ns = samples[i].parts[PART_COMPANION].ns;
			double ops = (double)(companions_ops(state.companions) - before);

			assert_true(samples[i].parts[PART_COMPANION].cycles == 0);
			if (samples[i].entry != 1 || samples[i].passes != PASSES)
				continue;
			met++;
			assert_true(ns * ops >= samples[i].wall_ns * COMPANIONS * (1 - 1e-9));
		}
	}
	if (!met)
		skip();
}

/* one that did nothing leaves no figure, and the sample is in no estimate */
static void test_idle(void **unused)
{
	(void)unused;
	atomic_store(&lazy, true);
	open_bench(4);
	assert_null(one_round(true));
	for (size_t i = 0; i < nr; i++) {
		assert_int_equal(samples[i].left_out, 1);
		assert_true(samples[i].parts[PART_COMPANION].ns == 0);
	}
}

static void test_alone(void **unused)
{
	(void)unused;
	bench.load.contention = CONTENTION_NONE;
	bench.load.companions = 0;
	bench.companion_cpus = NULL;
	open_bench(5);
	assert_null(state.companions);
	assert_null(one_round(true));
	for (size_t i = 0; i < nr; i++)
		assert_true(samples[i].parts[PART_COMPANION].ns == 0);
	assert_int_equal(atomic_load(&turns), 0);
	assert_int_equal(state.world.companion_ops, 0);
}

/* stopped in the middle of a sample: they stand still, and end with the bench */
static void test_stop(void **unused)
{
	(void)unused;
	open_bench(6);
	fake.stop_at = PASSES + 2;
	assert_null(one_round(true));
	assert_int_equal(nr, 1);
	assert_still();
	bench_close(&state);
	assert_null(state.companions);
	assert_still();
	open_bench(6);
	companions_go(state.companions);
	/* closed while at work */
	bench_close(&state);
	assert_still();
}

static void test_no_such_cpu(void **unused)
{
	const char *broken;

	(void)unused;
	cpus[COMPANIONS - 1] = 60000;
	broken = bench_open(&state, &bench, &meter, 7);
	assert_non_null(broken);
	assert_non_null(strstr(broken, "cannot be bound to its CPU: "));
	assert_null(state.companions);
	assert_int_equal(atomic_load(&turns), 0);
}

/* fewer passes the more companions there are, and always an even number */
static void test_default_passes(void **unused)
{
	static const struct {
		unsigned int companions;
		size_t passes;
	} table[] = { { 1, 32 }, { 2, 20 }, { 3, 16 }, { 15, 4 }, { 40, 4 } };
	static uint32_t many[64];

	(void)unused;
	bench.effort.passes = 0;
	bench.companion_cpus = many;
	for (size_t i = 0; i < 64; i++)
		many[i] = cpus[0];
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		bench.load.companions = table[i].companions;
		open_bench(8);
		assert_int_equal(state.passes, table[i].passes);
		bench_close(&state);
	}
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh_companions, closed_companions)
	static const struct CMUnitTest tests[] = {
		TEST(test_orders), TEST(test_round), TEST(test_figure),      TEST(test_idle),
		TEST(test_alone),  TEST(test_stop),  TEST(test_no_such_cpu), TEST(test_default_passes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
