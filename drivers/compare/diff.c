// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct interval interval_quotient(struct interval over, struct interval under)
{
	struct interval quotient = { over.mid / under.mid, NAN, NAN };
	double down, up;

	if (!isfinite(quotient.mid) || !(quotient.mid > 0))
		return (struct interval){ NAN, NAN, NAN };
	down = hypot(log(over.mid / over.lo), log(under.hi / under.mid));
	up = hypot(log(over.hi / over.mid), log(under.mid / under.lo));
	if (!isfinite(down) || !isfinite(up))
		return quotient;
	quotient.lo = quotient.mid * exp(-down);
	quotient.hi = quotient.mid * exp(up);
	return quotient;
}

static bool is_baseline(const struct result *result)
{
	const struct interval *ratio = &result->ratio;

	return ratio->mid == 1 && ratio->lo == 1 && ratio->hi == 1;
}

static bool is_control(const struct result *result)
{
	return !strcmp(result->variant, "control");
}

static bool same_machine(const struct machine *old, const struct machine *new)
{
	return !strcmp(old->cpu_model, new->cpu_model) && !strcmp(old->arch, new->arch);
}

/* the kernel that ran is part of what "age" measures */
static bool same_build(const struct machine *old, const struct machine *new)
{
	return !strcmp(old->compiler, new->compiler) && !strcmp(old->flags, new->flags) &&
	       !strcmp(old->version, new->version) && !strcmp(old->kernel, new->kernel);
}

/* what both are set against is the same code, measured beside them */
static bool same_baseline(const struct collection *old, const struct collection *new,
			  const struct comparison *one)
{
	const struct result *before = result_of_case(old, one->old, is_baseline);
	const struct result *after = result_of_case(new, one->new, is_baseline);

	return before && after && before != one->old && after != one->new &&
	       !strcmp(before->variant, after->variant);
}

/* the larger side of a ratio's interval, as a distance from 1 on a logarithmic scale */
static double reach(const struct result *control)
{
	double down, up;

	if (!control || !isfinite(control->ratio.lo) || !isfinite(control->ratio.hi))
		return 0;
	down = fabs(log(control->ratio.lo));
	up = fabs(log(control->ratio.hi));
	return down > up ? down : up;
}

static enum verdict judge(const struct interval *ratio, double floor, double threshold)
{
	double none = fmax(floor, log(1 + threshold));

	if (!isfinite(ratio->lo) || !isfinite(ratio->hi) || !(ratio->lo > 0))
		return CANNOT_TELL;
	if (log(ratio->lo) >= -floor && log(ratio->hi) <= floor)
		return NO_DIFFERENCE;
	if (ratio->lo > 1)
		return SLOWER;
	if (ratio->hi < 1)
		return FASTER;
	return log(ratio->lo) >= -none && log(ratio->hi) <= none ? NO_DIFFERENCE : CANNOT_TELL;
}

static void judge_one(struct comparison *one, const struct collection *old, const struct collection *new,
		      double threshold)
{
	double floor = fmax(reach(result_of_case(old, one->old, is_control)),
			    reach(result_of_case(new, one->new, is_control)));
	const struct interval *ratio = one->paired ? &one->by_base : &one->own;
	enum verdict apart = judge(&one->own, floor, threshold);

	one->verdict = judge(ratio, floor, threshold);
	/* the baseline moved further than the loop, the other way */
	if ((one->verdict == SLOWER && apart == FASTER) || (one->verdict == FASTER && apart == SLOWER))
		one->verdict = CANNOT_TELL;
	one->regression = one->verdict == SLOWER && ratio->lo > 1 + threshold;
}

static void compare_two(struct comparison *one, const struct collection *old, const struct collection *new,
			double threshold)
{
	const struct machine *before = &old->machines[one->old->machine];
	const struct machine *after = &new->machines[one->new->machine];

	one->cycles = isfinite(one->old->cycles.mid) && isfinite(one->new->cycles.mid);
	one->own = one->cycles ? interval_quotient(one->new->cycles, one->old->cycles) :
				 interval_quotient(one->new->ns, one->old->ns);
	one->by_base = (struct interval){ NAN, NAN, NAN };
	if (same_baseline(old, new, one))
		one->by_base = interval_quotient(one->new->ratio, one->old->ratio);
	one->paired = isfinite(one->by_base.lo) && same_machine(before, after) && same_build(before, after);
	judge_one(one, old, new, threshold);
}

static int by_identity(const void *a, const void *b)
{
	const struct result *x = *(const struct result *const *)a, *y = *(const struct result *const *)b;
	int order = result_order(x, y);

	return order ? order : (x > y) - (x < y);
}

/* all results, the same ones beside each other */
static const struct result **sorted(const struct collection *collection)
{
	const struct result **list = calloc(collection->nr_results + 1, sizeof(const struct result *));

	if (!list)
		return NULL;
	for (size_t i = 0; i < collection->nr_results; i++)
		list[i] = &collection->results[i];
	qsort(list, collection->nr_results, sizeof(const struct result *), by_identity);
	return list;
}

/* rows of one identity, of one side */
struct run {
	const struct collection *collection;
	const struct result **first;
	size_t nr;
};

static size_t run_length(const struct result **list, size_t from, size_t nr)
{
	size_t end = from + 1;

	while (end < nr && !result_order(list[from], list[end]))
		end++;
	return end - from;
}

static const char *machine_name(const struct run *run, const struct result *result)
{
	return run->collection->machines[result->machine].name;
}

/* the index in @old of what was measured on the same CPU as @result, or old->nr */
static size_t partner(const struct run *old, const struct run *new, const struct result *result)
{
	bool by_name = old->collection->nr_machines > 1 || new->collection->nr_machines > 1;
	size_t best = old->nr;

	for (size_t i = 0; i < old->nr; i++) {
		const struct result *one = old->first[i];

		if (!one || (by_name && strcmp(machine_name(old, one), machine_name(new, result))))
			continue;
		if (one->cpu != result->cpu && (old->nr > 1 || new->nr > 1))
			continue;
		if (best == old->nr || !strcmp(one->id, result->id))
			best = i;
		if (!strcmp(one->id, result->id))
			break;
	}
	return best;
}

/* pairs the rows of two runs of the same identity */
static void pair(struct comparisons *all, const struct run *old, const struct run *new, double threshold)
{
	size_t paired = 0;

	for (size_t i = 0; i < new->nr; i++) {
		size_t at = partner(old, new, new->first[i]);
		struct comparison *one = &all->list[all->nr];

		if (at == old->nr) {
			all->only_new++;
			continue;
		}
		*one = (struct comparison){ .old = old->first[at], .new = new->first[i] };
		old->first[at] = NULL;
		compare_two(one, old->collection, new->collection, threshold);
		all->nr++;
		paired++;
	}
	all->only_old += old->nr - paired;
}

static int by_place_in_new(const void *a, const void *b)
{
	const struct comparison *x = a, *y = b;

	return (x->new > y->new) - (x->new < y->new);
}

static void find_differences(struct comparisons *all, const struct collection *old,
			     const struct collection *new)
{
	all->same_machine = all->same_build = true;
	for (size_t i = 0; i < all->nr; i++) {
		const struct machine *before = &old->machines[all->list[i].old->machine];
		const struct machine *after = &new->machines[all->list[i].new->machine];

		all->same_machine = all->same_machine && same_machine(before, after);
		all->same_build = all->same_build && same_build(before, after);
	}
}

int compare(struct comparisons *comparisons, const struct collection *old, const struct collection *new,
	    double threshold)
{
	const struct result **before = sorted(old), **after = sorted(new);
	size_t at = 0, to = 0;
	int ret = -1;

	*comparisons = (struct comparisons){ 0 };
	comparisons->list = calloc(new->nr_results + 1, sizeof(*comparisons->list));
	if (!before || !after || !comparisons->list)
		goto out;
	ret = 0;
	while (at < old->nr_results || to < new->nr_results) {
		size_t nr_old = at < old->nr_results ? run_length(before, at, old->nr_results) : 0;
		size_t nr_new = to < new->nr_results ? run_length(after, to, new->nr_results) : 0;
		int order = !nr_old ? 1 : !nr_new ? -1 : result_order(before[at], after[to]);
		struct run run_old = { old, before + at, order <= 0 ? nr_old : 0 };
		struct run run_new = { new, after + to, order >= 0 ? nr_new : 0 };

		pair(comparisons, &run_old, &run_new, threshold);
		at += run_old.nr;
		to += run_new.nr;
	}
	qsort(comparisons->list, comparisons->nr, sizeof(*comparisons->list), by_place_in_new);
	find_differences(comparisons, old, new);
out:
	free(before);
	free(after);
	return ret;
}
