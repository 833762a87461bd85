/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What foliolab age prints, and the trace as a file. */
#ifndef FOLIOLAB_AGE_REPORT_H
#define FOLIOLAB_AGE_REPORT_H

#include <stdio.h>

#include "age/figures.h"

/**
 * age_report_trace - a repeat write by write, in the form of the cover letter
 *
 * Of many writes the middle ones are left out.
 */
void age_report_trace(FILE *out, const struct age_plan *plan, const struct age_repeat *repeat);

/**
 * age_report_summary - each kind of write over repeats, beside what was published
 * @arch: of this machine, as uname says it
 */
void age_report_summary(FILE *out, const struct age_plan *plan, const struct age_figures *figures,
			const char *arch);

/**
 * age_report_csv - every write of every repeat: time, what it executed, pages per generation before and after
 */
void age_report_csv(FILE *out, const struct age_plan *plan, const struct age_repeat *repeats, size_t nr);

/**
 * age_report_ops - operations per second, beside what was published
 */
void age_report_ops(FILE *out, const struct age_plan *plan, const struct age_figures *figures);

#endif
