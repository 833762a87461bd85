// SPDX-License-Identifier: GPL-2.0-or-later
#include "engine/plan.h"
#include "kernel.h"

enum { MAX_REFS = 4, PERMILLE = 1000 };

const char *workload_refusal(const struct kernel *kernel, const struct workload *load)
{
	if (load->folios > MAX_FOLIOS)
		return "more folios than 1073741824";
	if (load->folio_order > MAX_FOLIO_ORDER)
		return "folio order above 9";
	if (load->layout > LAYOUT_RUNS || (load->layout == LAYOUT_RUNS && !load->run_length))
		return "a layout of runs of no folios";
	if (load->promoted_permille > PERMILLE || load->young_permille > PERMILLE)
		return "more than 1000 of a thousand";
	if (load->promoted_pattern > PROMOTED_ALTERNATING)
		return "no such promoted pattern";
	if (load->zones < 1 || load->zones > MAX_NR_ZONES)
		return "zones are 1 to 4";
	if (load->type >= ANON_AND_FILE)
		return "a type that is neither anon nor file";
	if (load->page_tables > MAX_PAGE_TABLES)
		return "more page tables than 1024";
	if (load->refs > MAX_REFS)
		return "refs are 0 to 4";
	if (load->batch_length > MAX_LRU_BATCH)
		return "a batch of more than 4096 folios";
	if (load->reclaim_zones > MAX_NR_ZONES)
		return "zones to reclaim from are 1 to 4";
	if (load->prefetch_distance > MAX_PREFETCH_DISTANCE)
		return "a prefetch distance above 64";
	if (load->prefetch_after > 1)
		return "a prefetch that is neither before nor after";
	if (load->work_loads > MAX_WORK || load->work_locked > MAX_WORK || load->work_stores > MAX_WORK)
		return "more work than 1000 of a kind per folio";
	if (load->contention > CONTENTION_WRITERS)
		return "no such contention";
	if (load->companions > MAX_COMPANIONS)
		return "more companions than 1023";
	if (!load->contention != !load->companions)
		return "companions and what they do: give both or neither";
	if (load->contention && !kernel->companion)
		return "this kernel runs on one CPU only: leave --contention out";
	return kernel->refuses ? kernel->refuses(load) : NULL;
}
