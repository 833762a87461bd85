/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What reproduce prints: plain text of at most 72 columns. */
#ifndef FOLIOLAB_REPORT_H
#define FOLIOLAB_REPORT_H

#include <jansson.h>
#include <stdio.h>

#include "reproduce/figures.h"

/**
 * report_figure - published, measured, saving and verdict of one figure
 */
void report_figure(FILE *out, const struct published *figure, const struct measured_cases *measured);

/**
 * report_ladder - each patch of the series against the one before, and its share of the whole gain
 * @where: CASE_ASCENDING or CASE_RUNS
 */
void report_ladder(FILE *out, const struct measured_cases *measured, enum figure_case where);

/**
 * report_floors - the lone locked operation and the harness
 */
void report_floors(FILE *out, const struct measured_cases *measured);

/**
 * report_json - a figure as an object; what was not measured is null
 */
json_t *report_json(const struct published *figure, const struct measured_cases *measured);

#endif
