/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a comparison found: for a terminal or a mail, as CSV, as JSON. */
#ifndef FOLIOLAB_DIFF_REPORT_H
#define FOLIOLAB_DIFF_REPORT_H

#include <jansson.h>
#include <stdio.h>

#include "compare/diff.h"

void diff_text(FILE *out, const struct comparisons *comparisons, const struct collection *old,
	       const struct collection *new, double threshold);
void diff_csv(FILE *out, const struct comparisons *comparisons);
/* an array of the rows, what there is none of is null */
json_t *diff_json(const struct comparisons *comparisons);

#endif
