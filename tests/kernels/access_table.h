/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The walk's helpers, which the kernels keep to themselves, in the counted flavour. */
#ifndef FOLIOLAB_TESTS_KERNELS_ACCESS_TABLE_H
#define FOLIOLAB_TESTS_KERNELS_ACCESS_TABLE_H

#include <stdbool.h>

#include "model/folio.h"

int counted_promote_label(struct folio *folio, int gen, bool skip);
void counted_set_folio_refs(struct folio *folio, int refs, bool skip);

#endif
