// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/random.h"
#include "scene.h"

struct scene scene_draw(size_t folios, uint64_t *random)
{
	return (struct scene){
		.folios = folios,
		.others = random_below(random, 9),
		.promoted = (enum promoted_kind)random_below(random, PROMOTED_KINDS),
		.sizes = (enum sizes)random_below(random, 3),
		.zones = 1 + (unsigned int)random_below(random, MAX_NR_ZONES),
		.type = (int)random_below(random, ANON_AND_FILE),
		.min_seq = random_below(random, 101),
		.pending = random_below(random, 2),
		.seed = random_next(random),
	};
}

/* everything but label and promotion: random refs, referenced, workingset and bits that aging does not know */
static uint64_t draw_flags(const struct scene *scene, int type, int zone, long *pages, uint64_t *random)
{
	uint64_t fixed = LRU_GEN_MASK | FLAG(PG_SWAPBACKED) | FLAG(PG_HEAD) | UINT64_C(3) << ZONE_SHIFT;
	uint64_t flags = random_next(random) & ~fixed;
	bool large = scene->sizes == ALL_LARGE;

	if (scene->sizes == MIXED_SIZES)
		large = random_below(random, 2);
	*pages = large ? 512 : 1;
	if (large)
		flags |= FLAG(PG_HEAD);
	if (!type)
		flags |= FLAG(PG_SWAPBACKED);
	return flags | (uint64_t)zone << ZONE_SHIFT;
}

static uint64_t labelled(uint64_t flags, uint64_t gen)
{
	return flags | (gen + 1) << LRU_GEN_SHIFT;
}

static bool is_promoted(enum promoted_kind kind, size_t position, size_t count, uint64_t *random)
{
	switch (kind) {
	case ALL_PROMOTED:
		return true;
	case ALTERNATING_PROMOTED:
		return position % 2;
	case FIRST_PROMOTED:
		return !position;
	case LAST_PROMOTED:
		return position == count - 1;
	case SOME_PROMOTED:
		return random_below(random, 3) == 0;
	default:
		return false;
	}
}

static void add_folio(const struct scene *scene, struct state *state, struct sequence *list, int type,
		      int zone, uint64_t *random)
{
	size_t folio = state->folios++;

	state->flags[folio] = draw_flags(scene, type, zone, &state->pages[folio], random);
	list->folios[list->count++] = (uint32_t)folio;
}

/* the lists of the generation that ages, first without labels */
static void fill_oldest(const struct scene *scene, struct state *state, uint64_t *random)
{
	uint64_t oldest = scene->min_seq % MAX_NR_GENS;
	struct sequence *lists = state->lists[oldest][scene->type];

	for (size_t i = 0; i < scene->folios; i++) {
		int zone = (int)random_below(random, scene->zones);

		add_folio(scene, state, &lists[zone], scene->type, zone, random);
	}
	for (unsigned int zone = 0; zone < scene->zones; zone++) {
		for (size_t i = 0; i < lists[zone].count; i++) {
			uint64_t *flags = &state->flags[lists[zone].folios[i]], gen = oldest;

			if (is_promoted(scene->promoted, i, lists[zone].count, random))
				gen = (oldest + 1 + random_below(random, MAX_NR_GENS - 1)) % MAX_NR_GENS;
			*flags = labelled(*flags, gen);
		}
	}
}

/* a younger list: some of its folios are labelled even younger */
static void fill_other(const struct scene *scene, struct state *state, int gen, int type, uint64_t *random)
{
	for (int zone = 0; zone < MAX_NR_ZONES; zone++) {
		struct sequence *list = &state->lists[gen][type][zone];
		size_t count = random_below(random, scene->others + 1);

		for (size_t i = 0; i < count; i++) {
			uint64_t label = (uint64_t)gen, age = (label - scene->min_seq) % MAX_NR_GENS;

			add_folio(scene, state, list, type, zone, random);
			label += random_below(random, MAX_NR_GENS - age);
			state->flags[state->folios - 1] = labelled(state->flags[state->folios - 1],
								   label % MAX_NR_GENS);
		}
	}
}

static void count_pages(const struct scene *scene, struct state *state, uint64_t *random)
{
	for (int gen = 0; gen < MAX_NR_GENS; gen++)
		for (int type = 0; type < ANON_AND_FILE; type++)
			for (int zone = 0; zone < MAX_NR_ZONES; zone++)
				state->nr_pages[gen][type][zone] = oracle_label_pages(state, gen, type, zone);
	for (int zone = 0; scene->pending && zone < MAX_NR_ZONES; zone++) {
		long *oldest = &state->nr_pages[scene->min_seq % MAX_NR_GENS][scene->type][zone];
		long *youngest = &state->nr_pages[state->max_seq % MAX_NR_GENS][scene->type][zone];
		long pending = *oldest + 1 + (long)random_below(random, 100000);

		/* the walk has more to take from here than there is */
		*oldest -= pending;
		*youngest += pending;
	}
}

void scene_state(const struct scene *scene, struct state *state)
{
	uint64_t random = scene->seed;
	int oldest = (int)(scene->min_seq % MAX_NR_GENS);
	size_t lists = (size_t)MAX_NR_GENS * ANON_AND_FILE * MAX_NR_ZONES;

	state_init(state, scene->folios + scene->others * lists);
	state->folios = 0;
	state->min_seq[scene->type] = scene->min_seq;
	state->max_seq = scene->min_seq + MAX_NR_GENS - 1;
	state->min_seq[!scene->type] = scene->min_seq + random_below(&random, MAX_NR_GENS - 1);
	fill_oldest(scene, state, &random);
	for (int gen = 0; gen < MAX_NR_GENS; gen++) {
		for (int type = 0; type < ANON_AND_FILE; type++) {
			if (gen != oldest || type != scene->type)
				fill_other(scene, state, gen, type, &random);
			for (int tier = 0; tier < MAX_NR_TIERS; tier++)
				state->protected[type][tier] = random_below(&random, 1000);
			for (int zone = 0; zone < MAX_NR_ZONES; zone++)
				state->lru_size[type][gen % 2][zone] = (long)random_below(&random, 1000) - 500;
		}
	}
	count_pages(scene, state, &random);
}
