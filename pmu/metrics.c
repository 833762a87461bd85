// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <string.h>

#include "metrics.h"

/* a count that is exact up to what starting and reading cost */
#define EXACT 0.99, 1.05
/* speculation and prefetchers add to these, and merged requests take away */
#define ABOUT 0.7, 2.5
/* cycles per miss: anything that a miss may take */
#define STALLS 10, 20000

const struct metric metrics[] = {
	{ "core_cycles", "cycles of the core's clock, not halted", PROOF_CYCLES, 0.9, 1.5 },
	{ "ref_cycles", "cycles of a clock that does not change", PROOF_CYCLES, 0.2, 3 },
	{ "instructions", "instructions retired", PROOF_INSTRUCTIONS, 0.999, 1.01 },
	{ "locked_ops", "locked read-modify-writes of cacheable memory", PROOF_LOCKED, EXACT },
	{ "locked_ops_bus", "locked operations that took the bus (split or uncacheable)", PROOF_NONE, 0, 0 },
	{ "lock_cycles", "cycles with a line locked in the cache", PROOF_LOCKED, 1, 200 },
	{ "atomic_ldrex", "load-exclusives, speculative ones too", PROOF_EXCLUSIVE, 0.9, 3 },
	{ "atomic_strex", "store-exclusives, speculative ones too", PROOF_EXCLUSIVE, 0.9, 3 },
	{ "atomic_strex_pass", "store-exclusives that stored", PROOF_EXCLUSIVE, 0.9, 1.5 },
	{ "atomic_strex_fail", "store-exclusives that failed", PROOF_NONE, 0, 0 },
	{ "atomic_cas_lse", "LSE compare-and-swaps", PROOF_NONE, 0, 0 },
	{ "rfo_all", "requests for ownership of a line", PROOF_STORE_MISSES, ABOUT },
	{ "rfo_miss_l2", "requests for ownership that miss L2", PROOF_STORE_MISSES, ABOUT },
	{ "rfo_demand_offcore", "demand requests for ownership sent off the core", PROOF_STORE_MISSES, ABOUT },
	{ "rfo_ocr", "demand requests for ownership with any response", PROOF_STORE_MISSES, ABOUT },
	{ "rfo_rdblkx", "requests for ownership of a line not held", PROOF_STORE_MISSES, ABOUT },
	{ "rfo_upgrade", "requests for ownership of a line held shared", PROOF_NONE, 0, 0 },
	{ "l1d_invalidations", "L1 lines taken away by others", PROOF_NONE, 0, 0 },
	{ "hitm_load", "loads of lines modified elsewhere", PROOF_NONE, 0, 0 },
	{ "sw_prefetch_w", "prefetches for writing issued", PROOF_PREFETCH_W, 0.95, 1.5 },
	{ "sw_prefetch_t0", "prefetches for reading issued", PROOF_PREFETCH, 0.95, 1.5 },
	{ "sw_prefetch_ineffective", "prefetches of lines that were there", PROOF_PREFETCH, 0.5, 1.5 },
	{ "sw_prefetch_miss_l2", "prefetches that miss L2", PROOF_NONE, 0, 0 },
	{ "l1d_miss", "lines brought into L1 data", PROOF_LOAD_MISSES, ABOUT },
	{ "l1d_miss_rd", "lines brought into L1 data by loads", PROOF_LOAD_MISSES, ABOUT },
	{ "l1d_miss_load_retired", "loads retired that missed L1", PROOF_LOAD_MISSES, ABOUT },
	{ "l1d_fills", "fills of L1 data from anywhere", PROOF_LOAD_MISSES, ABOUT },
	{ "l2_miss", "lines brought into L2", PROOF_LOAD_MISSES, ABOUT },
	{ "l2_miss_demand", "demand requests that miss L2", PROOF_LOAD_MISSES, ABOUT },
	{ "l2_miss_load_retired", "loads retired that missed L2", PROOF_LOAD_MISSES, ABOUT },
	{ "l3_miss", "lines brought into L3", PROOF_LOAD_MISSES, ABOUT },
	{ "llc_miss", "misses of the last-level cache", PROOF_LOAD_MISSES, ABOUT },
	{ "llc_miss_demand", "demand misses of the last-level cache", PROOF_LOAD_MISSES, ABOUT },
	{ "llc_miss_load_retired", "loads retired that missed the last-level cache", PROOF_LOAD_MISSES, ABOUT },
	{ "dtlb_walks", "page walks for data", PROOF_LOAD_MISSES, ABOUT },
	{ "dtlb_load_walks", "page walks for loads", PROOF_LOAD_MISSES, ABOUT },
	{ "dtlb_store_walks", "page walks for stores", PROOF_STORE_MISSES, ABOUT },
	{ "dtlb_load_walk_cycles", "cycles with a page walk for a load under way", PROOF_LOAD_MISSES, STALLS },
	{ "dtlb_load_miss", "loads that miss the data TLB", PROOF_LOAD_MISSES, ABOUT },
	{ "dtlb_l1_miss", "misses of the first data TLB", PROOF_LOAD_MISSES, ABOUT },
	{ "dtlb_l2_miss", "misses of the second TLB", PROOF_LOAD_MISSES, ABOUT },
	{ "backend_stalls", "stalls on anything behind the front end", PROOF_LOAD_MISSES, STALLS },
	{ "backend_stalls_total", "cycles in which nothing was executed", PROOF_LOAD_MISSES, STALLS },
	{ "backend_stalls_mem", "cycles stalled on memory", PROOF_LOAD_MISSES, STALLS },
	{ "backend_stalls_mem_l1d", "cycles stalled on an L1 miss", PROOF_LOAD_MISSES, STALLS },
	{ "backend_stalls_l3", "cycles stalled on an L3 miss", PROOF_LOAD_MISSES, STALLS },
	{ "backend_stalls_ldq", "cycles stalled on a full load queue", PROOF_NONE, 0, 0 },
	{ "store_buffer_stalls", "cycles stalled on a full store buffer", PROOF_STORE_MISSES, 1, 20000 },
	{ "store_bound", "cycles in which only stores were waited for", PROOF_STORE_MISSES, 1, 20000 },
	{ "topdown_backend", "issue slots lost behind the front end", PROOF_NONE, 0, 0 },
	{ "topdown_mem_bound", "issue slots lost on memory", PROOF_NONE, 0, 0 },
	{ "branch_misses", "branches retired that were mispredicted", PROOF_BRANCH_MISSES, 0.5, 1.6 },
	{ "branch_misses_spec", "mispredicted branches, speculative ones too", PROOF_BRANCH_MISSES, 0.5, 3 },
	{ "mem_order_clears", "machine clears by memory ordering", PROOF_NONE, 0, 0 },
	{ "pipeline_resyncs", "pipeline restarts", PROOF_NONE, 0, 0 },
	{ "stlf_fail", "loads that could not be forwarded from a store", PROOF_NONE, 0, 0 },
	{ "barrier_dmb", "data memory barriers", PROOF_BARRIERS, 0.9, 2 },
	{ "acquire_ld", "loads with acquire, speculative ones too", PROOF_ACQUIRES, 0.9, 3 },
	{ "release_st", "stores with release, speculative ones too", PROOF_RELEASES, 0.9, 3 },
	{ "mem_access_rd", "reads of memory", PROOF_LOAD_MISSES, 0.9, 10 },
	{ "task_clock", "ns on the CPU", PROOF_TIME, 0.5, 3 },
	{ "page_faults", "page faults", PROOF_FAULTS, EXACT },
	{ "context_switches", "context switches", PROOF_SWITCHES, 0.9, 4 },
	{ "migrations", "moves to another CPU", PROOF_MIGRATIONS, 0.9, 4 },
};

const size_t nr_metrics = sizeof(metrics) / sizeof(metrics[0]);

const struct metric *metric_find(const char *name)
{
	for (size_t i = 0; i < nr_metrics; i++)
		if (!strcmp(metrics[i].name, name))
			return &metrics[i];
	return NULL;
}

bool metric_is_software(const struct metric *metric)
{
	return metric->proof >= PROOF_TIME;
}

const struct event_table *table_at(size_t index)
{
	if (index < nr_tables_x86)
		return &tables_x86[index];
	index -= nr_tables_x86;
	if (index < nr_tables_arm)
		return &tables_arm[index];
	index -= nr_tables_arm;
	return index < nr_tables_generic ? &tables_generic[index] : NULL;
}

const struct event_table *table_find(const char *pmu)
{
	const struct event_table *table;

	for (size_t i = 0; (table = table_at(i)); i++)
		if (!strcmp(table->pmu, pmu))
			return table;
	return NULL;
}

const struct native_event *table_row(const struct event_table *table, const char *metric, size_t nr)
{
	for (size_t part = 0; part < TABLE_PARTS && table->parts[part]; part++) {
		for (const struct native_event *row = table->parts[part]; row->metric; row++)
			if ((!metric || !strcmp(row->metric, metric)) && !nr--)
				return row;
	}
	return NULL;
}

void event_name(char *name, size_t size, const struct event_table *table, const struct native_event *row)
{
	if (!row->event)
		snprintf(name, size, "%s", "");
	else if (!strcmp(table->pmu, "papi"))
		snprintf(name, size, "%s", row->event);
	else
		snprintf(name, size, "%s::%s", table->pmu, row->event);
}
