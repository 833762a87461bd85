// SPDX-License-Identifier: GPL-2.0-or-later
/* The functions that can be lifted: what they are called with, and what judges them. */
#include <string.h>

#include "lifted/lifted.h"

static const struct argument aging_arguments[] = {
	{ "lruvec", "lruvec" },
	{ "type", "type" },
	{ "swappiness", "swappiness" },
	{ "can_swap", "swappiness" },
	{ "struct lruvec *", "lruvec" },
	{ "bool", "swappiness" },
	{ NULL, NULL },
};

static const struct argument walk_arguments[] = {
	{ "folio", "folio" },
	{ "gen", "gen" },
	{ "new_gen", "gen" },
	{ "vma_flags", "vma_flags" },
	{ "lruvec", "lruvec" },
	{ "struct folio *", "folio" },
	{ "const vma_flags_t *", "vma_flags" },
	{ "vm_flags_t", "0" },
	{ "unsigned long", "0" },
	{ "int *", "&(int){ 0 }" },
	{ NULL, NULL },
};

static const struct argument refs_arguments[] = {
	{ "folio", "folio" }, { "refs", "refs" },         { "struct folio *", "folio" },
	{ "int", "refs" },    { "unsigned int", "refs" }, { NULL, NULL },
};

static const struct argument scan_arguments[] = {
	{ "nr_to_scan", "nr_to_scan" },
	{ "lruvec", "lruvec" },
	{ "sc", "sc" },
	{ "type", "type" },
	{ "tier", "tier" },
	{ "list", "list" },
	{ "isolatedp", "isolated" },
	{ "isolated", "isolated" },
	{ "struct lruvec *", "lruvec" },
	{ "struct scan_control *", "sc" },
	{ "struct list_head *", "list" },
	{ "int *", "isolated" },
	{ NULL, NULL },
};

const struct liftable liftables[] = {
	{
		.function = "inc_min_seq",
		.name = "lifted:inc_min_seq",
		.root = "inc_min_seq",
		.arguments = aging_arguments,
		.pass = "lifted/inc_min_seq.h",
		.beside = "inc_min_seq",
		.check = lifted_aging_check,
	},
	{
		.function = "folio_update_gen",
		.name = "lifted:folio_update_gen",
		.root = "folio_update_gen",
		.arguments = walk_arguments,
		.pass = "lifted/folio_update_gen.h",
		.beside = "walk",
		.check = lifted_walk_check,
	},
	{
		.function = "folio_set_lru_refs",
		.name = "lifted:folio_set_lru_refs",
		.root = "folio_set_lru_refs",
		.arguments = refs_arguments,
		.pass = "lifted/folio_set_lru_refs.h",
		.beside = "set_refs",
		.check = lifted_refs_check,
	},
	{
		.function = "sort_folio",
		.name = "lifted:sort_folio",
		.root = "scan_folios",
		.arguments = scan_arguments,
		.pass = "lifted/sort_folio.h",
		.beside = "scan",
		.check = lifted_scan_check,
	},
};
const size_t nr_liftables = sizeof(liftables) / sizeof(liftables[0]);

const struct liftable *liftable_find(const char *function)
{
	for (size_t i = 0; i < nr_liftables; i++)
		if (!strcmp(liftables[i].function, function))
			return &liftables[i];
	return NULL;
}
