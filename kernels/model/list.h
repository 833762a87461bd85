/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The doubly linked list under the LRU. Each operation costs exactly the loads
 * and stores that spec section 2e counts: a move 3 loads and 6 stores, a cut
 * and a splice about 4 loads and 6 stores whatever their length. Stores to
 * `next` are volatile, as in the kernel, where lockless readers follow it.
 *
 * A flavour may put in the checks that a kernel's configuration does: with
 * LIST_CHECKS 1 those of CONFIG_LIST_HARDENED, inline; with 2 those of
 * CONFIG_DEBUG_LIST, out of line and more of them. Cuts and splices have none.
 */
#ifndef FOLIOLAB_MODEL_LIST_H
#define FOLIOLAB_MODEL_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "model/access.h"

#ifndef LIST_CHECKS
#define LIST_CHECKS 0
#endif

struct list_head {
	struct list_head *next, *prev;
};

/* out of line, as CONFIG_DEBUG_LIST has it; what the kernel poisons is NULL here */
static NOINLINE __attribute__((unused)) bool list_debug_unlink(const struct list_head *entry)
{
	const struct list_head *left = entry->prev, *right = entry->next;

	return !unlikely(!left) && !unlikely(!right) && !unlikely(left->next != entry) &&
	       !unlikely(right->prev != entry);
}

static NOINLINE __attribute__((unused)) bool list_debug_insert(const struct list_head *entry,
							       const struct list_head *left,
							       const struct list_head *right)
{
	return !unlikely(!left) && !unlikely(!right) && !unlikely(right->prev != left) &&
	       !unlikely(left->next != right) && !unlikely(entry == left || entry == right);
}

/* a broken list ends the process */
static ALWAYS_INLINE void list_check_unlink(const struct list_head *entry)
{
	if (LIST_CHECKS == 1 && unlikely(entry->prev->next != entry || entry->next->prev != entry))
		__builtin_trap();
	if (LIST_CHECKS == 2 && unlikely(!list_debug_unlink(entry)))
		__builtin_trap();
}

static ALWAYS_INLINE void list_check_insert(const struct list_head *entry, const struct list_head *left,
					    const struct list_head *right)
{
	if (LIST_CHECKS == 1 &&
	    unlikely(right->prev != left || left->next != right || entry == left || entry == right))
		__builtin_trap();
	if (LIST_CHECKS == 2 && unlikely(!list_debug_insert(entry, left, right)))
		__builtin_trap();
}

static ALWAYS_INLINE void list_init(struct list_head *head)
{
	WRITE_ONCE(head->next, head);
	WRITE_ONCE(head->prev, head);
}

static ALWAYS_INLINE bool list_empty(const struct list_head *head)
{
	return READ_ONCE(head->next) == head;
}

/* makes @left and @right neighbours; what stood between them is forgotten */
static ALWAYS_INLINE void list_join(struct list_head *left, struct list_head *right)
{
	right->prev = left;
	WRITE_ONCE(left->next, right);
}

static ALWAYS_INLINE void list_insert(struct list_head *entry, struct list_head *left, struct list_head *right)
{
	list_check_insert(entry, left, right);
	right->prev = entry;
	entry->next = right;
	entry->prev = left;
	WRITE_ONCE(left->next, entry);
}

static ALWAYS_INLINE void list_add_front(struct list_head *entry, struct list_head *head)
{
	list_insert(entry, head, head->next);
}

/* takes it off its list; whoever follows its links then does not get far */
static ALWAYS_INLINE void list_unlink(struct list_head *entry)
{
	list_check_unlink(entry);
	list_join(entry->prev, entry->next);
	entry->next = NULL;
	entry->prev = NULL;
}

static ALWAYS_INLINE void list_move_front(struct list_head *entry, struct list_head *head)
{
	list_check_unlink(entry);
	list_join(entry->prev, entry->next);
	list_insert(entry, head, head->next);
}

static ALWAYS_INLINE void list_move_back(struct list_head *entry, struct list_head *head)
{
	list_check_unlink(entry);
	list_join(entry->prev, entry->next);
	list_insert(entry, head->prev, head);
}

/* moves the front of @head, up to and with @last (an entry of it), into @into */
static ALWAYS_INLINE void list_cut_front(struct list_head *into, struct list_head *head,
					 struct list_head *last)
{
	struct list_head *rest = last->next;

	into->next = head->next;
	into->next->prev = into;
	into->prev = last;
	last->next = into;
	head->next = rest;
	rest->prev = head;
}

/* moves all of @from behind the last entry of @head; @from is empty afterwards */
static ALWAYS_INLINE void list_splice_back(struct list_head *from, struct list_head *head)
{
	struct list_head *first = from->next, *last = from->prev, *left = head->prev;

	first->prev = left;
	left->next = first;
	last->next = head;
	head->prev = last;
	list_init(from);
}

#endif
