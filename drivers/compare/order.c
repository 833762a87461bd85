// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/order.h"

#include <stdlib.h>
#include <string.h>

/* names in the order in which they first appear */
struct names {
	const struct result **first; /* a result with each name */
	size_t nr;
};

static bool same_group(const struct result *a, const struct result *b)
{
	return !strcmp(a->kernel, b->kernel) && !strcmp(a->part, b->part);
}

static bool same_variant(const struct result *a, const struct result *b)
{
	return same_group(a, b) && !strcmp(a->variant, b->variant);
}

static size_t number_of(struct names *names, const struct result *result,
			bool (*same)(const struct result *, const struct result *))
{
	for (size_t i = 0; i < names->nr; i++)
		if (same(names->first[i], result))
			return i;
	names->first[names->nr] = result;
	return names->nr++;
}

/* the variants of its group that came before it */
static size_t variant_in_group(const struct names *variants, size_t variant)
{
	size_t before = 0;

	for (size_t i = 0; i < variant; i++)
		before += same_group(variants->first[i], variants->first[variant]);
	return before;
}

static int compare_values(const char *a, const char *b)
{
	char *end_a, *end_b;
	double x = strtod(a, &end_a), y = strtod(b, &end_b);

	if (*a && *b && !*end_a && !*end_b && (x < y || x > y))
		return x < y ? -1 : 1;
	return strcmp(a, b);
}

int compare_keys(const struct result *a, const struct result *b)
{
	for (enum key key = 0; key < NR_KEYS; key++) {
		/* the working set varies fastest */
		enum key at = (key + 1) % NR_KEYS;
		int order = compare_values(a->keys[at], b->keys[at]);

		if (order)
			return order;
	}
	return 0;
}

static int by_order(const void *a, const void *b)
{
	const struct ordered *x = a, *y = b;
	int order = (x->group > y->group) - (x->group < y->group);

	if (!order)
		order = compare_keys(x->result, y->result);
	if (!order)
		order = (x->variant > y->variant) - (x->variant < y->variant);
	if (!order)
		order = (x->origin > y->origin) - (x->origin < y->origin);
	if (!order)
		order = (x->result > y->result) - (x->result < y->result);
	return order;
}

static const struct result **table_of(size_t nr)
{
	return calloc(nr + 1, sizeof(const struct result *));
}

struct ordered *order_results(const struct collection *collection, const struct origins *origins)
{
	size_t nr = collection->nr_results;
	struct names groups = { table_of(nr), 0 };
	struct names variants = { table_of(nr), 0 };
	struct ordered *all = calloc(nr + 1, sizeof(*all));

	if (!groups.first || !variants.first || !all) {
		free(all);
		all = NULL;
		goto out;
	}
	for (size_t i = 0; i < nr; i++) {
		const struct result *result = &collection->results[i];

		all[i].result = result;
		all[i].group = number_of(&groups, result, same_group);
		all[i].variant = variant_in_group(&variants, number_of(&variants, result, same_variant));
		all[i].origin = origin_of(origins, result);
	}
	qsort(all, nr, sizeof(*all), by_order);
out:
	free(variants.first);
	free(groups.first);
	return all;
}
