/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Small things that a tree defines itself, for one that came as the few files it needs. */
#ifndef FOLIOLAB_LIFTED_DEFAULTS_H
#define FOLIOLAB_LIFTED_DEFAULTS_H

#ifndef MIN_LRU_BATCH
#define MIN_LRU_BATCH BITS_PER_LONG
#endif
#ifndef MAX_LRU_BATCH
#define MAX_LRU_BATCH (MIN_LRU_BATCH * 64)
#endif
#ifndef SWAPPINESS_ANON_ONLY
#define SWAPPINESS_ANON_ONLY 201
#endif
#ifndef LRU_REFS_FLAGS
#ifdef SHIM_OLD_REFS_FLAGS
#define LRU_REFS_FLAGS (BIT(PG_referenced) | BIT(PG_workingset))
#else
#define LRU_REFS_FLAGS (LRU_REFS_MASK | BIT(PG_referenced))
#endif
#endif
#ifndef lru_to_folio
#define lru_to_folio(head) container_of((head)->prev, struct folio, lru)
#endif

#endif
