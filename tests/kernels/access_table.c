// SPDX-License-Identifier: GPL-2.0-or-later
#include "access_table.h"
#include "loops/walk.h"

int counted_promote_label(struct folio *folio, int gen, bool skip)
{
	return skip ? promote_label(folio, gen, true) : promote_label(folio, gen, false);
}

void counted_set_folio_refs(struct folio *folio, int refs, bool skip)
{
	if (skip)
		set_folio_refs(folio, refs, true);
	else
		set_folio_refs(folio, refs, false);
}
