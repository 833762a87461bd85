/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The out-of-line checks that CONFIG_DEBUG_LIST calls, which the kernel keeps
 * in a file of its own: none of the pointers NULL or poisoned, neighbours that
 * agree, nothing added twice. A list found broken ends the process.
 */
#ifndef FOLIOLAB_LIFTED_LIST_DEBUG_H
#define FOLIOLAB_LIFTED_LIST_DEBUG_H

static NOINLINE __maybe_unused bool shim_debug_add(struct list_head *entry, struct list_head *left,
						   struct list_head *right)
{
	if (unlikely(!left) || unlikely(!right))
		return false;
	if (unlikely(right->prev != left) || unlikely(left->next != right))
		return false;
	return !unlikely(entry == left || entry == right);
}

static NOINLINE __maybe_unused bool shim_debug_unlink(struct list_head *entry)
{
	struct list_head *left = entry->prev, *right = entry->next;

	if (unlikely(!right) || unlikely(!left))
		return false;
	if (unlikely(right == LIST_POISON1) || unlikely(left == LIST_POISON2))
		return false;
	return !unlikely(left->next != entry) && !unlikely(right->prev != entry);
}

static inline bool shim_or_die(bool whole)
{
	if (unlikely(!whole))
		abort();
	return true;
}

/* by the names the trees call them */
#define __list_add_valid_or_report(entry, left, right) shim_or_die(shim_debug_add(entry, left, right))
#define __list_del_entry_valid_or_report(entry)        shim_or_die(shim_debug_unlink(entry))
#if defined(SHIM_OLD_DEBUG_LIST) && SHIM_LIST_CHECKS == 2
#define __list_add_valid(entry, left, right) shim_or_die(shim_debug_add(entry, left, right))
#define __list_del_entry_valid(entry)        shim_or_die(shim_debug_unlink(entry))
#endif

#endif
