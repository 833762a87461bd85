// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "sweep/matrix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/journal.h"
#include "output/say.h"

/* folios whose passes take about as long as all else that a round costs */
static const double LIGHT_FOLIOS = 65536;

struct block *matrix_add(struct matrix *matrix, const struct block *like, const char *kernel,
			 struct options *options)
{
	struct block *grown, *block;

	if (matrix->nr == MAX_BLOCKS || strlen(kernel) >= sizeof(grown->kernel) ||
	    !kernel_find(&flavours[0], kernel)) {
		options_complain(options,
				 matrix->nr == MAX_BLOCKS ? "%.40s: too many kernels, give two plans" :
							    "no kernel '%.40s': see foliolab list",
				 kernel);
		return NULL;
	}
	grown = realloc(matrix->blocks, (matrix->nr + 1) * sizeof(*grown));
	if (!grown) {
		options_complain(options, "%.40s: not enough memory for it: close other programs", kernel);
		return NULL;
	}
	matrix->blocks = grown;
	block = &grown[matrix->nr++];
	*block = *like;
	snprintf(block->kernel, sizeof(block->kernel), "%s", kernel);
	snprintf(block->origin, sizeof(block->origin), "%s", options->origin ? options->origin : "");
	return block;
}

void matrix_free(struct matrix *matrix)
{
	free(matrix->blocks);
	*matrix = (struct matrix){ 0 };
}

static size_t nr_cases(const struct block *block)
{
	size_t nr = 1;

	for (size_t i = 0; i < block->nr && nr <= MAX_CASES; i++)
		nr *= block->dimensions[i].nr;
	return nr;
}

/* the @index-th combination: the first dimension varies fastest */
static int make_options(const struct block *block, size_t index, struct options *options, char *id,
			size_t size)
{
	size_t length = (size_t)snprintf(id, size, "%s", block->kernel);

	for (size_t i = 0; i < block->nr; i++) {
		const struct dimension *dimension = &block->dimensions[i];
		const char *value = dimension->values[index % dimension->nr];

		index /= dimension->nr;
		if (options_set(options, dimension->name, value))
			return EXIT_USAGE;
		if (length < size)
			length += (size_t)snprintf(id + length, size - length, "/%s", value);
	}
	return options_check(options) ? EXIT_USAGE : 0;
}

static int make_case(const struct block *block, size_t index, const struct options *shared, int cpu,
		     struct cases *cases)
{
	struct options options = *shared;
	unsigned int flavour = options_flavour(shared, NULL);
	struct bench_case *bench = &cases->list[cases->nr];
	char id[MAX_CASE_ID - 16];
	int status;

	options.origin = block->origin;
	options.reported = false;
	status = make_options(block, index, &options, id, sizeof(id));
	if (status)
		return status;
	*bench = (struct bench_case){
		.kernel = kernel_find(&flavours[flavour], block->kernel),
		.control = kernel_find(&flavours[flavour + 1], block->kernel),
		.flavour = flavour,
		.effort = shared->effort,
	};
	bench->load = options_workload(&options, bench->kernel);
	if (options_refused(bench) || options_variants(block->variants[0] ? block->variants : NULL, bench))
		return EXIT_USAGE;
	if (asprintf(&cases->ids[cases->nr], "%s@%d", id, cpu) < 0) {
		cases->ids[cases->nr] = NULL;
		say_error("not enough memory for the plan: give a smaller one");
		return EXIT_FAILED;
	}
	bench->id = cases->ids[cases->nr++];
	return 0;
}

static double weight(const struct bench_case *bench)
{
	const struct workload *load = &bench->load;
	double items = (double)load->folios * (load->page_tables ? load->page_tables : 1);

	return (1 + items / LIGHT_FOLIOS) * (double)case_entries(bench);
}

static void share_budget(struct cases *cases, double budget)
{
	double all = 0;

	for (size_t i = 0; i < cases->nr; i++)
		all += weight(&cases->list[i]);
	for (size_t i = 0; i < cases->nr; i++)
		cases->list[i].effort.budget = budget * weight(&cases->list[i]) / all;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* the journal tells cases by their ids */
static int check_unique(const struct cases *cases)
{
	const char **sorted = calloc(cases->nr + 1, sizeof(*sorted));
	int status = 0;

	if (!sorted) {
		say_error("not enough memory for the plan: give a smaller one");
		return EXIT_FAILED;
	}
	memcpy(sorted, cases->ids, cases->nr * sizeof(*sorted));
	qsort(sorted, cases->nr, sizeof(*sorted), by_name);
	for (size_t i = 1; i < cases->nr && !status; i++) {
		if (strcmp(sorted[i - 1], sorted[i]))
			continue;
		say_error("%s: the plan has this case twice: name a kernel's values only once", sorted[i]);
		status = EXIT_USAGE;
	}
	free(sorted);
	return status;
}

int matrix_cases(const struct matrix *matrix, const struct options *shared, int cpu, struct cases *cases)
{
	size_t nr = 0;
	int status = 0;

	*cases = (struct cases){ 0 };
	for (size_t i = 0; i < matrix->nr && nr <= MAX_CASES; i++)
		nr += nr_cases(&matrix->blocks[i]);
	if (nr > MAX_CASES) {
		say_error("the plan has more than %d cases: give fewer values", MAX_CASES);
		return EXIT_USAGE;
	}
	cases->list = calloc(nr + 1, sizeof(*cases->list));
	cases->ids = calloc(nr + 1, sizeof(*cases->ids));
	if (!cases->list || !cases->ids) {
		say_error("not enough memory for the plan: give a smaller one");
		return EXIT_FAILED;
	}
	for (size_t i = 0; i < matrix->nr; i++)
		for (size_t index = 0; index < nr_cases(&matrix->blocks[i]) && !status; index++)
			status = make_case(&matrix->blocks[i], index, shared, cpu, cases);
	if (!status)
		status = check_unique(cases);
	if (!status)
		share_budget(cases, shared->effort.budget);
	return status;
}

void cases_free(struct cases *cases)
{
	for (size_t i = 0; i < cases->nr; i++)
		free(cases->ids[i]);
	free(cases->ids);
	free(cases->list);
	*cases = (struct cases){ 0 };
}

char *matrix_words(const struct matrix *matrix)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);

	for (size_t i = 0; out && i < matrix->nr; i++) {
		const struct block *block = &matrix->blocks[i];

		fprintf(out, "%s%s variants %s", i ? "; " : "", block->kernel,
			block->variants[0] ? block->variants : "all");
		for (size_t d = 0; d < block->nr; d++) {
			fprintf(out, " %s ", block->dimensions[d].name);
			for (size_t v = 0; v < block->dimensions[d].nr; v++)
				fprintf(out, "%s%s", v ? "," : "", block->dimensions[d].values[v]);
		}
	}
	if (!out || fclose(out)) {
		free(text);
		return NULL;
	}
	return text;
}
