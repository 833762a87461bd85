// SPDX-License-Identifier: GPL-2.0-or-later
/* From times of writes to figures: what is steady, what is inc_min_seq alone, what is noise. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "age/figures.h"
#include "age/report.h"
#include "output/results.h"

enum { REPEATS = 6, PASSES = 5, FOLIOS = 1000 };

static struct age_plan plan = {
	.bytes = UINT64_C(4096) * FOLIOS,
	.folio_bytes = 4096,
	.processes = 1,
	.passes = PASSES,
	.repeats = REPEATS,
};

struct scene {
	struct age_write writes[REPEATS][PASSES];
	struct age_repeat repeats[REPEATS];
	struct age_figures figures;
};

/* writes of 70, 10, 25, 50, 52 us, each repeat 1 us more */
static struct scene *make_scene(void)
{
	static const double us[PASSES] = { 70, 10, 25, 50, 52 };
	struct scene *scene = calloc(1, sizeof(*scene));

	assert_non_null(scene);
	for (size_t i = 0; i < REPEATS; i++) {
		scene->repeats[i] = (struct age_repeat){
			.memcg = 7, .pages = FOLIOS, .writes = scene->writes[i], .nr = PASSES
		};
		for (size_t j = 0; j < PASSES; j++)
			scene->writes[i][j] = (struct age_write){ .seq = 4 + j,
								  .ns = 1000 * (us[j] + (double)i) };
	}
	return scene;
}

static const struct estimate *estimate_of(const struct scene *scene, int outcome, int part)
{
	return &scene->figures.outcomes[outcome].estimates[0][part];
}

static void expect(const struct interval *interval, double mid, double lo, double hi)
{
	assert_true(fabs(interval->mid - mid) < 1e-9);
	assert_true(fabs(interval->lo - lo) < 1e-9);
	assert_true(fabs(interval->hi - hi) < 1e-9);
}

static void free_scene(struct scene *scene)
{
	age_figures_free(&scene->figures);
	free(scene);
}

static void expect_line(const char *text, const char *line)
{
	const char *found = strstr(text, line);

	if (!found || (found > text && found[-1] != '\n') || found[strlen(line)] != '\n')
		fail_msg("no line '%s' in:\n%s", line, text);
}

static void test_trace(void **state __attribute__((unused)))
{
	struct scene *scene = make_scene();

	assert_int_equal(age_figures_of(&scene->figures, &plan, scene->repeats, REPEATS), 0);
	assert_int_equal(scene->figures.nr, 2);
	/* ns per folio; six repeats give the interval their ends */
	expect(&estimate_of(scene, AGE_WHOLE, PART_ALL)->ns, 53.5, 51, 56);
	expect(&estimate_of(scene, AGE_WHOLE, PART_LEAD)->ns, 72.5, 70, 75);
	expect(&estimate_of(scene, AGE_WHOLE, PART_LEAD + 1)->ns, 12.5, 10, 15);
	expect(&estimate_of(scene, AGE_WHOLE, PART_LEAD + 2)->ns, 27.5, 25, 30);
	/* without the walk of the same repeat */
	expect(&estimate_of(scene, AGE_INC, PART_ALL)->ns, 41, 41, 41);
	expect(&estimate_of(scene, AGE_INC, PART_LEAD)->ns, 15, 15, 15);
	free_scene(scene);
}

static void test_visits(void **state __attribute__((unused)))
{
	struct scene *scene = make_scene();
	struct age_plan visits = plan;

	visits.reread = true;
	visits.processes = 2;
	assert_int_equal(age_figures_of(&scene->figures, &visits, scene->repeats, REPEATS), 0);
	assert_int_equal(scene->figures.nr, 1);
	assert_string_equal(scene->figures.benches[0].kernel->item, "visit");
	/* the mean of all five, over 2000 visits */
	expect(&estimate_of(scene, AGE_WHOLE, PART_ALL)->ns, 21.95, 20.7, 23.2);
	free_scene(scene);
}

/* a difference below nothing is no figure, and takes those of the other repeats with it */
static void test_noise(void **state __attribute__((unused)))
{
	struct scene *scene = make_scene();

	scene->writes[2][1].ns = 40000;
	assert_int_equal(age_figures_of(&scene->figures, &plan, scene->repeats, REPEATS), 0);
	assert_true(isnan(estimate_of(scene, AGE_INC, PART_LEAD)->ns.mid));
	assert_false(isnan(estimate_of(scene, AGE_INC, PART_ALL)->ns.mid));
	free_scene(scene);
}

/* operations per second become ns per operation, and are told as what they are */
static void test_ops(void **state __attribute__((unused)))
{
	static const double ops[REPEATS] = { 40000, 50000, 41000, 42000, 43000, 44000 };
	struct age_figures figures;
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_int_equal(age_figures_of_ops(&figures, &plan, ops, REPEATS), 0);
	assert_int_equal(figures.nr, 1);
	expect(&figures.outcomes[0].estimates[0][PART_ALL].ns, (1e9 / 42000 + 1e9 / 43000) / 2, 20000, 25000);
	age_report_ops(out, &plan, &figures);
	fclose(out);
	assert_non_null(strstr(text, " 42494 ops/s (40000-50000, 95%)\n6 repeats\n"));
	assert_non_null(strstr(text, "44018 and 44890 ops/s"));
	free(text);
	age_figures_free(&figures);
}

/* the field of a column in a row of CSV text; row 0 is the header */
static const char *field(const char *text, size_t row, const char *column)
{
	static char found[64];
	size_t at = 0, length = strlen(column);
	const char *cursor = text;

	while (strncmp(cursor, column, length) || !strchr(",\n", cursor[length])) {
		cursor = strchr(cursor, ',');
		assert_non_null(cursor);
		cursor++;
		at++;
	}
	for (; row; row--)
		text = strchr(text, '\n') + 1;
	for (; at; at--)
		text = strchr(text, ',') + 1;
	snprintf(found, sizeof(found), "%.*s", (int)strcspn(text, ",\n"), text);
	return found;
}

/* rows that others read: no control, and nothing claimed of a layout */
static void test_rows(void **state __attribute__((unused)))
{
	static const char *const unknown[] = {
		"layout", "run_length", "promoted", "promoted_pattern", "zones",
		"type",   "young",      "refs",     "cycles_per_item",  "ns_lo"
	};
	struct scene *scene = make_scene();
	const struct cpu cpu = { .os_index = 3 };
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_int_equal(age_figures_of(&scene->figures, &plan, scene->repeats, 2), 0);
	estimates_csv_header(out, NULL);
	estimates_csv_rows(out, &cpu, &scene->figures.outcomes[AGE_WHOLE]);
	fclose(out);
	assert_string_equal(field(text, 1, "kernel"), "age");
	assert_string_equal(field(text, 1, "variant"), "anon");
	assert_string_equal(field(text, 1, "cpu"), "3");
	assert_string_equal(field(text, 1, "folios"), "1000");
	assert_string_equal(field(text, 1, "order"), "0");
	assert_string_equal(field(text, 1, "page_tables"), "1");
	assert_string_equal(field(text, 1, "part"), "pass");
	assert_string_equal(field(text, 1, "ns_per_item"), "51.5");
	assert_string_equal(field(text, 1, "replicates"), "2");
	assert_string_equal(field(text, 1, "stopped"), "interrupted");
	assert_string_equal(field(text, 2, "part"), "write1");
	assert_string_equal(field(text, 2, "ns_per_item"), "70.5");
	assert_string_equal(field(text, 4, "part"), "write3");
	for (size_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++)
		assert_string_equal(field(text, 1, unknown[i]), "");
	assert_null(strstr(text, "control"));
	free(text);
	free_scene(scene);
}

static char *text_of(const struct scene *scene, const struct age_plan *of, const char *arch)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	age_report_trace(out, of, &scene->repeats[0]);
	age_report_summary(out, of, &scene->figures, arch);
	fflush(out);
	for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
		assert_true(strcspn(line, "\n") <= 72);
	age_report_csv(out, of, scene->repeats, 1);
	fclose(out);
	return text;
}

static void test_text(void **state __attribute__((unused)))
{
	struct scene *scene = make_scene();
	struct age_plan other = plan;
	char *text;

	scene->writes[0][0].executed.relabelled = FOLIOS;
	scene->writes[0][0].before = (struct generations){ .nr = 2,
							   .gens = { { 3, FOLIOS, 0 }, { 4, 0, 0 } } };
	assert_int_equal(age_figures_of(&scene->figures, &plan, scene->repeats, REPEATS), 0);
	text = text_of(scene, &plan, "x86_64");
	expect_line(text, "gen   4:    0.070 ms     70.0 ns  walk and promote");
	expect_line(text, "gen   5:    0.010 ms     10.0 ns  walk only");
	expect_line(text, "Total:   0.207 ms");
	expect_line(text, "Average: 0.041 ms");
	expect_line(text, "steady: walk, increment path  0.053  53.5  51.0-56.0  38.4    17.5");
	expect_line(text, "inc_min_seq: promoted path    0.015  15.0  15.0-15.0  12.1    10.8");
	expect_line(text, "0,1,4,0.07,70,\"walk and promote\",1000,0,0,3:1000 4:0,");
	free(text);
	/* write by write nothing was published of arm64, nor of huge pages */
	text = text_of(scene, &plan, "aarch64");
	expect_line(text, "steady: walk, increment path  0.053  53.5  51.0-56.0");
	free(text);
	other.huge = true;
	text = text_of(scene, &other, "x86_64");
	expect_line(text, "steady: walk, increment path  0.053  53.5  51.0-56.0");
	assert_null(strstr(text, "published average"));
	free(text);
	free_scene(scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_trace), cmocka_unit_test(test_visits), cmocka_unit_test(test_noise),
		cmocka_unit_test(test_ops),   cmocka_unit_test(test_rows),   cmocka_unit_test(test_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
