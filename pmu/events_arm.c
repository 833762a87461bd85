// SPDX-License-Identifier: GPL-2.0-or-later
/* arm64 cores; as with x86-64, that a name resolves is all that was seen of it. */
#include "metrics.h"

#define NO_TABLE        "libpfm4 4.13 has no table for this core: a near one's names are taken"
#define NO_LSE          "the table counts exclusives, and no LSE atomics"
#define NO_PREFETCH     "the table has no event for prefetch instructions"
#define NO_STORE_BUFFER "the core has no such event: take backend_stalls"
#define NO_CLEARS       "the core has no such event"

/* what the Neoverse cores have in common */
static const struct native_event neoverse[] = {
	{ "core_cycles", "CPU_CYCLES", NULL },
	{ "instructions", "INST_RETIRED", NULL },
	{ "atomic_ldrex", "LDREX_SPEC", NULL },
	{ "atomic_strex", "STREX_SPEC", NULL },
	{ "atomic_strex_fail", "STREX_FAIL_SPEC", NULL },
	{ "atomic_cas_lse", "CAS_SPEC", NO_LSE },
	{ "rfo_all", "L1D_CACHE_REFILL_WR", NULL },
	{ "l1d_invalidations", "L1D_CACHE_INVAL", NULL },
	{ "sw_prefetch_w", "PRF_SPEC", NO_PREFETCH },
	{ "l1d_miss", "L1D_CACHE_REFILL", NULL },
	{ "l1d_miss_rd", "L1D_CACHE_REFILL_RD", NULL },
	{ "l2_miss", "L2D_CACHE_REFILL", NULL },
	{ "llc_miss", "LL_CACHE_MISS_RD", NULL },
	{ "dtlb_walks", "DTLB_WALK", NULL },
	{ "dtlb_l1_miss", "L1D_TLB_REFILL", NULL },
	{ "dtlb_l2_miss", "L2D_TLB_REFILL", NULL },
	{ "backend_stalls", "STALL_BACKEND", NULL },
	{ "store_buffer_stalls", NULL, NO_STORE_BUFFER },
	{ "branch_misses", "BR_MIS_PRED_RETIRED", NULL },
	{ "branch_misses_spec", "BR_MIS_PRED", NULL },
	{ "mem_order_clears", NULL, NO_CLEARS },
	{ "barrier_dmb", "DMB_SPEC", NULL },
	{ "acquire_ld", "RC_LD_SPEC", NULL },
	{ "release_st", "RC_ST_SPEC", NULL },
	{ "mem_access_rd", "MEM_READ_ACCESS", NULL },
	{ NULL, NULL, NULL },
};

static const struct native_event neoverse_n1[] = {
	{ "l3_miss", "L3D_CACHE_REFILL", NULL },
	{ "mem_access_rd", "MEM_ACCESS_RD", NULL },
	{ "ref_cycles", "CNT_CYCLES", "the table has no counter of reference cycles: CNTVCT is the reference" },
	{ "backend_stalls_mem", "STALL_BACKEND_MEM",
	  "the table has no STALL_BACKEND_MEM: take backend_stalls" },
	{ NULL, NULL, NULL },
};

static const struct native_event neoverse_n2[] = {
	{ "ref_cycles", "CNT_CYCLES", NULL },
	{ "l3_miss", "L3D_CACHE_REFILL", NULL },
	{ "backend_stalls_mem", "STALL_BACKEND_MEM", NULL },
	{ "mem_access_rd", "MEM_ACCESS_RD", "called MEM_READ_ACCESS here" },
	{ NULL, NULL, NULL },
};

static const struct native_event neoverse_v1[] = {
	{ "ref_cycles", "CNT_CYCLES", NULL },
	{ "backend_stalls_mem", "STALL_BACKEND_MEM", NULL },
	{ "mem_access_rd", "MEM_ACCESS_RD", NULL },
	{ "l3_miss", "L3D_CACHE_REFILL", "the core has no L3 event of its own: take llc_miss" },
	{ NULL, NULL, NULL },
};

static const struct native_event neoverse_v2[] = {
	{ "ref_cycles", "CNT_CYCLES", NULL },
	{ "l3_miss", "L3D_CACHE_REFILL", NULL },
	{ "backend_stalls_mem", "STALL_BACKEND_MEM", NULL },
	{ "mem_access_rd", "MEM_ACCESS_RD", NULL },
	{ NULL, NULL, NULL },
};

static const struct native_event cortex_a57[] = {
	{ "core_cycles", "CPU_CYCLES", NULL },
	{ "ref_cycles", NULL, "the table has no counter of reference cycles: CNTVCT is the reference" },
	{ "instructions", "INST_RETIRED", NULL },
	{ "atomic_ldrex", "INST_SPEC_EXEC_LDREX", NULL },
	{ "atomic_strex_pass", "INST_SPEC_EXEC_STREX_PASS", NULL },
	{ "atomic_strex_fail", "INST_SPEC_EXEC_STREX_FAIL", NULL },
	{ "rfo_all", "L1D_WRITE_REFILL", NULL },
	{ "sw_prefetch_w", NULL, NO_PREFETCH },
	{ "l1d_miss", "L1D_CACHE_REFILL", NULL },
	{ "l1d_miss_rd", "L1D_READ_REFILL", NULL },
	{ "l2_miss", "L2D_CACHE_REFILL", NULL },
	{ "llc_miss", NULL, "the core has no such event" },
	{ "dtlb_walks", NULL, "the core has no such event" },
	{ "dtlb_l1_miss", "L1D_TLB_REFILL", NULL },
	{ "backend_stalls", "STALL_BACKEND", "the core has no such event" },
	{ "store_buffer_stalls", NULL, NO_STORE_BUFFER },
	{ "branch_misses", "BRANCH_MISPRED", NULL },
	{ "mem_order_clears", NULL, NO_CLEARS },
	{ "barrier_dmb", "BARRIER_SPEC_EXEC_DMB", NULL },
	{ "acquire_ld", "RC_LD_SPEC", NULL },
	{ "release_st", "RC_ST_SPEC", NULL },
	{ NULL, NULL, NULL },
};

static const struct native_event cortex_a53[] = {
	{ "core_cycles", "CPU_CYCLES", NULL },
	{ "instructions", "INST_RETIRED", NULL },
	{ "l1d_miss", "L1D_CACHE_REFILL", NULL },
	{ "l2_miss", "L2D_CACHE_REFILL", NULL },
	{ "dtlb_l1_miss", "L1D_TLB_REFILL", NULL },
	{ "branch_misses", "BRANCH_MISPRED", NULL },
	{ NULL, NULL, NULL },
};

/* Cortex-A72 and A76 */
static const struct native_event cortex_a7x[] = {
	{ "core_cycles", "CPU_CYCLES", NO_TABLE },
	{ "instructions", "INST_RETIRED", NO_TABLE },
	{ NULL, NULL, NULL },
};

const struct event_table tables_arm[] = {
	{ "arm_n1", "Arm Neoverse N1", true, { neoverse_n1, neoverse } },
	{ "arm_n2", "Arm Neoverse N2", true, { neoverse_n2, neoverse } },
	{ "arm_v1", "Arm Neoverse V1", true, { neoverse_v1, neoverse } },
	{ "arm_v2", "Arm Neoverse V2", true, { neoverse_v2, neoverse } },
	{ "arm_ac57", "Arm Cortex-A57", true, { cortex_a57 } },
	{ "arm_ac53", "Arm Cortex-A53", true, { cortex_a53 } },
	{ "arm_ac72", "Arm Cortex-A72", true, { cortex_a7x } },
	{ "arm_ac76", "Arm Cortex-A76", true, { cortex_a7x } },
};

const size_t nr_tables_arm = sizeof(tables_arm) / sizeof(tables_arm[0]);
