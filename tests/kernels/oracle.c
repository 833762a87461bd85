// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

enum { ANON_ONLY = 201, BATCH = 4096, NR_LISTS = MAX_NR_GENS * ANON_AND_FILE * MAX_NR_ZONES };

static const uint64_t referenced = UINT64_C(1) << 2, workingset_bit = UINT64_C(1) << 9;
static const uint64_t gen_field = UINT64_C(7) << LRU_GEN_SHIFT, refs_field = UINT64_C(3) << LRU_REFS_SHIFT;

static void *must(void *memory)
{
	if (!memory)
		abort();
	return memory;
}

/* all lists in a row */
static struct sequence *nth_list(struct state *state, size_t n)
{
	return &state->lists[n / MAX_NR_ZONES / ANON_AND_FILE][n / MAX_NR_ZONES % ANON_AND_FILE]
			    [n % MAX_NR_ZONES];
}

void state_init(struct state *state, size_t folios)
{
	size_t room = folios ? folios : 1;

	*state = (struct state){ .folios = folios };
	state->flags = must(calloc(room, sizeof(*state->flags)));
	state->pages = must(calloc(room, sizeof(*state->pages)));
	state->slots = must(malloc(sizeof(uint32_t) * room * NR_LISTS));
	for (size_t i = 0; i < NR_LISTS; i++)
		nth_list(state, i)->folios = state->slots + room * i;
}

void state_free(struct state *state)
{
	free(state->flags);
	free(state->pages);
	free(state->slots);
}

void state_copy(struct state *to, const struct state *from)
{
	struct state kept = *to;

	memcpy(kept.flags, from->flags, from->folios * sizeof(*kept.flags));
	memcpy(kept.pages, from->pages, from->folios * sizeof(*kept.pages));
	*to = *from;
	to->flags = kept.flags;
	to->pages = kept.pages;
	to->slots = kept.slots;
	for (size_t i = 0; i < NR_LISTS; i++) {
		struct sequence *list = nth_list(to, i);

		list->folios = nth_list(&kept, i)->folios;
		memcpy(list->folios, nth_list((struct state *)from, i)->folios,
		       list->count * sizeof(uint32_t));
	}
}

const char *state_differs(const struct state *one, const struct state *other)
{
	if (one->folios != other->folios)
		return "number of folios";
	for (size_t i = 0; i < NR_LISTS; i++) {
		const struct sequence *a = nth_list((struct state *)one, i),
				      *b = nth_list((struct state *)other, i);

		if (a->count != b->count)
			return "number of folios on a list";
		if (memcmp(a->folios, b->folios, a->count * sizeof(uint32_t)))
			return "order of a list";
	}
	if (memcmp(one->flags, other->flags, one->folios * sizeof(uint64_t)))
		return "flags";
	if (memcmp(one->pages, other->pages, one->folios * sizeof(long)))
		return "size of a folio";
	if (memcmp(one->nr_pages, other->nr_pages, sizeof(one->nr_pages)))
		return "nr_pages";
	if (memcmp(one->protected, other->protected, sizeof(one->protected)))
		return "protected";
	if (memcmp(one->min_seq, other->min_seq, sizeof(one->min_seq)))
		return "min_seq";
	if (one->max_seq != other->max_seq)
		return "max_seq";
	if (memcmp(one->lru_size, other->lru_size, sizeof(one->lru_size)))
		return "lru_size";
	return NULL;
}

int oracle_label(uint64_t flags)
{
	return (int)(flags >> LRU_GEN_SHIFT & 7) - 1;
}

int oracle_refs(uint64_t flags)
{
	return flags & referenced ? (int)(flags >> LRU_REFS_SHIFT & 3) + 1 : 0;
}

int oracle_tier(int refs, bool workingset)
{
	static const int tiers[] = { 0, 0, 1, 2, 2 };

	return workingset ? 3 : tiers[refs];
}

uint64_t oracle_relabelled(uint64_t flags, int gen)
{
	return (flags & ~(gen_field | refs_field | referenced)) | (uint64_t)(gen + 1) << LRU_GEN_SHIFT;
}

int oracle_rung(const char *variant)
{
	if (variant[0] == 'p')
		return variant[1] - '0';
	return variant[0] == 'v' || variant[0] == 'i' ? 6 : 0;
}

static void append(struct sequence *list, uint32_t folio)
{
	list->folios[list->count++] = folio;
}

/* those of @taken labelled @gen, each put in front of the one before */
static void prepend(const struct state *state, struct sequence *list, const uint32_t *taken, size_t count,
		    int gen)
{
	size_t labelled = 0;

	for (size_t i = 0; i < count; i++)
		labelled += oracle_label(state->flags[taken[i]]) == gen;
	memmove(list->folios + labelled, list->folios, list->count * sizeof(uint32_t));
	list->count += labelled;
	for (size_t i = 0; i < count; i++)
		if (oracle_label(state->flags[taken[i]]) == gen)
			list->folios[--labelled] = taken[i];
}

/* takes @count folios off the end of the list where the rung begins, in the order it meets them */
static void take(struct sequence *list, uint32_t *taken, size_t count, int rung)
{
	list->count -= count;
	if (rung < 5) {
		for (size_t i = 0; i < count; i++)
			taken[i] = list->folios[list->count + count - 1 - i];
		return;
	}
	memcpy(taken, list->folios, count * sizeof(uint32_t));
	memmove(list->folios, list->folios + count, list->count * sizeof(uint32_t));
}

static void protect(struct state *state, int type, uint32_t folio)
{
	uint64_t flags = state->flags[folio];
	bool workingset = flags & workingset_bit;
	int refs = oracle_refs(flags);

	if (refs + workingset != 5)
		state->protected[type][oracle_tier(refs, workingset)] += (uint64_t)state->pages[folio];
}

static size_t age_zone_oracle(struct state *state, int type, int zone, size_t left, int rung)
{
	uint32_t taken[BATCH];
	int oldest = (int)(state->min_seq[type] % 4), target = (oldest + 1) % 4;
	struct sequence *from = &state->lists[oldest][type][zone];
	size_t count = from->count < left ? from->count : left;

	take(from, taken, count, rung);
	for (int gen = 0; rung >= 3 && gen < MAX_NR_GENS; gen++)
		if (gen != oldest)
			prepend(state, &state->lists[gen][type][zone], taken, count, gen);
	for (size_t i = 0; i < count; i++) {
		uint32_t folio = taken[i];
		int label = oracle_label(state->flags[folio]);

		if (label == oldest || rung < 4)
			protect(state, type, folio);
		if (label == oldest) {
			state->flags[folio] = oracle_relabelled(state->flags[folio], target);
			state->nr_pages[oldest][type][zone] -= state->pages[folio];
			state->nr_pages[target][type][zone] += state->pages[folio];
			append(&state->lists[target][type][zone], folio);
		} else if (rung < 3) {
			append(&state->lists[label][type][zone], folio);
		}
	}
	return count;
}

bool oracle_step(struct state *state, int type, int swappiness, int rung)
{
	bool skipped = type ? swappiness == ANON_ONLY : swappiness == 0;
	size_t left = BATCH;

	for (int zone = 0; !skipped && zone < MAX_NR_ZONES; zone++) {
		left -= age_zone_oracle(state, type, zone, left, rung);
		if (!left)
			return false;
	}
	state->min_seq[type]++;
	return true;
}

uint64_t oracle_promote(uint64_t flags, int gen, int *old_gen)
{
	*old_gen = -1;
	if (!(flags & (referenced | workingset_bit)))
		return (flags & ~refs_field) | referenced;
	if (!(flags & gen_field))
		return flags;
	*old_gen = oracle_label(flags);
	return oracle_relabelled(flags, gen) | workingset_bit;
}

long oracle_label_pages(const struct state *state, int gen, int type, int zone)
{
	long pages = 0;

	for (int list = 0; list < MAX_NR_GENS; list++) {
		const struct sequence *folios = &state->lists[list][type][zone];

		for (size_t i = 0; i < folios->count; i++)
			if (oracle_label(state->flags[folios->folios[i]]) == gen)
				pages += state->pages[folios->folios[i]];
	}
	return pages;
}
