/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A matrix of cases: blocks, each a kernel with values for options of its
 * workload, in all combinations. The command line makes one, or a plan file.
 */
#ifndef FOLIOLAB_MATRIX_H
#define FOLIOLAB_MATRIX_H

#include "commands/options.h"

enum {
	MAX_DIMENSIONS = 16,
	MAX_VALUES = 64,   /* of one option */
	MAX_BLOCKS = 64,   /* kernels of a plan */
	MAX_CASES = 65536, /* of a plan, on one CPU */
	MAX_VALUE = 32,
};

/* an option of the workload, and the values it takes in turn */
struct dimension {
	char name[MAX_VALUE];
	size_t nr;
	char values[MAX_VALUES][MAX_VALUE];
};

struct block {
	char kernel[MAX_VALUE];
	char variants[256]; /* as --variants has them, "" for all */
	size_t nr;
	struct dimension dimensions[MAX_DIMENSIONS];
	char origin[128]; /* where it was named, for errors; "" for the command line */
};

struct matrix {
	size_t nr;
	struct block *blocks; /* the first may be copied for others */
};

/* the cases of one CPU; ids and all are freed by cases_free() */
struct cases {
	struct bench_case *list;
	char **ids;
	size_t nr;
};

/**
 * dimension_set - what an option takes: values with commas between them, each one
 * value or a range FROM..TO of whole numbers that doubles from one to the next
 * @options: for errors
 *
 * Every value is tried. A dimension that is there already is replaced. Returns
 * 0, or an error after one line on stderr.
 */
error_t dimension_set(struct block *block, const char *name, const char *values, struct options *options);

/**
 * matrix_add - another block for a kernel, with all that @like has but its kernel
 *
 * Returns it, or NULL after one line on stderr.
 */
struct block *matrix_add(struct matrix *matrix, const struct block *like, const char *kernel,
			 struct options *options);
void matrix_free(struct matrix *matrix);

/**
 * matrix_cases - all cases on one CPU, the budget shared out by how long a round takes
 * @shared: what holds for all: effort, and the budget of the whole of it
 *
 * Ids are KERNEL/VALUE/VALUE@CPU, unique. Returns 0, or EXIT_USAGE or
 * EXIT_FAILED after one line on stderr; cases_free() either way.
 */
int matrix_cases(const struct matrix *matrix, const struct options *shared, int cpu, struct cases *cases);
void cases_free(struct cases *cases);

/**
 * matrix_words - all that makes the cases what they are, in words; to be freed, NULL where memory ran out
 */
char *matrix_words(const struct matrix *matrix);

#endif
