// SPDX-License-Identifier: GPL-2.0-or-later
/* Results folders read back, side by side; and folders that cannot be read. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/machines.h"
#include "compare/merge.h"
#include "compare/tabulate.h"
#include "folders.h"

static const char x86[] =
	"{\"complete\": true, \"arch\": \"x86_64\", \"cpu_model\": \"Fast, \\\"big\\\"\", \"compiler\": \"GNU 12\","
	"\"topology\": {\"core_kinds\": [{\"kind\": 0, \"cpus\": \"0-3\"}, {\"kind\": 1, \"cpus\": \"4,6-7\"}],"
	"\"caches\": [{\"level\": 1, \"type\": \"instruction\", \"bytes\": 65536},"
	"{\"level\": 1, \"type\": \"data\", \"bytes\": 32768}, {\"level\": 2, \"type\": \"unified\", \"bytes\": 2097152}]},"
	"\"cpus\": [{\"cpu\": 6, \"kind\": 2, \"caches\": [{\"level\": 2, \"type\": \"unified\", \"bytes\": 4096}]}]}";
static const char arm[] = "{\"complete\": false, \"arch\": \"aarch64\"}";

#define ROW_A "inc_min_seq,base,4,4096,36.5,36,37,10,9.9,10.1,1,1,1,calibrated,a,pass,ascending\n"
#define ROW_B "inc_min_seq,p6,4,4096,24.5,24,25,7,6.9,7.1,0.7,0.69,0.71,calibrated,a,pass,ascending\n"

static void two_machines(struct collection *collection)
{
	char error[256];

	write_folder("left", x86, HEADER ROW_A ROW_B);
	/* other columns in another order, one of them unknown, and rows of a kernel that is unknown */
	write_folder(
		"right", arm,
		"variant,kernel,ns_per_item,more,folios,layout,cpu\nbase,inc_min_seq,12.5,x,4096,ascending,\n"
		"gen 4,age,3.25,,65536,,\n");
	assert_int_equal(collection_add(collection, "left", error, sizeof(error)), 0);
	assert_int_equal(collection_add(collection, "./right/", error, sizeof(error)), 0);
}

static void test_read(void **state)
{
	struct collection all = { 0 };

	(void)state;
	two_machines(&all);
	assert_int_equal(all.nr_machines, 2);
	assert_int_equal(all.nr_results, 4);
	assert_string_equal(all.machines[0].name, "left");
	assert_string_equal(all.machines[1].name, "right");
	assert_true(all.machines[0].complete && !all.machines[1].complete);
	assert_int_equal(all.results[0].kind, 1);
	assert_true(all.results[1].ratio.hi == 0.71 && all.results[1].cycles.mid == 24.5);
	assert_string_equal(all.machines[all.results[2].machine].arch, "aarch64");
	assert_true(isnan(all.results[2].cycles.mid) && all.results[2].ns.mid == 12.5);
	assert_int_equal(all.results[2].cpu, -1);
	assert_string_equal(all.results[3].part, "pass");
	assert_int_equal(machine_kind(&all.machines[0], 2), 0);
	assert_int_equal(machine_kind(&all.machines[0], 6), 2);
	assert_int_equal(machine_kind(&all.machines[0], 5), -1);
	assert_true(machine_cache(&all.machines[0], 4, 1) == 32768);
	assert_true(machine_cache(&all.machines[0], 6, 2) == 4096);
	assert_true(machine_cache(&all.machines[0], 4, 3) == 0);
	collection_free(&all);
}

static char *printed(int (*print)(FILE *out, const struct collection *collection),
		     const struct collection *all)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);

	assert_non_null(out);
	assert_int_equal(print(out, all), 0);
	assert_int_equal(fclose(out), 0);
	return text;
}

/* what is merged, written and read again is what was merged */
static void test_merge(void **state)
{
	struct collection all = { 0 }, again = { 0 };
	char *first, *second, error[256];
	json_t *environment, *rows;

	(void)state;
	two_machines(&all);
	first = printed(merge_csv, &all);
	assert_non_null(strstr(first, "machine,arch,cpu_model,kind,kernel,variant,cpu,folios,"));
	assert_non_null(strstr(
		first, ",layout,more\nleft,x86_64,\"Fast, \"\"big\"\"\",1,inc_min_seq,base,4,4096,36.5,"));
	assert_non_null(strstr(first, "\nright,aarch64,,,inc_min_seq,base,,4096,,,,12.5,"));
	environment = merge_environment(&all);
	assert_false(json_is_true(json_object_get(environment, "complete")));
	mkdir("merged", 0777);
	assert_int_equal(json_dump_file(environment, "merged/environment.json", 0), 0);
	write_text("merged", "estimates.csv", first, strlen(first));
	assert_int_equal(collection_add(&again, "merged", error, sizeof(error)), 0);
	assert_int_equal(again.nr_machines, 2);
	assert_int_equal(again.results[0].kind, 1);
	second = printed(merge_csv, &again);
	assert_string_equal(first, second);
	/* and once more: the names are taken now */
	assert_int_equal(collection_add(&again, "merged", error, sizeof(error)), 0);
	assert_string_equal(again.machines[3].name, "right-2");
	assert_int_equal(again.results[again.nr_results - 1].machine, 3);
	rows = merge_json(&all);
	assert_int_equal(json_array_size(rows), 4);
	assert_true(json_real_value(json_object_get(json_array_get(rows, 0), "cycles_per_item")) == 36.5);
	assert_true(json_is_null(json_object_get(json_array_get(rows, 2), "cycles_per_item")));
	json_decref(rows);
	json_decref(environment);
	free(first);
	free(second);
	collection_free(&again);
	collection_free(&all);
}

static void test_tables(void **state)
{
	struct collection all = { 0 };
	char *text, error[256];

	(void)state;
	write_folder("one", x86, HEADER ROW_A ROW_B);
	assert_int_equal(collection_add(&all, "one", error, sizeof(error)), 0);
	text = printed(tabulate, &all);
	assert_non_null(strstr(text, "A: one, cpu 4 of kind 1; Fast, \"big\", x86_64; GNU 12; cycles:"));
	assert_non_null(strstr(text, "inc_min_seq, folios 4096, layout ascending; cycles per item\n"
				     "   base      p6\n"
				     "   36.5    24.5\n"));
	free(text);
	collection_free(&all);
	two_machines(&all);
	text = printed(tabulate, &all);
	/* without cycles on one of them, ns on both */
	assert_non_null(strstr(text, "; ns per item\n"
				     "variant       A       B\n"
				     "base      10.00   12.50\n"
				     "p6         7.00       -\n"));
	assert_non_null(strstr(text, "age, folios 65536; ns per item\n"
				     "variant       A       B\n"
				     "gen 4         -    3.25\n"));
	free(text);
	collection_free(&all);
}

/* 128 CPUs, and still at most 72 columns and few of them */
static void test_many_cpus(void **state)
{
	struct collection all = { 0 };
	char *rows = NULL, *text, error[256];
	size_t bytes = 0;
	FILE *out = open_memstream(&rows, &bytes);

	(void)state;
	assert_non_null(out);
	fputs(HEADER, out);
	for (int cpu = 0; cpu < 128; cpu++)
		for (int folios = 512; folios <= 8192; folios *= 2)
			fprintf(out, "walk,base,%d,%d,%d,,,1,,,1,1,1,pmu,c,pass,shuffled\n", cpu, folios,
				100 + cpu);
	fclose(out);
	write_folder("many", arm, rows);
	assert_int_equal(collection_add(&all, "many", error, sizeof(error)), 0);
	text = printed(tabulate, &all);
	assert_non_null(strstr(text, "A: many, 128 CPUs, aarch64; cycles: pmu"));
	assert_non_null(strstr(text, "folios variant   A low   A mid  A high\n"
				     "512    base      100.0   163.5   227.0\n"
				     "1024   base      100.0   163.5   227.0\n"));
	for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
		assert_true(strcspn(line, "\n") <= 72);
	free(text);
	free(rows);
	collection_free(&all);
}

static void refuses(const char *folder, const char *wrong)
{
	struct collection all = { 0 };
	char error[512] = "";

	assert_int_equal(collection_add(&all, folder, error, sizeof(error)), -1);
	if (!strstr(error, wrong))
		fail_msg("%s: \"%s\" does not say \"%s\"", folder, error, wrong);
	collection_free(&all);
}

static void test_refused(void **state)
{
	static const struct {
		const char *environment, *estimates, *wrong;
	} bad[] = {
		{ "", HEADER, "environment.json line 1 is no JSON object: " },
		{ "[]", HEADER, "environment.json line 1 is no JSON object: " },
		{ "{\"arch\": \"x\"", HEADER, "is no JSON object: " },
		{ "{\"machines\": {}}", HEADER, "names no machine: " },
		{ "{\"machines\": {\"a\": 3}}", HEADER, "says nothing of a machine: " },
		{ "{\"machines\": {\"a\": {}}}", "machine,kernel,variant,ns_per_item\nb,k,v,1\n",
		  "line 2: nothing one could measure as machine: " },
		{ "{}", "kernel,variant,cycles_per_item\n", "line 1: no column ns_per_item: " },
		{ "{}", "variant,ns_per_item\n", "line 1: no column kernel: " },
		{ "{}", "kernel,variant,ns_per_item\nk,v,nan\n",
		  "line 2: nothing one could measure as ns_per_item: " },
		{ "{}", "kernel,variant,ns_per_item\nk,v,1\nk,v,inf\n", "line 3: nothing one" },
		{ "{}", "kernel,variant,ns_per_item\nk,v,-1\n", "ns_per_item" },
		{ "{}", "kernel,variant,ns_per_item\nk,v,1e99\n", "ns_per_item" },
		{ "{}", "kernel,variant,ns_per_item\nk,v,0x10\n", "ns_per_item" },
		{ "{}", "kernel,variant,ns_per_item\nk,,1\n", "as variant" },
		{ "{}", "kernel,variant,ns_per_item,cpu\nk,v,1,-1\n", "as cpu" },
		{ "{}", "kernel,variant,ns_per_item,cpu\nk,v,1,99999999\n", "as cpu" },
		{ "{}", "kernel,variant,ns_per_item,ns_lo,ns_hi\nk,v,1,2,3\n", "as interval" },
		{ "{}", "kernel,variant,ns_per_item\nk,v,1\nk,v", "line 3: the end is missing: " },
		{ "{}", "", "line 1: nothing there: " },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		write_folder("bad", bad[i].environment, bad[i].estimates);
		refuses("bad", bad[i].wrong);
	}
	refuses("not there", "cannot be opened (No such file");
	refuses("bad/estimates.csv", "cannot be opened (Not a directory)");
	mkdir("empty", 0777);
	refuses("empty", "environment.json cannot be read (No such file");
	write_text("empty", "environment.json", "{}", 2);
	refuses("empty", "has no estimates.csv: ");
	assert_int_equal(mkfifo("empty/estimates.csv", 0666), 0);
	refuses("empty", "estimates.csv cannot be read (File too large)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_read),    cmocka_unit_test(test_merge),
		cmocka_unit_test(test_tables),  cmocka_unit_test(test_many_cpus),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests_name("collection", tests, folders_make, folders_remove);
}
