// SPDX-License-Identifier: GPL-2.0-or-later
/* Lays out a world, and checks that one is still whole. */
#include <string.h>

#include "model/random.h"
#include "model/world.h"

/* page tables' locks lie behind their entries */
static size_t tables_entries(const struct workload *load)
{
	return (size_t)load->page_tables * load->folios;
}

static size_t tables_per_mm(const struct workload *load)
{
	return (load->folios + PTRS_PER_TABLE - 1) / PTRS_PER_TABLE;
}

struct world_size world_size(const struct workload *load)
{
	size_t locks = load->page_tables * tables_per_mm(load);

	return (struct world_size){
		/* the tail of the last head page, too */
		.pages = ((load->folios << load->folio_order) + 2) * sizeof(struct folio) + MAX_DATA_OFFSET,
		.tables = tables_entries(load) * sizeof(uint64_t) + locks * sizeof(int),
		.lruvec = sizeof(struct lruvec) + MAX_DATA_OFFSET,
		.order = load->folios * (sizeof(uint32_t) + sizeof(uint8_t)),
	};
}

/* shuffles the order in runs of @run, each kept as it is; a last shorter run stays last */
static void shuffle_runs(uint32_t *order, size_t folios, size_t run, uint64_t *random)
{
	for (size_t i = folios / run; i > 1; i--) {
		uint32_t *one = order + (i - 1) * run;
		uint32_t *other = order + random_below(random, i) * run;

		for (size_t k = 0; k < run; k++) {
			uint32_t kept = one[k];

			one[k] = other[k];
			other[k] = kept;
		}
	}
}

static void draw_order(struct world *world, uint64_t *random)
{
	const struct workload *load = &world->load;
	size_t n = load->folios;

	for (size_t i = 0; i < n; i++)
		world->order[i] = (uint32_t)(load->layout == LAYOUT_DESCENDING ? n - 1 - i : i);
	if (load->layout == LAYOUT_SHUFFLED)
		shuffle_runs(world->order, n, 1, random);
	if (load->layout == LAYOUT_RUNS && load->run_length)
		shuffle_runs(world->order, n, load->run_length, random);
}

static void draw_promoted(struct world *world, uint64_t *random)
{
	const struct workload *load = &world->load;
	size_t wanted = load->folios * load->promoted_permille / 1000;

	/* of no folios there may be no memory at all */
	if (!load->folios)
		return;
	memset(world->promoted, 0, load->folios);
	for (size_t i = 0; load->promoted_permille && i < load->folios; i++) {
		switch (load->promoted_pattern) {
		case PROMOTED_RANDOM:
			/* exactly the wanted number, each choice as likely as the other */
			world->promoted[i] = random_below(random, load->folios - i) < wanted;
			wanted -= world->promoted[i];
			break;
		case PROMOTED_BLOCK:
			world->promoted[i] = i % 1000 < load->promoted_permille;
			break;
		case PROMOTED_ALTERNATING:
			world->promoted[i] = i % 2 == 0;
			break;
		}
	}
}

static void map_folios(struct world *world)
{
	const struct workload *load = &world->load;
	struct mm_tables *tables = &world->tables;

	for (size_t mm = 0; mm < load->page_tables; mm++)
		for (size_t i = 0; i < load->folios; i++)
			tables->entries[mm * load->folios + i] = (uint64_t)world->order[i] << load->folio_order
											   << PTE_PFN_SHIFT |
								 FLAG(PTE_PRESENT);
}

void world_build(struct world *world, const struct workload *load, const struct world_memory *memory)
{
	uint64_t random = load->seed;
	uint64_t *entries = memory->tables;

	*world = (struct world){
		.load = *load,
		.order = memory->order,
		.promoted = (uint8_t *)((uint32_t *)memory->order + load->folios),
		.tables = {
			.entries = entries,
			.locks = entries ? (int *)(entries + tables_entries(load)) : NULL,
			.mms = load->page_tables,
		},
	};
	draw_order(world, &random);
	draw_promoted(world, &random);
	map_folios(world);
	world_place(world, memory, 0);
}

void world_place(struct world *world, const struct world_memory *memory, size_t offset)
{
	world->pages = (struct folio *)((char *)memory->pages + offset);
	world->lruvec = (struct lruvec *)((char *)memory->lruvec + offset);
}

static void empty_lruvec(struct lruvec *lruvec)
{
	memset(lruvec, 0, sizeof(*lruvec));
	lruvec->objcg.memcg = lruvec;
	for (int gen = 0; gen < MAX_NR_GENS; gen++)
		for (int type = 0; type < ANON_AND_FILE; type++)
			for (int zone = 0; zone < MAX_NR_ZONES; zone++)
				list_init(&lruvec->lrugen.folios[gen][type][zone]);
}

void world_fill_lists(struct world *world, int list_gen, int promoted_gen, uint64_t flags)
{
	const struct workload *load = &world->load;
	struct lru_gen *lrugen = &world->lruvec->lrugen;

	empty_lruvec(world->lruvec);
	world->start_flags = flags;
	world->passes = 0;
	lrugen->min_seq[0] = lrugen->min_seq[1] = (uint64_t)list_gen;
	lrugen->max_seq = (uint64_t)list_gen + MAX_NR_GENS - 1;
	for (size_t i = 0; i < load->folios; i++) {
		struct folio *folio = world_listed(world, i);
		unsigned int zone = world_zone(load, i);
		int gen = world->promoted[i] ? promoted_gen : list_gen;

		*folio = (struct folio){
			.flags = world_flags(world, i, gen),
			.refcount = 1,
			.memcg = (uint64_t)(uintptr_t)&world->lruvec->objcg,
		};
		if (load->folio_order)
			*(struct folio_tail *)(folio + 1) = (struct folio_tail){
				.order = load->folio_order,
				.nr_pages = 1U << load->folio_order,
			};
		list_add_front(&folio->lru, &lrugen->folios[list_gen][load->type][zone]);
		lrugen->nr_pages[gen][load->type][zone] += 1L << load->folio_order;
	}
}

void world_set_young(struct world *world)
{
	const struct workload *load = &world->load;
	size_t per_mm = load->folios;

	for (size_t i = 0; i < world->tables.mms * per_mm; i++) {
		bool young = (i % per_mm) % 1000 < load->young_permille;

		world->tables.entries[i] = (world->tables.entries[i] & ~FLAG(PTE_YOUNG)) |
					   (uint64_t)young << PTE_YOUNG;
	}
}

const char *world_check_counts(const struct world *world)
{
	const struct lru_gen *lrugen = &world->lruvec->lrugen;
	long pages[MAX_NR_GENS][ANON_AND_FILE][MAX_NR_ZONES] = { 0 };

	for (size_t i = 0; i < world->load.folios; i++) {
		const struct folio *folio = world_folio(world, i);
		int gen = flags_gen(folio->flags);

		if (gen < 0 || gen >= MAX_NR_GENS)
			return "a folio has no generation";
		pages[gen][folio_type(folio)][folio_zone(folio)] += folio_nr_pages(folio);
	}
	if (memcmp(pages, lrugen->nr_pages, sizeof(pages)))
		return "nr_pages does not follow the labels";
	return NULL;
}
