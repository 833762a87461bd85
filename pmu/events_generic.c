// SPDX-License-Identifier: GPL-2.0-or-later
/* Events of no one core: tried where a core's own table has nothing that counts. */
#include "metrics.h"

/* PAPI's own names, where it has them for the core */
static const struct native_event presets[] = {
	{ "core_cycles", "PAPI_TOT_CYC", NULL },  { "ref_cycles", "PAPI_REF_CYC", NULL },
	{ "instructions", "PAPI_TOT_INS", NULL }, { "l1d_miss", "PAPI_L1_DCM", NULL },
	{ "l2_miss", "PAPI_L2_DCM", NULL },       { "llc_miss", "PAPI_L3_TCM", NULL },
	{ "dtlb_l1_miss", "PAPI_TLB_DM", NULL },  { "backend_stalls", "PAPI_RES_STL", NULL },
	{ "branch_misses", "PAPI_BR_MSP", NULL }, { NULL, NULL, NULL },
};

/* the kernel's own names */
static const struct native_event kernel[] = {
	{ "core_cycles", "CPU-CYCLES", NULL },          { "ref_cycles", "REF-CYCLES", NULL },
	{ "instructions", "INSTRUCTIONS", NULL },       { "l1d_miss", "L1-DCACHE-LOAD-MISSES", NULL },
	{ "llc_miss", "LLC-LOAD-MISSES", NULL },        { "llc_miss", "CACHE-MISSES", NULL },
	{ "dtlb_load_miss", "DTLB-LOAD-MISSES", NULL }, { "backend_stalls", "STALLED-CYCLES-BACKEND", NULL },
	{ "branch_misses", "BRANCH-MISSES", NULL },     { NULL, NULL, NULL },
};

/* numbers that hold beyond the cores that are known: Arm's architecture, Intel's since Skylake */
static const struct native_event raw[] = {
#if defined(__aarch64__)
	{ "backend_stalls", "r24", NULL },
#else
	{ "locked_ops", "r21d0", NULL },
#endif
	{ NULL, NULL, NULL },
};

/* counted by the kernel, without a PMU; the scheduler's happen in the kernel's domain */
static const struct native_event software[] = {
	{ "task_clock", "TASK-CLOCK", NULL },
	{ "page_faults", "PAGE-FAULTS", NULL },
	{ "context_switches", "CONTEXT-SWITCHES:u=1:k=1", NULL },
	{ "migrations", "CPU-MIGRATIONS:u=1:k=1", NULL },
	{ NULL, NULL, NULL },
};

const struct event_table tables_generic[] = {
	{ "papi", "PAPI's presets", false, { presets } },
	{ "perf", "the kernel's generic events", false, { kernel, software } },
	{ "perf_raw", "raw numbers", false, { raw } },
};

const size_t nr_tables_generic = sizeof(tables_generic) / sizeof(tables_generic[0]);
