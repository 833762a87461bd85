// SPDX-License-Identifier: GPL-2.0-or-later
#include "age/figures.h"

#include <stdlib.h>
#include <unistd.h>

static const struct variant variants[] = {
	[MAP_OF_ANON] = { .name = "anon", .what = "private anonymous memory" },
	[MAP_OF_TMPFS] = { .name = "tmpfs", .what = "a file of tmpfs, mapped shared" },
};

static const char *const writes[] = { "write1", "write2", "write3" };
static const char *const paths[] = { "promoted" };

/* none of the lab's loops: what they would answer, the running kernel answers */
static const struct kernel kernel_age = {
	.name = "age",
	.question = "what does each write of the published benchmark cost the running kernel?",
	.item = "folio",
	.variants = variants,
	.nr_variants = 2,
	.leads = writes,
	.nr_leads = FIRST_WRITES,
};

static const struct kernel kernel_age_inc = {
	.name = "age_inc",
	.question = "what does inc_min_seq cost the running kernel, without the walk?",
	.item = "folio",
	.variants = variants,
	.nr_variants = 2,
	.leads = paths,
	.nr_leads = 1,
};

static const struct kernel kernel_age_visits = {
	.name = "age_visits",
	.question = "what does a pass over page tables that were just read cost the running kernel?",
	.item = "visit",
	.variants = variants,
	.nr_variants = 2,
};

static const struct variant memcached[] = {
	{ .name = "memcached", .what = "memcached in a memcg with a limit, filled beyond it" },
};

static const struct kernel kernel_age_memcached = {
	.name = "age_memcached",
	.question = "how many operations does memcached do while the running kernel ages and evicts?",
	.item = "operation",
	.variants = memcached,
	.nr_variants = 1,
};

static double mean_from(const struct age_repeat *repeat, size_t first)
{
	double sum = 0;

	for (size_t i = first; i < repeat->nr; i++)
		sum += repeat->writes[i].ns;
	return sum / (double)(repeat->nr - first);
}

static void set_sample(struct sample *sample, const struct age_plan *plan, const struct age_repeat *repeat,
		       int which)
{
	size_t first = plan->reread ? 0 : FIRST_WRITES;
	uint64_t items = age_items(plan);
	double steady = mean_from(repeat, first), walk = plan->reread ? 0 : repeat->writes[1].ns;

	sample->steady = 1;
	sample->items = items;
	sample->passes = (uint32_t)(repeat->nr - first);
	for (size_t i = 0; i < repeat->nr; i++)
		sample->wall_ns += repeat->writes[i].ns;
	if (which == AGE_INC) {
		sample->parts[PART_ALL].ns = (steady - walk) / (double)items;
		sample->parts[PART_LEAD].ns = (repeat->writes[2].ns - walk) / (double)items;
		return;
	}
	sample->parts[PART_ALL].ns = steady / (double)items;
	for (size_t i = 0; i < first; i++)
		sample->parts[PART_LEAD + i].ns = repeat->writes[i].ns / (double)items;
}

/* a difference that is below nothing even once is within noise: then there is no figure of it at all */
static void drop_noise(struct outcome *outcome, enum part part)
{
	bool noise = false;

	for (size_t i = 0; i < outcome->nr_samples; i++)
		noise |= outcome->samples[i].parts[part].ns <= 0;
	for (size_t i = 0; i < outcome->nr_samples && noise; i++)
		outcome->samples[i].parts[part].ns = 0;
}

static void set_case(struct bench_case *bench, const struct age_plan *plan, const struct kernel *kernel)
{
	*bench = (struct bench_case){
		.id = kernel->name,
		.kernel = kernel,
		.real = true,
		.nr_variants = 1,
		.variants = { plan->map },
		.load = { .folios = age_folios(plan), .page_tables = plan->processes },
	};
	while (plan->folio_bytes > (uint64_t)sysconf(_SC_PAGESIZE) << bench->load.folio_order)
		bench->load.folio_order++;
}

/* an outcome with room for its samples; 0, or -1 */
static int start_outcome(struct age_figures *figures, size_t which, const struct age_plan *plan, size_t nr)
{
	struct outcome *outcome = &figures->outcomes[which];

	*outcome = (struct outcome){
		.bench = &figures->benches[which],
		.samples = calloc(nr + 1, sizeof(*outcome->samples)),
		.nr_samples = nr,
		.replicates = nr,
		.looks_planned = 1,
		.source = CYCLES_NONE,
		.stopped = nr < plan->repeats ? "interrupted" : "replicates",
	};
	for (size_t i = 0; outcome->samples && i < nr; i++)
		outcome->samples[i].replicate = (uint32_t)i;
	return outcome->samples ? 0 : -1;
}

int age_figures_of(struct age_figures *figures, const struct age_plan *plan, const struct age_repeat *repeats,
		   size_t nr)
{
	*figures = (struct age_figures){ .nr = plan->reread ? 1 : NR_AGE_OUTCOMES };
	set_case(&figures->benches[AGE_WHOLE], plan, plan->reread ? &kernel_age_visits : &kernel_age);
	set_case(&figures->benches[AGE_INC], plan, &kernel_age_inc);
	for (size_t which = 0; which < figures->nr; which++) {
		struct outcome *outcome = &figures->outcomes[which];

		if (start_outcome(figures, which, plan, nr))
			return -1;
		for (size_t i = 0; i < nr; i++)
			set_sample(&outcome->samples[i], plan, &repeats[i], (int)which);
		drop_noise(outcome, PART_ALL);
		drop_noise(outcome, PART_LEAD);
		estimate_all(outcome);
	}
	return 0;
}

int age_figures_of_ops(struct age_figures *figures, const struct age_plan *plan, const double *ops, size_t nr)
{
	*figures = (struct age_figures){ .nr = 1 };
	set_case(&figures->benches[AGE_WHOLE], plan, &kernel_age_memcached);
	if (start_outcome(figures, AGE_WHOLE, plan, nr))
		return -1;
	for (size_t i = 0; i < nr; i++) {
		struct sample *sample = &figures->outcomes[AGE_WHOLE].samples[i];

		sample->steady = sample->passes = 1;
		sample->items = 1;
		sample->parts[PART_ALL].ns = 1e9 / ops[i];
	}
	estimate_all(&figures->outcomes[AGE_WHOLE]);
	return 0;
}

void age_figures_free(struct age_figures *figures)
{
	for (size_t which = 0; which < figures->nr; which++)
		free(figures->outcomes[which].samples);
}
