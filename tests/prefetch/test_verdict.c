// SPDX-License-Identifier: GPL-2.0-or-later
/* Findings and verdicts of made-up cells: what may be claimed, what may not, and in which words. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "prefetch/verdict.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static const struct interval nothing = { NAN, NAN, NAN };
static const struct verdict_about about = {
	.cpu = "Fake CPU", .compiler = "cc 1", .source = "calibrated", .page_size = 2 << 20
};

static struct interval around(double mid, double half)
{
	return (struct interval){ mid, mid - half, mid + half };
}

static struct cell cell_of(const char *flavour, const char *layout, double ratio, double half)
{
	struct cell cell = {
		.loop = "loop/base",
		.level = "LLC",
		.ratio = around(ratio, half),
		.control = around(1, 0.004),
		.nop = nothing,
		.idle = !strncmp(flavour, "nop", 3),
	};

	snprintf(cell.flavour, sizeof(cell.flavour), "%s", flavour);
	snprintf(cell.layout, sizeof(cell.layout), "%s", layout);
	return cell;
}

static void test_findings(void **state)
{
	const struct {
		struct interval ratio, control, nop;
		enum finding finding;
	} table[] = {
		{ around(0.9, 0.01), around(1, 0.005), nothing, FINDING_HELPS },
		{ around(1.1, 0.01), around(1, 0.005), nothing, FINDING_HURTS },
		/* excludes 1, but not by enough to be told from where the code lies */
		{ around(0.985, 0.001), around(1, 0.001), nothing, FINDING_NONE },
		{ around(1.015, 0.001), around(1, 0.001), nothing, FINDING_NONE },
		/* the middle is beyond the floor, the interval is not */
		{ around(0.95, 0.04), around(1, 0.001), nothing, FINDING_NONE },
		/* within what the control shows */
		{ around(0.9, 0.01), around(1, 0.12), nothing, FINDING_NONE },
		{ around(1.1, 0.01), around(1, 0.12), nothing, FINDING_NONE },
		/* a control that is off to one side hides that side only */
		{ around(0.9, 0.01), around(1.1, 0.05), nothing, FINDING_HELPS },
		{ around(1.1, 0.01), around(1.1, 0.05), nothing, FINDING_NONE },
		/* an idle instruction does as much */
		{ around(0.9, 0.01), around(1, 0.005), around(0.9, 0.02), FINDING_NONE },
		{ around(0.7, 0.01), around(1, 0.005), around(0.9, 0.02), FINDING_HELPS },
		{ around(1.1, 0.01), around(1, 0.005), around(0.9, 0.02), FINDING_HURTS },
		{ nothing, around(1, 0.005), nothing, FINDING_UNKNOWN },
		{ { 0.5, NAN, NAN }, around(1, 0.005), nothing, FINDING_UNKNOWN },
		{ around(0.5, 0.01), nothing, nothing, FINDING_UNKNOWN },
		{ around(0.5, 0.01), { 1, NAN, NAN }, nothing, FINDING_UNKNOWN },
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(table); i++) {
		struct cell cell = { .ratio = table[i].ratio,
				     .control = table[i].control,
				     .nop = table[i].nop };

		if (cell_finding(&cell) != table[i].finding)
			fail_msg("row %zu: %d", i, cell_finding(&cell));
	}
}

/* broken lines read as one */
static char *verdict_of(const struct cell *cells, size_t nr)
{
	char *text = NULL, *at;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);

	assert_non_null(out);
	verdict_print(out, cells, nr, &about);
	assert_int_equal(fclose(out), 0);
	for (at = text; *at; at += strcspn(at, "\n") + 1)
		assert_true(strcspn(at, "\n") <= 72);
	for (at = text; (at = strstr(at, "\n  "));) {
		at[0] = ' ';
		memmove(at + 1, at + 3, strlen(at + 3) + 1);
	}
	return text;
}

static void says(const char *text, const char *words)
{
	if (!strstr(text, words))
		fail_msg("'%s' is not in:\n%s", words, text);
}

static void silent_of(const char *text, const char *words)
{
	if (strstr(text, words))
		fail_msg("'%s' is in:\n%s", words, text);
}

static void test_keep(void **state)
{
	const struct cell cells[] = {
		cell_of("prefetchw next", "ascending", 1.0, 0.005),
		cell_of("prefetchw next", "shuffled", 0.875, 0.01),
		cell_of("prefetchw known@4", "ascending", 0.95, 0.005),
		cell_of("prefetchw known@4", "shuffled", 0.25, 0.01),
		cell_of("nop known@4", "shuffled", 1.0, 0.01),
	};
	char *text = verdict_of(cells, LENGTH(cells));

	(void)state;
	says(text, "loop/base:\n");
	says(text,
	     "- prefetchw next: helps in 1 of 2 cells, by 12.5%: LLC shuffled -12.5%; nothing shows in 1\n");
	says(text, "- prefetchw known@4: helps in 2 of 2 cells, by 5.0% to 75.0%: LLC shuffled -75.0%, "
		   "LLC ascending -5.0%\n");
	says(text, "- nop known@4 (does nothing): nothing shows in 1\n");
	says(text, "=> keep: best is prefetchw known@4");
	says(text, "Fake CPU; cc 1; 2048 KB pages; cycles: calibrated; control at most 0.0% off\n");
	silent_of(text, "hurts in");
	free(text);
}

static void test_conflict(void **state)
{
	const struct cell cells[] = {
		cell_of("prefetchw next", "ascending", 1.25, 0.01),
		cell_of("prefetchw next", "shuffled", 0.5, 0.01),
		cell_of("prefetchw next", "runs:8", 0.9, 0.3),
	};
	char *text = verdict_of(cells, LENGTH(cells));
	const char *best;

	(void)state;
	says(text, "helps in 1 of 3 cells, by 50.0%: LLC shuffled -50.0%; hurts in 1 of 3 cells, by 25.0%: "
		   "LLC ascending +25.0%; nothing shows in 1\n");
	says(text, "=> gate by arch: best is prefetchw next");
	assert_int_equal(verdict_advice(cells, LENGTH(cells), "loop/base", false, NULL, &best), ADVICE_GATE);
	free(text);
}

static void test_drop(void **state)
{
	const struct cell hurts[] = {
		cell_of("prefetchw next", "ascending", 1.25, 0.01),
		cell_of("prefetchw next", "shuffled", 1.0, 0.01),
	};
	const struct cell none[] = {
		cell_of("prefetchw next", "ascending", 1.01, 0.005),
		cell_of("prefetchw next", "shuffled", 1.0, 0.01),
	};
	char *text = verdict_of(hurts, LENGTH(hurts));

	(void)state;
	says(text, "=> drop: no prefetch helps here, and some hurt; a saving up to 1.0% could hide");
	silent_of(text, "helps in");
	free(text);
	text = verdict_of(none, LENGTH(none));
	says(text, "- prefetchw next: nothing shows in 2\n");
	says(text, "=> drop: nothing shows here; a saving up to 1.0% could hide in some cell's interval\n");
	silent_of(text, "ascending");
	free(text);
}

/* what was not measured well enough is no ground for advice */
static void test_nothing_said(void **state)
{
	struct cell cells[] = {
		cell_of("prefetchw next", "ascending", 0.5, 0.01),
		cell_of("prefetchw next", "shuffled", 0.5, 0.01),
		cell_of("prefetchw next", "runs:8", 1.0, 0.001),
	};
	char *text;

	(void)state;
	cells[0].ratio.lo = cells[0].ratio.hi = NAN;
	cells[1].control = nothing;
	text = verdict_of(cells, LENGTH(cells));
	says(text, "- prefetchw next: nothing shows in 1, nothing can be said of 2\n");
	says(text, "=> nothing can be said: too few processes came through undisturbed\n");
	silent_of(text, "50");
	free(text);
	/* nor does one that hurts somewhere make up for half that was not seen */
	cells[2].ratio = around(1.5, 0.01);
	text = verdict_of(cells, LENGTH(cells));
	says(text, "hurts in 1 of 3 cells");
	says(text, "=> nothing can be said");
	free(text);
	/* and where fewer were not seen, it is no reason to drop */
	cells[1].control = around(1, 0.004);
	cells[1].ratio = around(1, 0.01);
	text = verdict_of(cells, LENGTH(cells));
	says(text,
	     "=> undecided: no prefetch helps where it could be seen, but nothing can be said of 1 of 3 cells");
	silent_of(text, "drop");
	free(text);
	text = verdict_of(cells, 0);
	says(text, "nothing can be said: nothing was measured\n");
	says(text, "; no control\n");
	free(text);
}

/* an idle instruction is never what to keep, and a loop that moves with one says so */
static void test_idle(void **state)
{
	const struct cell cells[] = {
		cell_of("nop next", "ascending", 0.5, 0.01),
		cell_of("prefetchw next", "ascending", 1.0, 0.01),
	};
	char *text = verdict_of(cells, LENGTH(cells));

	(void)state;
	says(text, "- nop next (does nothing): is faster in 1 of 1 cells, by 50.0%");
	says(text, "=> drop: nothing shows here");
	free(text);
}

/* loops, and the hardware prefetchers' states, are judged apart */
static void test_apart(void **state)
{
	struct cell cells[] = {
		cell_of("prefetchw next", "shuffled", 0.5, 0.01),
		cell_of("prefetchw next", "shuffled", 1.5, 0.01),
		cell_of("prefetchw next", "shuffled", 1.5, 0.01),
	};
	const char *best;
	char *text;

	(void)state;
	cells[1].loop = "other/base";
	cells[2].hw_off = true;
	assert_int_equal(verdict_advice(cells, 3, "loop/base", false, NULL, &best), ADVICE_KEEP);
	assert_string_equal(best, "prefetchw next");
	assert_int_equal(verdict_advice(cells, 3, "loop/base", true, NULL, &best), ADVICE_DROP);
	assert_int_equal(verdict_advice(cells, 3, "other/base", false, NULL, &best), ADVICE_DROP);
	assert_null(best);
	text = verdict_of(cells, 3);
	says(text, "loop/base, hardware prefetchers off:\n");
	free(text);
}

/* the best is the one that saves most over all its findings, what it costs elsewhere counted */
static void test_best(void **state)
{
	const struct cell cells[] = {
		cell_of("prefetchw next4", "shuffled", 0.5, 0.01),
		cell_of("prefetchw next4", "ascending", 1.9, 0.01),
		cell_of("prefetchw next2", "shuffled", 0.6, 0.01),
		cell_of("prefetchw next2", "ascending", 1.0, 0.01),
	};
	const char *best;

	(void)state;
	assert_int_equal(verdict_advice(cells, LENGTH(cells), "loop/base", false, NULL, &best), ADVICE_KEEP);
	assert_string_equal(best, "prefetchw next2");
	assert_int_equal(verdict_advice(cells, LENGTH(cells), "loop/base", false, "prefetchw next4", &best),
			 ADVICE_GATE);
}

/* many cells are not listed one by one */
static void test_many(void **state)
{
	struct cell cells[40];
	char *text;

	(void)state;
	for (size_t i = 0; i < LENGTH(cells); i++)
		cells[i] = cell_of("prefetchw next", "shuffled", 0.5 + 0.01 * (double)i, 0.001);
	text = verdict_of(cells, LENGTH(cells));
	says(text, "helps in 40 of 40 cells, by 11.0% to 50.0%: LLC shuffled -50.0%, LLC shuffled -49.0%, "
		   "LLC shuffled -48.0%, LLC shuffled -47.0% and 36 more\n");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_findings),     cmocka_unit_test(test_keep),
		cmocka_unit_test(test_conflict),     cmocka_unit_test(test_drop),
		cmocka_unit_test(test_nothing_said), cmocka_unit_test(test_idle),
		cmocka_unit_test(test_apart),        cmocka_unit_test(test_best),
		cmocka_unit_test(test_many),
	};

	return cmocka_run_group_tests_name("verdict", tests, NULL, NULL);
}
