// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdlib.h>
#include <string.h>

#include "real.h"

enum { STRIDE = 2 };

static const uint64_t untouched = UINT64_C(0x5ca1ab1e0ddba11);

static struct list_head *list_of(const struct real *real, int gen, int type, int zone)
{
	return &real->lruvec->lrugen.folios[gen][type][zone];
}

size_t real_bytes(size_t folios)
{
	return sizeof(struct lruvec) + (folios * STRIDE + 1) * sizeof(struct folio);
}

struct real real_place(void *memory, size_t folios)
{
	struct lruvec *lruvec = memory;

	return (struct real){
		.lruvec = lruvec,
		.pages = (struct folio *)(lruvec + 1),
		.stride = STRIDE,
		.folios = folios,
	};
}

struct real real_alloc(size_t folios)
{
	void *memory = aligned_alloc(LINE, real_bytes(folios));

	if (!memory)
		abort();
	return real_place(memory, folios);
}

void real_free(struct real *real)
{
	free(real->lruvec);
}

struct real real_of_world(const struct world *world)
{
	return (struct real){
		.lruvec = world->lruvec,
		.pages = world->pages,
		.stride = (size_t)1 << world->load.folio_order,
		.folios = world->load.folios,
	};
}

static void build_folio(struct folio *folio, uint64_t flags, long pages, size_t index)
{
	struct folio_tail *tail = (struct folio_tail *)(folio + 1);

	*folio = (struct folio){
		.flags = flags,
		.mapping = folio,
		.index = index,
		.private = untouched,
		.mapcount = 7,
		.refcount = 11,
		.memcg = untouched,
	};
	*tail = (struct folio_tail){ .order = untouched, .nr_pages = (uint32_t)pages, .unused_end = 13 };
}

static void build_list(const struct real *real, struct list_head *head, const struct sequence *list)
{
	struct list_head *left = head;

	for (size_t i = 0; i < list->count; i++) {
		struct list_head *entry = &real_folio(real, list->folios[i])->lru;

		left->next = entry;
		entry->prev = left;
		left = entry;
	}
	left->next = head;
	head->prev = left;
}

void real_build(const struct real *real, const struct state *state)
{
	struct lruvec *lruvec = real->lruvec;
	struct lru_gen *lrugen = &lruvec->lrugen;

	memset(lruvec, 0x5a, sizeof(*lruvec));
	lruvec->lock = 0;
	for (size_t i = 0; i < state->folios; i++)
		build_folio(real_folio(real, i), state->flags[i], state->pages[i], i);
	for (int gen = 0; gen < MAX_NR_GENS; gen++)
		for (int type = 0; type < ANON_AND_FILE; type++)
			for (int zone = 0; zone < MAX_NR_ZONES; zone++)
				build_list(real, list_of(real, gen, type, zone),
					   &state->lists[gen][type][zone]);
	memcpy(lrugen->nr_pages, state->nr_pages, sizeof(lrugen->nr_pages));
	memcpy(lrugen->protected, state->protected, sizeof(state->protected));
	memcpy(lrugen->min_seq, state->min_seq, sizeof(lrugen->min_seq));
	memcpy(lruvec->lru_size, state->lru_size, sizeof(lruvec->lru_size));
	lrugen->max_seq = state->max_seq;
}

static const char *read_list(const struct real *real, const struct list_head *head, struct sequence *list,
			     uint8_t *seen)
{
	const struct list_head *left = head;

	list->count = 0;
	for (struct list_head *entry = head->next; entry != head; left = entry, entry = entry->next) {
		size_t offset = (size_t)((char *)folio_of(entry) - (char *)real->pages);
		size_t index = offset / (real->stride * sizeof(struct folio));

		if (index >= real->folios || folio_of(entry) != real_folio(real, index))
			return "a link leads to no folio";
		if (seen[index]++)
			return "a folio is on two lists, or twice on one";
		if (entry->prev != left)
			return "forward and backward links disagree";
		list->folios[list->count++] = (uint32_t)index;
	}
	return head->prev == left ? NULL : "forward and backward links disagree";
}

static const char *read_lists(const struct real *real, struct state *state)
{
	uint8_t *seen = calloc(real->folios + 1, 1);
	const char *broken = NULL;

	if (!seen)
		abort();
	for (int gen = 0; gen < MAX_NR_GENS; gen++)
		for (int type = 0; type < ANON_AND_FILE; type++)
			for (int zone = 0; !broken && zone < MAX_NR_ZONES; zone++)
				broken = read_list(real, list_of(real, gen, type, zone),
						   &state->lists[gen][type][zone], seen);
	for (size_t i = 0; !broken && i < real->folios; i++)
		if (!seen[i])
			broken = "a folio is on no list";
	free(seen);
	return broken;
}

const char *real_read(const struct real *real, struct state *state)
{
	const struct lruvec *lruvec = real->lruvec;
	const struct lru_gen *lrugen = &lruvec->lrugen;

	for (size_t i = 0; i < real->folios; i++) {
		const struct folio *folio = real_folio(real, i);

		state->flags[i] = folio->flags;
		state->pages[i] = folio->flags & FLAG(PG_HEAD) ?
					  (long)((const struct folio_tail *)(folio + 1))->nr_pages :
					  1;
	}
	memcpy(state->nr_pages, lrugen->nr_pages, sizeof(lrugen->nr_pages));
	memcpy(state->protected, lrugen->protected[0], sizeof(state->protected));
	memcpy(state->min_seq, lrugen->min_seq, sizeof(lrugen->min_seq));
	memcpy(state->lru_size, lruvec->lru_size, sizeof(lruvec->lru_size));
	state->max_seq = lrugen->max_seq;
	return read_lists(real, state);
}

static const char *touched(const struct real *real)
{
	const struct lru_gen *lrugen = &real->lruvec->lrugen;
	uint8_t pattern[sizeof(lrugen->avg_total)];

	memset(pattern, 0x5a, sizeof(pattern));
	if (memcmp(lrugen->timestamps, pattern, sizeof(lrugen->timestamps)) ||
	    memcmp(lrugen->avg_total, pattern, sizeof(lrugen->avg_total)) ||
	    memcmp(lrugen->avg_refaulted, pattern, sizeof(lrugen->avg_refaulted)))
		return "timestamps or averages were written";
	for (size_t i = 0; i < real->folios; i++) {
		const struct folio *folio = real_folio(real, i);
		const struct folio_tail *tail = (const struct folio_tail *)(folio + 1);

		if (folio->mapping != folio || folio->index != i || folio->private != untouched ||
		    folio->mapcount != 7 || folio->refcount != 11 || folio->memcg != untouched ||
		    tail->order != untouched || tail->unused_end != 13)
			return "a field of a folio that is no business of aging was written";
	}
	return NULL;
}

const char *real_differs(const struct real *real, const struct state *state)
{
	struct state found;
	const char *broken;

	state_init(&found, real->folios);
	broken = real_read(real, &found);
	if (!broken)
		broken = state_differs(&found, state);
	if (!broken)
		broken = touched(real);
	state_free(&found);
	return broken;
}
