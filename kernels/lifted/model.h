/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lab's model under other names, so that the kernel's are free for lifted
 * code. A header of its own: the lifter takes every name that shim.h defines
 * for one that the tree need not supply.
 */
#ifndef FOLIOLAB_LIFTED_MODEL_H
#define FOLIOLAB_LIFTED_MODEL_H

#define folio          model_folio
#define list_head      model_list_head
#define lruvec         model_lruvec
#define list_empty     model_list_empty
#define folio_nr_pages model_folio_nr_pages
#include "arch/arch.h"
#include "model/world.h"
#undef folio
#undef list_head
#undef lruvec
#undef list_empty
#undef folio_nr_pages

/* the kernel has a macro of that name, which an attribute must not meet */
#undef NOINLINE
#define NOINLINE __attribute__((__noinline__))

#endif
