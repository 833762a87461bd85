// SPDX-License-Identifier: GPL-2.0-or-later
#include <papi.h>
#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#include "cycles.h"

enum { PROOF_LINKS = 1000000 };

struct cycle_counter {
	int set;
};

long long cycle_counter_read(const struct cycle_counter *counter)
{
	long long value;

	return PAPI_read(counter->set, &value) == PAPI_OK ? value : -1;
}

/* an event that opens and counts nothing, or far from what it must, is worse than none */
static bool proves_itself(const struct cycle_counter *counter)
{
	long long before = cycle_counter_read(counter), after;
	double expected;

	expected = (double)chain_run(CHAIN_MULTIPLY, PROOF_LINKS) * chain_cycles(CHAIN_MULTIPLY);
	after = cycle_counter_read(counter);
	if (before < 0 || after <= before)
		return false;
	return !expected || ((double)(after - before) > 0.9 * expected && (double)(after - before) < 1.5 * expected);
}

struct cycle_counter *cycle_counter_open(char *reason, size_t size)
{
	struct cycle_counter *counter = NULL;
	int set = PAPI_NULL, code;

	code = PAPI_library_init(PAPI_VER_CURRENT);
	if (code != PAPI_VER_CURRENT) {
		snprintf(reason, size, "PAPI does not start: %s", code < 0 ? PAPI_strerror(code) : "wrong version");
		return NULL;
	}
	code = PAPI_create_eventset(&set);
	if (code == PAPI_OK)
		code = PAPI_add_event(set, PAPI_TOT_CYC);
	if (code == PAPI_OK)
		code = PAPI_start(set);
	if (code != PAPI_OK) {
		snprintf(reason, size, "PAPI_TOT_CYC cannot be counted: %s", PAPI_strerror(code));
		goto out;
	}
	counter = malloc(sizeof(*counter));
	if (counter)
		counter->set = set;
	if (counter && !proves_itself(counter)) {
		snprintf(reason, size, "PAPI_TOT_CYC opens but does not count what it must");
		free(counter);
		counter = NULL;
	}
out:
	if (!counter) {
		if (code == PAPI_OK)
			PAPI_stop(set, NULL);
		PAPI_cleanup_eventset(set);
		PAPI_destroy_eventset(&set);
		PAPI_shutdown();
	}
	return counter;
}

void cycle_counter_close(struct cycle_counter *counter)
{
	if (!counter)
		return;
	PAPI_stop(counter->set, NULL);
	PAPI_cleanup_eventset(counter->set);
	PAPI_destroy_eventset(&counter->set);
	PAPI_shutdown();
	free(counter);
}
