// SPDX-License-Identifier: GPL-2.0-or-later
#include "prefetch/verdict.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "output/grid.h"
#include "output/number.h"

const double finding_floor = 0.02;

enum { SHOWN = 4, SENTENCE = 1024 };

/* what an interval that may be missing has on its outer side; @none where it is */
static double lowest(const struct interval *interval, double none)
{
	return isfinite(interval->lo) && interval->lo < none ? interval->lo : none;
}

static double highest(const struct interval *interval, double none)
{
	return isfinite(interval->hi) && interval->hi > none ? interval->hi : none;
}

enum finding cell_finding(const struct cell *cell)
{
	double low = 1 - finding_floor, high = 1 + finding_floor;

	if (!isfinite(cell->ratio.lo) || !isfinite(cell->ratio.hi) || !isfinite(cell->control.lo) ||
	    !isfinite(cell->control.hi))
		return FINDING_UNKNOWN;
	low = lowest(&cell->nop, lowest(&cell->control, low));
	high = highest(&cell->nop, highest(&cell->control, high));
	if (cell->ratio.hi < low)
		return FINDING_HELPS;
	return cell->ratio.lo > high ? FINDING_HURTS : FINDING_NONE;
}

/* the cells of one flavour in one loop */
struct tally {
	size_t count[FINDING_HURTS + 1], all;
	double smallest[FINDING_HURTS + 1], largest[FINDING_HURTS + 1]; /* size of the effect, |ratio - 1| */
	double score;  /* sum of log ratios over findings: the lower, the better */
	double hidden; /* the largest saving that an interval without a finding still has room for */
};

static bool is_of(const struct cell *cell, const char *loop, bool hw_off, const char *flavour)
{
	return !strcmp(cell->loop, loop) && cell->hw_off == hw_off &&
	       (!flavour || !strcmp(cell->flavour, flavour));
}

static struct tally tally_of(const struct cell *cells, size_t nr, const char *loop, bool hw_off,
			     const char *flavour)
{
	struct tally tally = { 0 };

	for (size_t i = 0; i < nr; i++) {
		enum finding finding = cell_finding(&cells[i]);
		double effect = fabs(cells[i].ratio.mid - 1);

		if (!is_of(&cells[i], loop, hw_off, flavour) || (!flavour && cells[i].idle))
			continue;
		tally.all++;
		if (!tally.count[finding]++ || effect < tally.smallest[finding])
			tally.smallest[finding] = effect;
		if (effect > tally.largest[finding])
			tally.largest[finding] = effect;
		if (finding == FINDING_HELPS || finding == FINDING_HURTS)
			tally.score += log(cells[i].ratio.mid);
		else if (finding == FINDING_NONE && 1 - cells[i].ratio.lo > tally.hidden)
			tally.hidden = 1 - cells[i].ratio.lo;
	}
	return tally;
}

static enum advice advice_of(const struct tally *tally)
{
	if (tally->count[FINDING_HELPS])
		return tally->count[FINDING_HURTS] ? ADVICE_GATE : ADVICE_KEEP;
	/* to say that it helps nowhere takes having looked */
	if (2 * tally->count[FINDING_UNKNOWN] >= tally->all)
		return ADVICE_NOTHING_SAID;
	if (tally->count[FINDING_UNKNOWN])
		return ADVICE_UNDECIDED;
	return tally->count[FINDING_HURTS] ? ADVICE_DROP : ADVICE_NO_EFFECT;
}

/* the flavour of a loop that saves most over all its findings, NULL where none helps anywhere */
static const char *best_flavour(const struct cell *cells, size_t nr, const char *loop, bool hw_off)
{
	const char *best = NULL;
	double best_score = 0;

	for (size_t i = 0; i < nr; i++) {
		struct tally tally;

		if (!is_of(&cells[i], loop, hw_off, NULL) || cells[i].idle)
			continue;
		tally = tally_of(cells, nr, loop, hw_off, cells[i].flavour);
		if (!tally.count[FINDING_HELPS] || (best && tally.score >= best_score))
			continue;
		best = cells[i].flavour;
		best_score = tally.score;
	}
	return best;
}

enum advice verdict_advice(const struct cell *cells, size_t nr, const char *loop, bool hw_off,
			   const char *flavour, const char **best)
{
	struct tally tally;

	*best = flavour ? flavour : best_flavour(cells, nr, loop, hw_off);
	tally = tally_of(cells, nr, loop, hw_off, *best);
	return advice_of(&tally);
}

static void __attribute__((format(printf, 2, 3))) say(FILE *out, const char *format, ...)
{
	char text[SENTENCE];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	print_wrapped(out, text);
}

static struct number percent(double share)
{
	return number_fixed(share * 100, 1);
}

static int by_effect(const void *a, const void *b)
{
	const struct cell *x = a, *y = b;
	double one = fabs(x->ratio.mid - 1), other = fabs(y->ratio.mid - 1);

	return (one < other) - (one > other);
}

/* "L2 runs:8 -12.0%, ...", the largest first */
static void name_cells(FILE *text, const struct cell *cells, size_t nr, const struct cell *like,
		       enum finding finding)
{
	struct cell *found = calloc(nr, sizeof(*found));
	size_t nr_found = 0;

	if (!found)
		return;
	for (size_t i = 0; i < nr; i++)
		if (is_of(&cells[i], like->loop, like->hw_off, like->flavour) &&
		    cell_finding(&cells[i]) == finding)
			found[nr_found++] = cells[i];
	qsort(found, nr_found, sizeof(*found), by_effect);
	for (size_t i = 0; i < nr_found && i < SHOWN; i++)
		fprintf(text, "%s %s %s %s%s%%", i ? "," : ":", found[i].level, found[i].layout,
			found[i].ratio.mid > 1 ? "+" : "", percent(found[i].ratio.mid - 1).text);
	if (nr_found > SHOWN)
		fprintf(text, " and %zu more", nr_found - SHOWN);
	free(found);
}

static void one_side(FILE *text, const struct cell *cells, size_t nr, const struct cell *like,
		     const struct tally *tally, enum finding finding, const char *verb)
{
	if (!tally->count[finding])
		return;
	fprintf(text, " %s in %zu of %zu cells, by %s%%", verb, tally->count[finding], tally->all,
		percent(tally->smallest[finding]).text);
	if (tally->count[finding] > 1)
		fprintf(text, " to %s%%", percent(tally->largest[finding]).text);
	name_cells(text, cells, nr, like, finding);
	fputc(';', text);
}

/* one sentence about a flavour of a loop */
static void print_flavour(FILE *out, const struct cell *cells, size_t nr, const struct cell *like)
{
	struct tally tally = tally_of(cells, nr, like->loop, like->hw_off, like->flavour);
	char *sentence = NULL;
	size_t bytes = 0, none = tally.count[FINDING_NONE], unknown = tally.count[FINDING_UNKNOWN];
	FILE *text = open_memstream(&sentence, &bytes);

	if (!text)
		return;
	fprintf(text, "- %s%s:", like->flavour, like->idle ? " (does nothing)" : "");
	one_side(text, cells, nr, like, &tally, FINDING_HELPS, like->idle ? "is faster" : "helps");
	one_side(text, cells, nr, like, &tally, FINDING_HURTS, like->idle ? "is slower" : "hurts");
	if (none)
		fprintf(text, " nothing shows in %zu%s", none, unknown ? "," : "");
	if (unknown)
		fprintf(text, " nothing can be said of %zu", unknown);
	if (!fclose(text) && sentence) {
		/* the last clause may have left its semicolon */
		if (bytes && sentence[bytes - 1] == ';')
			sentence[bytes - 1] = '\0';
		print_wrapped(out, sentence);
	}
	free(sentence);
}

static void print_advice(FILE *out, const struct cell *cells, size_t nr, const char *loop, bool hw_off)
{
	struct tally all = tally_of(cells, nr, loop, hw_off, NULL);
	const char *best;

	switch (verdict_advice(cells, nr, loop, hw_off, NULL, &best)) {
	case ADVICE_NOTHING_SAID:
		say(out, "=> nothing can be said: too few processes came through undisturbed");
		break;
	case ADVICE_UNDECIDED:
		say(out,
		    "=> undecided: no prefetch helps where it could be seen, but nothing can be said of %zu "
		    "of %zu cells: measure again on a quieter machine",
		    all.count[FINDING_UNKNOWN], all.all);
		break;
	case ADVICE_NO_EFFECT:
		say(out, "=> drop: nothing shows here; a saving up to %s%% could hide in some cell's interval",
		    percent(all.hidden).text);
		break;
	case ADVICE_DROP:
		say(out,
		    "=> drop: no prefetch helps here, and some hurt; a saving up to %s%% could hide in some "
		    "cell's interval",
		    percent(all.hidden).text);
		break;
	case ADVICE_KEEP:
		say(out, "=> keep: best is %s, which helps, and is not seen to hurt anywhere here", best);
		break;
	case ADVICE_GATE:
		say(out,
		    "=> gate by arch: best is %s, which helps in some cells and hurts in others, on this CPU",
		    best);
		break;
	}
}

/* whether a cell is the first of its loop, or with @flavour of its flavour in the loop */
static bool is_first(const struct cell *cells, size_t index, bool flavour)
{
	const struct cell *cell = &cells[index];

	for (size_t i = 0; i < index; i++)
		if (is_of(&cells[i], cell->loop, cell->hw_off, flavour ? cell->flavour : NULL))
			return false;
	return true;
}

static void print_loop(FILE *out, const struct cell *cells, size_t nr, const struct cell *like)
{
	fprintf(out, "%s%s:\n", like->loop, like->hw_off ? ", hardware prefetchers off" : "");
	for (size_t i = 0; i < nr; i++)
		if (is_of(&cells[i], like->loop, like->hw_off, NULL) && is_first(cells, i, true))
			print_flavour(out, cells, nr, &cells[i]);
	print_advice(out, cells, nr, like->loop, like->hw_off);
	fputc('\n', out);
}

/* how far the baseline built twice is from itself, at most */
static double control_floor(const struct cell *cells, size_t nr)
{
	double floor = NAN;

	for (size_t i = 0; i < nr; i++) {
		double off = fabs(cells[i].control.mid - 1);

		if (isfinite(off) && !(off <= floor))
			floor = off;
	}
	return floor;
}

void verdict_print(FILE *out, const struct cell *cells, size_t nr, const struct verdict_about *about)
{
	double floor = control_floor(cells, nr);
	char control[64] = "no control";

	for (size_t i = 0; i < nr; i++)
		if (is_first(cells, i, false))
			print_loop(out, cells, nr, &cells[i]);
	if (!nr)
		say(out, "nothing can be said: nothing was measured");
	if (isfinite(floor))
		snprintf(control, sizeof(control), "control at most %s%% off", percent(floor).text);
	say(out, "%s; %s; %zu KB pages; cycles: %s; %s", about->cpu, about->compiler, about->page_size >> 10,
	    about->source, control);
}
