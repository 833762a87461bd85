// SPDX-License-Identifier: GPL-2.0-or-later
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "model/random.h"
#include "racer.h"

static void race_promote(struct racer *racer, size_t index)
{
	struct folio *folio = real_folio(&racer->real, index);
	uint64_t old = __atomic_load_n(&folio->flags, __ATOMIC_RELAXED), new;

	do {
		new = oracle_relabelled(old, racer->young) | FLAG(PG_WORKINGSET);
	} while (!__atomic_compare_exchange_n(&folio->flags, &old, new, false, __ATOMIC_SEQ_CST,
					      __ATOMIC_RELAXED));
	if (oracle_label(old) == racer->young)
		return;
	racer->saw[index] = oracle_label(old);
	racer->deltas[oracle_label(old)][flags_zone(old)]--;
	racer->deltas[racer->young][flags_zone(old)]++;
}

/* 1 to 3 refs: with 4 and workingset a folio would not count as protected, by the moment */
static void race_refs(struct racer *racer, size_t index, uint64_t refs)
{
	struct folio *folio = real_folio(&racer->real, index);
	uint64_t old = __atomic_load_n(&folio->flags, __ATOMIC_RELAXED), new;

	do {
		new = (old & ~LRU_REFS_MASK) | FLAG(PG_REFERENCED) | refs << LRU_REFS_SHIFT;
	} while (!__atomic_compare_exchange_n(&folio->flags, &old, new, false, __ATOMIC_SEQ_CST,
					      __ATOMIC_RELAXED));
}

static void *race(void *argument)
{
	struct racer *racer = argument;

	while (!atomic_load(&racer->stop)) {
		size_t index = random_below(&racer->random, racer->real.folios);

		if (racer->rare && !random_below(&racer->random, racer->rare)) {
			race_promote(racer, index);
		} else if (racer->rare && random_below(&racer->random, 2)) {
			race_refs(racer, index, random_below(&racer->random, 3));
		} else {
			__atomic_fetch_xor(&real_folio(&racer->real, index)->flags, FLIPPED_BIT,
					   __ATOMIC_SEQ_CST);
			racer->flips[index] ^= 1;
		}
		atomic_fetch_add(&racer->writes, 1);
	}
	return NULL;
}

bool racer_start(struct racer *racer, const struct real *real, int young, unsigned int rare, uint64_t seed)
{
	*racer = (struct racer){ .real = *real, .young = young, .rare = rare, .random = seed };
	racer->saw = malloc(real->folios * sizeof(*racer->saw));
	racer->flips = calloc(real->folios, 1);
	if (!racer->saw || !racer->flips)
		abort();
	memset(racer->saw, -1, real->folios * sizeof(*racer->saw));
	if (pthread_create(&racer->thread, NULL, race, racer))
		return false;
	while (!atomic_load(&racer->writes))
		sched_yield();
	return true;
}

void racer_stop(struct racer *racer)
{
	atomic_store(&racer->stop, true);
	pthread_join(racer->thread, NULL);
}

void racer_free(struct racer *racer)
{
	free(racer->saw);
	free(racer->flips);
}
