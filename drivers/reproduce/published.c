// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "reproduce/published.h"

#define MS     1e6
#define SERIES "inc_min_seq series, cover letter and replies, 21-28 Aug 2026"
#define RFC    "skip the flags cmpxchg RFC 2/3, 5 Nov 2026"
#define V3     "batch update pages when aging v3, 23 Jan 2024"

/* base clock of the i7-13700HX with turbo off; the RFC does not state it */
#define RFC_GHZ 2.1

/* clang-format off */
const struct published published[] = {
	{ "agetest-average", SERIES, "unnamed", "x86_64", "inc_min_seq series", "512 MB anon, 101 writes",
	  "ms/write", 131072, 4.990, 2.334, "includes the walk and three atypical writes",
	  MS, 0, CASE_AGETEST, FIGURE_AVERAGE, "base", "p6", 0 },
	{ "agetest-total", SERIES, "unnamed", "x86_64", "inc_min_seq series", "512 MB anon, 101 writes",
	  "ms", 131072 * 101., 503.946, 235.718, "101 times agetest-average",
	  MS, 0, CASE_AGETEST, FIGURE_AVERAGE, "base", "p6", 0 },
	{ "agetest-gen3", SERIES, "unnamed", "x86_64", "walk and promote every folio", "write 1",
	  "ms/write", 131072, 7.433, 7.538, "oldest list empty: the series changes nothing here",
	  MS, 0, CASE_AGETEST, FIGURE_WRITE_1, "base", "p6", 0 },
	{ "agetest-gen4", SERIES, "unnamed", "x86_64", "walk only", "write 2",
	  "ms/write", 131072, 0.949, 0.937, "nothing young: the series changes nothing here",
	  MS, 0, CASE_AGETEST, FIGURE_WRITE_2, "base", "p6", 0 },
	{ "agetest-gen5", SERIES, "unnamed", "x86_64", "promoted path, without the walk", "write 3 minus write 2",
	  "ms/write", 131072, 2.535 - 0.949, 2.348 - 0.937,
	  "2.535 and 2.348 with the walk; judged on inc_min_seq alone",
	  MS, 0, CASE_PROMOTED, FIGURE_STEADY, "base", "p6", 0 },
	{ "agetest-steady", SERIES, "unnamed", "x86_64", "walk and increment path", "writes 4 to 101, mean",
	  "ms/write", 131072, 5.031, 2.295, "derived: (total - first three)/98",
	  MS, 0, CASE_AGETEST, FIGURE_STEADY, "base", "p6", 0 },
	{ "inc-min-seq-only", SERIES, "unnamed", "x86_64", "inc_min_seq without the walk", "steady minus write 2",
	  "ns/folio", 1, 31.1, 10.4, "derived; what a stand-alone loop can be held against",
	  1, 0, CASE_ASCENDING, FIGURE_STEADY, "base", "p6", 0 },
	{ "without-protected-batch", SERIES, "unnamed", "x86_64", "patch 2 reverted",
	  "base is the series without patch 2", "ms/write", 131072, 2.381, 2.334, "",
	  MS, 0, CASE_AGETEST, FIGURE_AVERAGE, "v3", "p6", 0 },
	{ "agetest-arm64-pte", SERIES, "24 cores, 4K pages", "aarch64", "inc_min_seq series", "THP=never",
	  "ms/write", 131072, 7.644, 2.964, "", MS, 0, CASE_AGETEST, FIGURE_AVERAGE, "base", "p6", 0 },
	{ "agetest-arm64-pmd", SERIES, "24 cores, 4K pages", "aarch64", "inc_min_seq series", "THP=always",
	  "ms/write", 256, 0.0373, 0.0292, "folios of 512 pages",
	  MS, 0, CASE_AGETEST_LARGE, FIGURE_AVERAGE, "base", "p6", 0 },
	{ "without-protected-batch-arm64", SERIES, "24 cores, 4K pages", "aarch64", "patch 2 reverted",
	  "base is the series without patch 2", "ms/write", 131072, 2.996, 2.964, "",
	  MS, 0, CASE_AGETEST, FIGURE_AVERAGE, "v3", "p6", 0 },
	{ "skip-cmpxchg-1", RFC, "i7-13700HX, turbo off", "x86_64", "skip unchanged flags",
	  "2 GiB tmpfs, 1 process", "ms/pass", 524288, 32.9, 31.7, "nothing to skip: noise floor",
	  MS, RFC_GHZ, CASE_WALK_1, FIGURE_STEADY, "base", "skip", 0 },
	{ "skip-cmpxchg-8", RFC, "i7-13700HX, turbo off", "x86_64", "skip unchanged flags",
	  "2 GiB tmpfs, 8 processes", "ms/pass", 4194304, 195.1, 160.2, "items are visits",
	  MS, RFC_GHZ, CASE_WALK_8, FIGURE_STEADY, "base", "skip", 8 },
	{ "skip-cmpxchg-32", RFC, "i7-13700HX, turbo off", "x86_64", "skip unchanged flags",
	  "2 GiB tmpfs, 32 processes", "ms/pass", 16777216, 755.8, 592.2, "items are visits",
	  MS, RFC_GHZ, CASE_WALK_32, FIGURE_STEADY, "base", "skip", 32 },
	{ "skip-cmpxchg-64", RFC, "i7-13700HX, turbo off", "x86_64", "skip unchanged flags",
	  "2 GiB tmpfs, 64 processes", "ms/pass", 33554432, 1597.2, 1260.6, "items are visits",
	  MS, RFC_GHZ, CASE_WALK_64, FIGURE_STEADY, "base", "skip", 64 },
	{ "locked-op-share", RFC, "i7-13700HX, turbo off", "x86_64",
	  "share of walk_update_folio's samples on the locked op", "many processes", "percent", 0, 0, 0,
	  "53 to 58, from perf annotate of the kernel", 0, RFC_GHZ, CASE_NONE, FIGURE_STEADY, NULL, NULL, 0 },
	{ "prefetch-memtier", "prefetch LRU scan 3/3, 22 Dec 2023", "EPYC 7K62", "x86_64",
	  "prefetch, batching, bulk move (patches 1-3)", "memcached in a 4G memcg", "ops/s", 0, 44017.78, 44890.50,
	  "the mail says +1.8%; its figures give +1.98%", 0, 0, CASE_NONE, FIGURE_STEADY, NULL, NULL, 0 },
	{ "prefetch-v3-fio", V3, "EPYC 7K62", "x86_64", "prefetchw of the previous folio alone",
	  "fio read on a ramdisk", "MiB/s", 0, 8747.59, 9381.31, "", 0, 0, CASE_NONE, FIGURE_STEADY, NULL, NULL, 0 },
	{ "prefetch-v3-memtier", V3, "EPYC 7K62", "x86_64", "prefetchw of the previous folio alone",
	  "memtier, sd about 8%", "ops/s", 0, 50317.98, 47691.34, "inside its own noise",
	  0, 0, CASE_NONE, FIGURE_STEADY, NULL, NULL, 0 },
	{ "counters-v3-fio", V3, "EPYC 7K62", "x86_64", "batched nr_pages counters", "fio read on a ramdisk",
	  "MiB/s", 0, 9381.31, 9388.23, "", 0, 0, CASE_NONE, FIGURE_STEADY, NULL, NULL, 0 },
	{ "bulk-move-v3-fio", V3, "EPYC 7K62", "x86_64", "bulk list move", "fio read on a ramdisk",
	  "MiB/s", 0, 9388.23, 9367.29, "", 0, 0, CASE_NONE, FIGURE_STEADY, NULL, NULL, 0 },
};
/* clang-format on */

const size_t nr_published = sizeof(published) / sizeof(published[0]);

const struct published *published_find(const char *id)
{
	for (size_t i = 0; i < nr_published; i++)
		if (!strcmp(published[i].id, id))
			return &published[i];
	return NULL;
}

double published_ratio(const struct published *figure)
{
	return figure->patched / figure->base;
}

double published_ns(const struct published *figure, bool patched)
{
	if (figure->items <= 0)
		return 0;
	return (patched ? figure->patched : figure->base) * figure->ns_per_unit / figure->items;
}
