/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * List primitives by the kernel's names, for a tree that came without its
 * list.h: the loads and stores that spec section 2e counts, with the checks
 * of CONFIG_LIST_HARDENED (inline) or CONFIG_DEBUG_LIST (out of line) where
 * SHIM_LIST_CHECKS says so. A cut and a splice are never checked.
 */
#ifndef FOLIOLAB_LIFTED_LISTS_H
#define FOLIOLAB_LIFTED_LISTS_H

#define LIST_HEAD_INIT(name)     \
	{                        \
		&(name), &(name) \
	}
#define LIST_HEAD(name)                      struct list_head name = LIST_HEAD_INIT(name)
#define list_entry(pointer, type, member)    container_of(pointer, type, member)
#define list_first_entry(head, type, member) list_entry((head)->next, type, member)
#define list_last_entry(head, type, member)  list_entry((head)->prev, type, member)

static inline void INIT_LIST_HEAD(struct list_head *head)
{
	WRITE_ONCE(head->next, head);
	WRITE_ONCE(head->prev, head);
}

static inline bool list_empty(const struct list_head *head)
{
	return READ_ONCE(head->next) == head;
}

static inline void shim_check_add(struct list_head *entry, struct list_head *left, struct list_head *right)
{
#if SHIM_LIST_CHECKS == 1
	if (unlikely(right->prev != left || left->next != right || entry == left || entry == right))
		abort();
#elif SHIM_LIST_CHECKS == 2
	if (unlikely(!shim_debug_add(entry, left, right)))
		abort();
#endif
	(void)entry, (void)left, (void)right;
}

static inline void shim_check_unlink(struct list_head *entry)
{
#if SHIM_LIST_CHECKS == 1
	if (unlikely(entry->prev->next != entry || entry->next->prev != entry))
		abort();
#elif SHIM_LIST_CHECKS == 2
	if (unlikely(!shim_debug_unlink(entry)))
		abort();
#endif
	(void)entry;
}

static inline void shim_insert(struct list_head *entry, struct list_head *left, struct list_head *right)
{
	shim_check_add(entry, left, right);
	right->prev = entry;
	entry->next = right;
	entry->prev = left;
	WRITE_ONCE(left->next, entry);
}

static inline void shim_unlink(struct list_head *entry)
{
	struct list_head *left, *right;

	shim_check_unlink(entry);
	left = entry->prev;
	right = entry->next;
	right->prev = left;
	WRITE_ONCE(left->next, right);
}

static inline void list_add(struct list_head *entry, struct list_head *head)
{
	shim_insert(entry, head, head->next);
}

static inline void list_add_tail(struct list_head *entry, struct list_head *head)
{
	shim_insert(entry, head->prev, head);
}

static inline void list_del(struct list_head *entry)
{
	shim_unlink(entry);
	entry->next = LIST_POISON1;
	entry->prev = LIST_POISON2;
}

static inline void list_move(struct list_head *entry, struct list_head *head)
{
	shim_unlink(entry);
	list_add(entry, head);
}

static inline void list_move_tail(struct list_head *entry, struct list_head *head)
{
	shim_unlink(entry);
	list_add_tail(entry, head);
}

/* the front of @head up to @last into @into; all that stood in @into is forgotten */
static inline void list_cut_position(struct list_head *into, struct list_head *head, struct list_head *last)
{
	struct list_head *rest;

	if (list_empty(head))
		return;
	if (last == head) {
		INIT_LIST_HEAD(into);
		return;
	}
	rest = last->next;
	into->next = head->next;
	into->next->prev = into;
	into->prev = last;
	last->next = into;
	head->next = rest;
	rest->prev = head;
}

static inline void shim_splice(const struct list_head *from, struct list_head *left, struct list_head *right)
{
	struct list_head *first = from->next, *last = from->prev;

	first->prev = left;
	left->next = first;
	last->next = right;
	right->prev = last;
}

static inline void list_splice(const struct list_head *from, struct list_head *head)
{
	if (!list_empty(from))
		shim_splice(from, head, head->next);
}

static inline void list_splice_tail(struct list_head *from, struct list_head *head)
{
	if (!list_empty(from))
		shim_splice(from, head->prev, head);
}

static inline void list_splice_init(struct list_head *from, struct list_head *head)
{
	if (list_empty(from))
		return;
	shim_splice(from, head, head->next);
	INIT_LIST_HEAD(from);
}

static inline void list_splice_tail_init(struct list_head *from, struct list_head *head)
{
	if (list_empty(from))
		return;
	shim_splice(from, head->prev, head);
	INIT_LIST_HEAD(from);
}

#endif
