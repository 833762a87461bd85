/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts of the passes of a sample: read around a pass, never inside it. */
#ifndef FOLIOLAB_TALLY_H
#define FOLIOLAB_TALLY_H

#include "counters.h"
#include "engine/sample.h"

struct tally;

/**
 * tally_open - opens what @plan counts, for the calling thread
 *
 * Returns NULL where memory ran out. @plan must outlive it.
 */
struct tally *tally_open(const struct counter_plan *plan);
void tally_close(struct tally *tally);

/* the group that counts from now on: groups take turns, so a round's number will do */
void tally_round(struct tally *tally, uint32_t round);

/* the functions below take NULL, too: then nothing is counted */

void tally_start(struct tally *tally);

/**
 * tally_stop - ends what tally_start() began
 *
 * Returns the core cycles in between, 0 where they are not counted.
 */
double tally_stop(struct tally *tally);

/* adds what the last pass counted to its sample */
void tally_add(const struct tally *tally, struct sample *sample, size_t items);

/* turns the sample's sums into means over @passes */
void tally_mean(const struct tally *tally, struct sample *sample, size_t passes);

#endif
