/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From repeats to outcomes, as if the lab had run kernels: rows, intervals and comparisons are the same then. */
#ifndef FOLIOLAB_AGE_FIGURES_H
#define FOLIOLAB_AGE_FIGURES_H

#include "age/age.h"
#include "engine/estimate.h"

/*
 * Of the trace two: "age" has the writes as they are, the first three as leads
 * and the mean of the rest as the pass; "age_inc" has inc_min_seq alone, what
 * the steady writes take beyond the walk (write 2), and write 3 beyond it.
 * Where processes read between writes there is one, "age_visits".
 */
enum { AGE_WHOLE, AGE_INC, NR_AGE_OUTCOMES };

struct age_figures {
	size_t nr; /* outcomes that there are */
	struct bench_case benches[NR_AGE_OUTCOMES];
	struct outcome outcomes[NR_AGE_OUTCOMES];
};

/**
 * age_figures_of - fills the outcomes from whole repeats
 *
 * Returns 0, or -1 where memory is short; age_figures_free() either way.
 */
int age_figures_of(struct age_figures *figures, const struct age_plan *plan, const struct age_repeat *repeats,
		   size_t nr);

/**
 * age_figures_of_ops - the same of operations per second, as "age_memcached": ns per operation
 */
int age_figures_of_ops(struct age_figures *figures, const struct age_plan *plan, const double *ops, size_t nr);
void age_figures_free(struct age_figures *figures);

#endif
