// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * x86-64 cores. "Encodes" is all that was seen of these names: that libpfm4
 * resolves them. No count was checked on silicon, which is what the proofs at
 * start-up are for.
 */
#include "metrics.h"

#define NO_TABLE  "libpfm4 4.13 has no table for this core: a near one's names are taken"
#define NO_CLEARS "the core has no such event: take pipeline_resyncs where there is one"
#define BUS_ONLY  "the core counts bus locks alone, and a cacheable lock is none: see locked_ops_bus"

/* the same on every core from Skylake to Sapphire Rapids */
static const struct native_event intel[] = {
	{ "core_cycles", "CPU_CLK_UNHALTED:THREAD_P", NULL },
	{ "core_cycles", "UNHALTED_CORE_CYCLES", NULL },
	{ "ref_cycles", "UNHALTED_REFERENCE_CYCLES", NULL },
	{ "instructions", "INST_RETIRED:ANY_P", NULL },
	{ "instructions", "INSTRUCTION_RETIRED", NULL },
	{ "locked_ops", "MEM_INST_RETIRED:LOCK_LOADS", NULL },
	{ "rfo_all", "L2_RQSTS:ALL_RFO", NULL },
	{ "rfo_miss_l2", "L2_RQSTS:RFO_MISS", NULL },
	{ "sw_prefetch_w", "SW_PREFETCH_ACCESS:PREFETCHW", NULL },
	{ "sw_prefetch_t0", "SW_PREFETCH_ACCESS:T0", NULL },
	{ "l1d_miss", "L1D:REPLACEMENT", NULL },
	{ "l1d_miss_load_retired", "MEM_LOAD_RETIRED:L1_MISS", NULL },
	{ "l2_miss_load_retired", "MEM_LOAD_RETIRED:L2_MISS", NULL },
	{ "l2_miss_demand", "L2_RQSTS:ALL_DEMAND_MISS", NULL },
	{ "llc_miss", "LONGEST_LAT_CACHE:MISS", NULL },
	{ "llc_miss_load_retired", "MEM_LOAD_RETIRED:L3_MISS", NULL },
	{ "dtlb_load_walks", "DTLB_LOAD_MISSES:WALK_COMPLETED", NULL },
	{ "dtlb_store_walks", "DTLB_STORE_MISSES:WALK_COMPLETED", NULL },
	{ "dtlb_load_walk_cycles", "DTLB_LOAD_MISSES:WALK_ACTIVE", NULL },
	{ "backend_stalls_mem_l1d", "CYCLE_ACTIVITY:STALLS_L1D_MISS", NULL },
	{ "backend_stalls_l3", "CYCLE_ACTIVITY:STALLS_L3_MISS", NULL },
	{ "backend_stalls_total", "CYCLE_ACTIVITY:STALLS_TOTAL", NULL },
	{ "store_buffer_stalls", "RESOURCE_STALLS:SB", NULL },
	{ "store_bound", "EXE_ACTIVITY:BOUND_ON_STORES", NULL },
	{ "branch_misses", "BR_MISP_RETIRED:ALL_BRANCHES", NULL },
	{ "mem_order_clears", "MACHINE_CLEARS:MEMORY_ORDERING", NULL },
	{ NULL, NULL, NULL },
};

/* up to Ice Lake */
static const struct native_event to_ice_lake[] = {
	{ "hitm_load", "MEM_LOAD_L3_HIT_RETIRED:XSNP_HITM", NULL },
	{ "rfo_demand_offcore", "OFFCORE_REQUESTS:DEMAND_RFO", NULL },
	{ "backend_stalls_mem", "CYCLE_ACTIVITY:STALLS_MEM_ANY", NULL },
	{ NULL, NULL, NULL },
};

/* Skylake and its like */
static const struct native_event skylake[] = {
	{ "lock_cycles", "LOCK_CYCLES:CACHE_LOCK_DURATION", NULL },
	{ NULL, NULL, NULL },
};

static const struct native_event skylake_client[] = {
	{ "rfo_ocr", "OFFCORE_RESPONSE_0:DMND_RFO:ANY_RESPONSE", NULL },
	{ NULL, NULL, NULL },
};

/* from Ice Lake on */
static const struct native_event from_ice_lake[] = {
	{ "rfo_ocr", "OCR:DEMAND_RFO_ANY_RESPONSE", NULL },
	{ "sw_prefetch_miss_l2", "L2_RQSTS:SWPF_MISS", NULL },
	{ "topdown_backend", "TOPDOWN:BACKEND_BOUND_SLOTS", NULL },
	{ NULL, NULL, NULL },
};

/* its own names come first: the older ones still encode, but mean less */
static const struct native_event sapphire_rapids[] = {
	{ "backend_stalls_mem", "EXE_ACTIVITY:BOUND_ON_LOADS", NULL },
	{ "backend_stalls_mem_l1d", "MEMORY_ACTIVITY:STALLS_L1D_MISS", NULL },
	{ "backend_stalls_l3", "MEMORY_ACTIVITY:STALLS_L3_MISS", NULL },
	{ "topdown_mem_bound", "TOPDOWN:MEMORY_BOUND_SLOTS", NULL },
	{ "hitm_load", "MEM_LOAD_L3_HIT_RETIRED:XSNP_FWD", NULL },
	{ "hitm_load", "MEM_LOAD_L3_HIT_RETIRED:XSNP_HITM", "no XSNP_HITM here: XSNP_FWD is the nearest" },
	{ "rfo_demand_offcore", "OFFCORE_REQUESTS:DEMAND_RFO",
	  "OFFCORE_REQUESTS has no DEMAND_RFO here: take rfo_all or rfo_ocr" },
	{ "backend_stalls_mem", "CYCLE_ACTIVITY:STALLS_MEM_ANY",
	  "CYCLE_ACTIVITY has no STALLS_MEM_ANY here: EXE_ACTIVITY:BOUND_ON_LOADS is the nearest" },
	{ NULL, NULL, NULL },
};

static const struct native_event golden_cove[] = {
	{ "core_cycles", "CPU_CLK_UNHALTED:THREAD_P", NO_TABLE },
	{ "instructions", "INST_RETIRED:ANY_P", NO_TABLE },
	{ NULL, NULL, NULL },
};

static const struct native_event gracemont[] = {
	{ "core_cycles", "CPU_CLK_UNHALTED:CORE_P", NO_TABLE },
	{ "instructions", "INST_RETIRED:ANY_P", NO_TABLE },
	{ NULL, NULL, NULL },
};

/* Zen 2 to Zen 4 */
static const struct native_event zen[] = {
	{ "core_cycles", "CYCLES_NOT_IN_HALT", NULL },
	{ "instructions", "RETIRED_INSTRUCTIONS", NULL },
	{ "locked_ops_bus", "RETIRED_LOCK_INSTRUCTIONS:BUS_LOCK", NULL },
	{ "rfo_all", "REQUESTS_TO_L2_GROUP1:RD_BLK_X:CHANGE_TO_X", NULL },
	{ "rfo_rdblkx", "REQUESTS_TO_L2_GROUP1:RD_BLK_X", NULL },
	{ "rfo_upgrade", "REQUESTS_TO_L2_GROUP1:CHANGE_TO_X", NULL },
	{ "sw_prefetch_w", "PREFETCH_INSTRUCTIONS_DISPATCHED:PREFETCHW", NULL },
	{ "sw_prefetch_t0", "PREFETCH_INSTRUCTIONS_DISPATCHED:PREFETCH_T0_T1_T2", NULL },
	{ "sw_prefetch_ineffective", "INEFFECTIVE_SOFTWARE_PREFETCH:DATA_PIPE_SW_PF_DC_HIT", NULL },
	{ "l2_miss_demand", "CORE_TO_L2_CACHEABLE_REQUEST_ACCESS_STATUS:LS_RD_BLK_C", NULL },
	{ "dtlb_walks",
	  "L1_DTLB_MISS:TLB_RELOAD_4K_L2_MISS:TLB_RELOAD_2M_L2_MISS:TLB_RELOAD_1G_L2_MISS"
	  ":TLB_RELOAD_COALESCED_PAGE_MISS",
	  NULL },
	{ "backend_stalls_ldq", "DISPATCH_RESOURCE_STALL_CYCLES_1:LOAD_QUEUE_RSRC_STALL", NULL },
	{ "store_buffer_stalls", "DISPATCH_RESOURCE_STALL_CYCLES_1:STORE_QUEUE_RSRC_STALL", NULL },
	{ "branch_misses", "RETIRED_BRANCH_INSTRUCTIONS_MISPREDICTED", NULL },
	{ "stlf_fail", "BAD_STATUS_2:STLI_OTHER", NULL },
	{ "mem_order_clears", NULL, NO_CLEARS },
	{ NULL, NULL, NULL },
};

static const struct native_event zen2[] = {
	{ "locked_ops", "RETIRED_LOCK_INSTRUCTIONS:CACHEABLE_LOCKS", NULL },
	{ "l1d_miss", "MAB_ALLOCATION_BY_PIPE:DATA_PIPE", NULL },
	{ "llc_miss", "DATA_CACHE_REFILLS_FROM_SYSTEM:LS_MABRESP_LCL_DRAM:LS_MABRESP_RMT_DRAM", NULL },
	{ "ref_cycles", NULL, "the core has no such event: the time-stamp counter is its reference" },
	{ "l1d_miss", "MAB_ALLOCATION_BY_PIPE", "MAB_ALLOCATION_BY_PIPE needs to be told the pipe" },
	{ NULL, NULL, NULL },
};

static const struct native_event zen3[] = {
	{ "l1d_miss", "MAB_ALLOCATION_BY_TYPE:LS", NULL },
	{ "l1d_fills",
	  "ANY_DATA_CACHE_FILLS_FROM_SYSTEM:LCL_L2:INT_CACHE:EXT_CACHE_LCL:MEM_IO_LCL"
	  ":EXT_CACHE_RMT:MEM_IO_RMT",
	  NULL },
	{ "llc_miss", "ANY_DATA_CACHE_FILLS_FROM_SYSTEM:MEM_IO_LCL:MEM_IO_RMT", NULL },
	{ "llc_miss_demand", "DEMAND_DATA_CACHE_FILLS_FROM_SYSTEM:MEM_IO_LCL:MEM_IO_RMT", NULL },
	{ "ref_cycles", NULL, "the core has no such event: the time-stamp counter is its reference" },
	{ "locked_ops", "RETIRED_LOCK_INSTRUCTIONS:CACHEABLE_LOCKS", BUS_ONLY },
	{ NULL, NULL, NULL },
};

static const struct native_event zen4[] = {
	{ "ref_cycles", "P0_FREQ_CYCLES_NOT_IN_HALT:P0_FREQ_CYCLES", NULL },
	{ "l1d_miss", "MAB_ALLOCATION_BY_TYPE:LS", NULL },
	{ "l1d_fills",
	  "ANY_DATA_CACHE_FILLS_FROM_SYSTEM:LCL_L2:LOCAL_CCX:NEAR_CACHE_NEAR_FAR"
	  ":DRAM_IO_NEAR:FAR_CACHE_NEAR_FAR:DRAM_IO_FAR",
	  NULL },
	{ "llc_miss", "ANY_DATA_CACHE_FILLS_FROM_SYSTEM:DRAM_IO_NEAR:DRAM_IO_FAR", NULL },
	{ "llc_miss_demand", "DEMAND_DATA_CACHE_FILLS_FROM_SYSTEM:DRAM_IO_NEAR:DRAM_IO_FAR", NULL },
	{ "backend_stalls", "DISPATCH_STALLS_1:BE_STALLS", NULL },
	{ "backend_stalls_mem", "CYCLES_NO_RETIRE:NOT_COMPLETE_MISSING_LOAD", NULL },
	{ "pipeline_resyncs", "RESYNCS", NULL },
	{ "locked_ops", "RETIRED_LOCK_INSTRUCTIONS:CACHEABLE_LOCKS", BUS_ONLY },
	{ NULL, NULL, NULL },
};

const struct event_table tables_x86[] = {
	{ "skl", "Intel Skylake to Comet Lake", true, { skylake_client, intel, to_ice_lake, skylake } },
	{ "skx", "Intel Skylake-SP", true, { intel, to_ice_lake, skylake } },
	{ "clx", "Intel Cascade Lake and Cooper Lake", true, { intel, to_ice_lake, skylake } },
	{ "icl", "Intel Ice Lake, Tiger Lake and Rocket Lake", true, { intel, to_ice_lake, from_ice_lake } },
	{ "icx", "Intel Ice Lake-SP", true, { intel, to_ice_lake, from_ice_lake } },
	{ "spr", "Intel Sapphire Rapids", true, { sapphire_rapids, intel, from_ice_lake } },
	{ "adl_glc", "Intel Alder Lake, performance cores", true, { golden_cove } },
	{ "adl_grt", "Intel Alder Lake, efficiency cores", true, { gracemont } },
	{ "amd64_fam17h_zen2", "AMD Zen 2", true, { zen2, zen } },
	{ "amd64_fam19h_zen3", "AMD Zen 3", true, { zen3, zen } },
	{ "amd64_fam19h_zen4", "AMD Zen 4", true, { zen4, zen } },
};

const size_t nr_tables_x86 = sizeof(tables_x86) / sizeof(tables_x86[0]);
