/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Results folders read back, of several CPUs, machines and architectures: what
 * tables, comparisons and merged folders are made from. Columns are found by
 * their names, so folders of other versions of the lab, and of commands that
 * measure other things, can be read as well.
 */
#ifndef FOLIOLAB_COLLECTION_H
#define FOLIOLAB_COLLECTION_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "compare/sheet.h"
#include "engine/estimate.h"

/* what makes two rows the same thing measured twice, but for kernel, variant, part and CPU */
enum key {
	KEY_OF_FOLIOS,
	KEY_OF_LAYOUT,
	KEY_OF_RUN_LENGTH,
	KEY_OF_ORDER,
	KEY_OF_PROMOTED,
	KEY_OF_PATTERN,
	KEY_OF_ZONES,
	KEY_OF_TYPE,
	KEY_OF_PAGE_TABLES,
	KEY_OF_YOUNG,
	KEY_OF_REFS,
	KEY_OF_BATCH,
	KEY_OF_RECLAIM_ZONES,
	KEY_OF_DISTANCE,
	KEY_OF_WHEN,
	KEY_OF_WORK_LOADS,
	KEY_OF_WORK_LOCKED,
	KEY_OF_WORK_STORES,
	KEY_OF_CONTENTION,
	KEY_OF_COMPANIONS,
	NR_KEYS,
};

/* the columns of the keys */
extern const char *const key_columns[NR_KEYS];

enum { MAX_MACHINE_NAME = 64 };

/* where a folder was written; text that it does not say is "" */
struct machine {
	char name[MAX_MACHINE_NAME];  /* the folder's, made unique */
	char given[MAX_MACHINE_NAME]; /* what the rows of a merged folder call it, else "" */
	const char *arch, *cpu_model, *kernel, *compiler, *flags, *version;
	json_t *environment;
	bool complete;
};

/* one row of an estimates.csv; text points into its sheet */
struct result {
	size_t machine, sheet, row; /* indexes into the collection, and into the sheet */
	int cpu, kind;              /* -1 where it is not told */
	const char *kernel, *variant, *part, *id, *cycle_source;
	const char *keys[NR_KEYS];
	struct interval cycles, ns, ratio; /* per item; NAN where there is none */
};

struct collection {
	struct machine *machines;
	struct sheet *sheets;
	struct result *results;
	size_t nr_machines, nr_sheets, nr_results;
};

/**
 * collection_add - reads a results folder, or one that several were merged into
 *
 * Returns 0, or -1 with "what: what to do" in @error. collection_free() either way.
 */
int collection_add(struct collection *collection, const char *folder, char *error, size_t size);
void collection_free(struct collection *collection);

/**
 * result_order - compares kernel, variant, part, keys and core kind, for qsort();
 * 0: the same loop on the same workload and kind
 */
int result_order(const struct result *a, const struct result *b);

/**
 * key_said - whether a key is worth saying where all rows share it: not what goes without saying
 */
bool key_said(enum key key, const char *value);

/**
 * result_of_case - the row of a result's case and part that @wanted takes, or NULL
 *
 * Rows of one case stand together in their sheet.
 */
const struct result *result_of_case(const struct collection *collection, const struct result *result,
				    bool (*wanted)(const struct result *result));

#endif
