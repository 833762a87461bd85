// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "engine/companions.h"

#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

/* two lines: some prefetchers fetch in pairs */
enum { APART = 128 };

struct companion {
	/* written by itself alone, on lines of its own */
	_Alignas(APART) atomic_size_t ops;
	atomic_uint heeded; /* the last order it has carried out */
	atomic_bool unbound;
	/* of whoever gives the orders */
	_Alignas(APART) struct companions *all;
	pthread_t thread;
	unsigned int cpu;
	size_t begun; /* its ops when all had begun to work */
};

/* orders are numbered: odd ones are to work, even ones to stand still */
static const unsigned int FIRST_ORDER = 2, LAST_ORDER = UINT_MAX;

struct companions {
	_Alignas(APART) atomic_uint order;
	_Alignas(APART) struct world *world;
	companion_fn *work;
	size_t reset; /* ops of all at the last companions_go() */
	size_t nr;
	struct companion each[];
};

static bool bind_thread(unsigned int cpu)
{
	size_t bytes = CPU_ALLOC_SIZE(cpu + 1);
	cpu_set_t *set = CPU_ALLOC(cpu + 1);
	bool bound;

	if (!set)
		return false;
	CPU_ZERO_S(bytes, set);
	CPU_SET_S(cpu, bytes, set);
	bound = !sched_setaffinity(0, bytes, set);
	CPU_FREE(set);
	return bound;
}

static void *accompany(void *argument)
{
	struct companion *self = argument;
	struct companions *all = self->all;
	unsigned int order;
	size_t ops = 0;

	if (!bind_thread(self->cpu))
		atomic_store(&self->unbound, true);
	while ((order = atomic_load_explicit(&all->order, memory_order_acquire)) != LAST_ORDER) {
		if (order % 2) {
			ops += all->work(all->world);
			atomic_store_explicit(&self->ops, ops, memory_order_relaxed);
		}
		atomic_store_explicit(&self->heeded, order, memory_order_release);
		if (order % 2 == 0)
			sched_yield();
	}
	return NULL;
}

/* until all have heeded the order at hand */
static void await(struct companions *companions)
{
	unsigned int order = atomic_load(&companions->order);

	for (size_t i = 0; i < companions->nr; i++)
		while (atomic_load_explicit(&companions->each[i].heeded, memory_order_acquire) != order)
			sched_yield();
}

static void give_next_order(struct companions *companions)
{
	atomic_fetch_add(&companions->order, 1);
	await(companions);
}

static bool working(const struct companions *companions)
{
	return companions && atomic_load(&companions->order) % 2;
}

static size_t ops_of(const struct companion *companion)
{
	return atomic_load_explicit(&companion->ops, memory_order_relaxed);
}

size_t companions_ops(const struct companions *companions)
{
	size_t ops = 0;

	for (size_t i = 0; companions && i < companions->nr; i++)
		ops += ops_of(&companions->each[i]);
	return ops;
}

void companions_go(struct companions *companions)
{
	if (!companions || working(companions))
		return;
	companions->reset = companions_ops(companions);
	give_next_order(companions);
	for (size_t i = 0; i < companions->nr; i++)
		companions->each[i].begun = ops_of(&companions->each[i]);
}

bool companions_halt(struct companions *companions)
{
	bool all = true;

	if (!working(companions))
		return true;
	/* before the order: each has a last turn after it */
	for (size_t i = 0; i < companions->nr; i++)
		all = all && ops_of(&companions->each[i]) != companions->each[i].begun;
	give_next_order(companions);
	companions->world->companion_ops = companions_ops(companions) - companions->reset;
	return all;
}

void companions_end(struct companions *companions)
{
	if (!companions)
		return;
	atomic_store(&companions->order, LAST_ORDER);
	for (size_t i = 0; i < companions->nr; i++)
		pthread_join(companions->each[i].thread, NULL);
	free(companions);
}

/* signals are for the thread that measures */
static int start_thread(struct companion *companion)
{
	sigset_t all, before;
	int failed;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	failed = pthread_create(&companion->thread, NULL, accompany, companion);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return failed;
}

const char *companions_start(struct companions **companions, const struct bench_case *bench,
			     struct world *world)
{
	size_t nr = bench->load.companions;
	struct companions *new;
	const char *wrong = NULL;

	*companions = NULL;
	if (!nr)
		return NULL;
	new = aligned_alloc(APART, sizeof(*new) + nr * sizeof(new->each[0]));
	if (!new)
		return "not enough memory: give fewer companions";
	*new = (struct companions){ .order = FIRST_ORDER, .world = world, .work = bench->kernel->companion };
	while (!wrong && new->nr < nr) {
		struct companion *companion = &new->each[new->nr];

		*companion = (struct companion){ .all = new, .cpu = bench->companion_cpus[new->nr] };
		if (start_thread(companion))
			wrong = "a thread cannot be started: give fewer companions, or raise ulimit -u";
		else
			new->nr++;
	}
	await(new);
	for (size_t i = 0; i < new->nr; i++)
		if (atomic_load(&new->each[i].unbound))
			wrong = "a companion cannot be bound to its CPU: choose others with --place";
	if (!wrong) {
		*companions = new;
		return NULL;
	}
	companions_end(new);
	return wrong;
}
