/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a CPU, or a core that is not here, offers for counting: as text, CSV or JSON. */
#ifndef FOLIOLAB_OFFER_H
#define FOLIOLAB_OFFER_H

#include <jansson.h>
#include <stdio.h>

#include "metrics.h"
#include "survey.h"

enum { MAX_OFFER = 96 };

struct offer {
	int cpu;
	struct survey survey;
	size_t free; /* events counted at once, now */
	size_t nr;
	struct counter counters[MAX_OFFER];
};

void offer_text(FILE *out, const struct offer *offer);
void offer_csv(FILE *out, const struct offer *offer);
json_t *offer_json(const struct offer *offer);

/* the rows of one table, and which of them libpfm4 resolves */
void offer_table_text(FILE *out, const struct event_table *table);
void offer_table_csv(FILE *out, const struct event_table *table);
json_t *offer_table_json(const struct event_table *table);

#endif
