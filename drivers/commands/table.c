// SPDX-License-Identifier: GPL-2.0-or-later
/* foliolab table: results folders read back, of CPUs, machines and architectures beside each other. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/collect.h"
#include "commands/commands.h"
#include "compare/merge.h"
#include "compare/tabulate.h"
#include "output/folder.h"
#include "output/say.h"

enum { KEY_FORM = 256, KEY_INTO, MAX_FOLDERS = 1024 };

struct table_options {
	struct options shared;
	const char *folders[MAX_FOLDERS];
	size_t nr;
};

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct table_options *options = state->input;

	switch (key) {
	case KEY_FORM:
		return options_format(&options->shared, text);
	case KEY_INTO:
		if (!*text)
			return options_complain(&options->shared, "--out: give the name of a folder");
		options->shared.out = text;
		return 0;
	case ARGP_KEY_ARG:
		if (options->nr == MAX_FOLDERS)
			return options_complain(&options->shared, "%s: give at most %d folders, or merge some",
						text, MAX_FOLDERS);
		options->folders[options->nr++] = text;
		return 0;
	case ARGP_KEY_NO_ARGS:
		return options_complain(&options->shared, "table of what: name results folders");
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option own_options[] = {
	{ "format", KEY_FORM, "FORMAT", 0, "text, csv (all rows, with a column machine) or json", 0 },
	{ "out", KEY_INTO, "FOLDER", 0, "also write all rows to a new folder, for plots and further tables",
	  0 },
	{ 0 },
};

static const struct argp argp = {
	.options = own_options,
	.parser = parse,
	.args_doc = "FOLDER...",
	.doc = "Prints what results folders hold: cycles per item against the working set, CPUs, machines and "
	       "architectures beside each other.\v"
	       "A machine is named after its folder. With --format csv or json all columns are there.",
};

int collection_read(struct collection *collection, const char *const *folders, size_t nr)
{
	char error[1024];

	for (size_t i = 0; i < nr; i++) {
		size_t first = collection->nr_machines;

		if (collection_add(collection, folders[i], error, sizeof(error))) {
			say_error("%s", error);
			return EXIT_FAILED;
		}
		for (; first < collection->nr_machines; first++)
			if (!collection->machines[first].complete)
				say_warning("%s is not complete: its figures are partial", folders[i]);
	}
	return 0;
}

static int print_json(const struct collection *collection)
{
	json_t *rows = merge_json(collection);

	if (!rows)
		return -1;
	json_dumpf(rows, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
	putchar('\n');
	json_decref(rows);
	return 0;
}

int collection_print(const struct collection *collection, enum format format)
{
	int ret = -1;

	switch (format) {
	case FORMAT_TEXT:
		ret = tabulate(stdout, collection);
		break;
	case FORMAT_CSV:
		ret = merge_csv(stdout, collection);
		break;
	case FORMAT_JSON:
		ret = print_json(collection);
		break;
	}
	if (!ret)
		return say_stdout_done();
	say_error("not enough memory for the table: give fewer folders");
	return EXIT_FAILED;
}

/* a file made by one of the merge functions */
static int write_merged(int dir, const char *name, int (*make)(FILE *out, const struct collection *collection),
			const struct collection *collection)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);
	int ret = -1;

	if (!out)
		return -1;
	ret = make(out, collection);
	if (fclose(out) || (!ret && folder_write(dir, name, text, bytes)))
		ret = -1;
	free(text);
	return ret;
}

static int make_environment(FILE *out, const struct collection *collection)
{
	json_t *object = merge_environment(collection);
	int ret = object ? json_dumpf(object, out, JSON_INDENT(2) | JSON_REAL_PRECISION(9)) : -1;

	json_decref(object);
	return ret;
}

int collection_write_cpus(const struct collection *collection, const char *folder)
{
	int dir = folder_open(folder), ret;

	ret = dir < 0 ? -1 : write_merged(dir, "cpus.csv", merge_cpus, collection);
	if (ret)
		say_error("%s/cpus.csv cannot be written (%s): make room", folder, strerror(errno));
	if (dir >= 0)
		close(dir);
	return ret ? EXIT_FAILED : 0;
}

static int write_folder(const struct collection *collection, const char *folder)
{
	int dir = folder_open(folder);
	int empty = dir < 0 ? -1 : folder_is_empty(dir, false), ret = EXIT_FAILED;

	if (!empty)
		say_error("%s is not empty: choose a new folder, or remove this one", folder);
	else if (empty < 0)
		say_error("%s cannot be used as results folder (%s): choose another", folder, strerror(errno));
	else if (write_merged(dir, "estimates.csv", merge_csv, collection) ||
		 write_merged(dir, "cpus.csv", merge_cpus, collection) ||
		 write_merged(dir, "environment.json", make_environment, collection))
		say_error("cannot write to %s (%s): make room, or choose another folder", folder,
			  strerror(errno));
	else
		ret = 0;
	if (dir >= 0)
		close(dir);
	return ret;
}

int command_table(int argc, char **argv)
{
	struct table_options options = { 0 };
	struct collection collection = { 0 };
	int status = options_parse(&argp, argc, argv, &options.shared, &options);

	if (status)
		return status;
	status = collection_read(&collection, options.folders, options.nr);
	if (!status && options.shared.out)
		status = write_folder(&collection, options.shared.out);
	if (!status)
		status = collection_print(&collection, options.shared.format);
	collection_free(&collection);
	return status;
}
