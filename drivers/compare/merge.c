// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/merge.h"

#include <stdlib.h>
#include <string.h>

#include "commands/parse.h"
#include "compare/machines.h"
#include "compare/origins.h"
#include "output/columns.h"

static const char *const own_columns[] = { "machine", "arch", "cpu_model", "kind" };

enum { OWN_COLUMNS = sizeof(own_columns) / sizeof(own_columns[0]), KIND = OWN_COLUMNS - 1 };

/* what is text even where it looks like a number */
static const char *const text_columns[] = { "machine", "arch", "cpu_model", "kernel",
					    "variant", "case", "part",      NULL };

/* the columns of all sheets together */
struct united {
	const char **names;
	size_t nr;
};

static bool has(const struct united *united, const char *name)
{
	for (size_t i = 0; i < united->nr; i++)
		if (!strcmp(united->names[i], name))
			return true;
	return false;
}

static int unite(struct united *united, const struct collection *collection)
{
	size_t room = OWN_COLUMNS;

	for (size_t i = 0; i < collection->nr_sheets; i++)
		room += collection->sheets[i].nr_columns;
	united->names = calloc(room, sizeof(*united->names));
	united->nr = 0;
	if (!united->names)
		return -1;
	for (size_t i = 0; i < OWN_COLUMNS; i++)
		united->names[united->nr++] = own_columns[i];
	for (size_t i = 0; i < collection->nr_sheets; i++) {
		const struct sheet *sheet = &collection->sheets[i];

		for (size_t column = 0; column < sheet->nr_columns; column++)
			if (!has(united, sheet_name(sheet, column)))
				united->names[united->nr++] = sheet_name(sheet, column);
	}
	return 0;
}

static const char *field_of(const struct collection *collection, const struct united *united, size_t column,
			    const struct result *result, char *kind, size_t size)
{
	const struct machine *machine = &collection->machines[result->machine];
	const struct sheet *sheet = &collection->sheets[result->sheet];
	const char *const own[] = { machine->name, machine->arch, machine->cpu_model, kind };

	if (column >= OWN_COLUMNS)
		return sheet_field(sheet, result->row, sheet_column(sheet, united->names[column]));
	kind[0] = '\0';
	if (column == KIND && result->kind >= 0)
		snprintf(kind, size, "%d", result->kind);
	return own[column];
}

/* what a machine calls itself may hold anything, and a row is one line of text */
static void put_field(FILE *out, const char *text)
{
	char line[MAX_SHEET_FIELD + 1];

	snprintf(line, sizeof(line), "%s", text);
	for (char *at = line; *at; at++)
		if ((unsigned char)*at < ' ')
			*at = ' ';
	csv_text(out, line);
}

int merge_csv(FILE *out, const struct collection *collection)
{
	struct united united;
	char kind[16];

	if (unite(&united, collection))
		return -1;
	for (size_t i = 0; i < united.nr; i++) {
		fputs(i ? "," : "", out);
		put_field(out, united.names[i]);
	}
	putc('\n', out);
	for (size_t row = 0; row < collection->nr_results; row++) {
		for (size_t i = 0; i < united.nr; i++) {
			fputs(i ? "," : "", out);
			put_field(out, field_of(collection, &united, i, &collection->results[row], kind,
						sizeof(kind)));
		}
		putc('\n', out);
	}
	free(united.names);
	return 0;
}

static json_t *value_of(const char *name, const char *text)
{
	double number;

	if (!*text)
		return json_null();
	if (parse_word(name, text_columns) < 0 && parse_real(text, 0, 1e15, &number))
		return strpbrk(text, ".eE") ? json_real(number) : json_integer((json_int_t)number);
	/* what is no UTF-8 cannot be said in JSON */
	return json_string(text) ?: json_string("?");
}

json_t *merge_json(const struct collection *collection)
{
	json_t *rows = json_array();
	struct united united;
	char kind[16];

	if (!rows || unite(&united, collection)) {
		json_decref(rows);
		return NULL;
	}
	for (size_t row = 0; row < collection->nr_results; row++) {
		json_t *object = json_object();

		for (size_t i = 0; i < united.nr; i++)
			json_object_set_new(object, united.names[i],
					    value_of(united.names[i], field_of(collection, &united, i,
									       &collection->results[row],
									       kind, sizeof(kind))));
		json_array_append_new(rows, object);
	}
	free(united.names);
	return rows;
}

json_t *merge_environment(const struct collection *collection)
{
	json_t *machines = json_object();
	bool complete = true;

	for (size_t i = 0; i < collection->nr_machines; i++) {
		const struct machine *machine = &collection->machines[i];

		complete = complete && machine->complete;
		json_object_set(machines, machine->name, machine->environment);
	}
	return json_pack("{s:o, s:b}", "machines", machines, "complete", complete);
}

static void put_plain(FILE *out, const char *text, const char *end)
{
	for (size_t i = 0; i < 80 && text[i]; i++)
		putc(text[i] >= ' ' && text[i] <= '~' && !strchr(",\"\\'`", text[i]) ? text[i] : ' ', out);
	fputs(end, out);
}

int merge_cpus(FILE *out, const struct collection *collection)
{
	struct origins origins;
	int ret = origins_find(&origins, collection);

	fputs("machine,arch,cpu_model,compiler,linux,cpu,kind,l1_bytes,l2_bytes,l3_bytes\n", out);
	for (size_t i = 0; !ret && i < origins.nr; i++) {
		const struct origin *origin = &origins.list[i];
		const struct machine *machine = &collection->machines[origin->machine];

		put_plain(out, machine->name, ",");
		put_plain(out, machine->arch, ",");
		put_plain(out, machine->cpu_model, ",");
		put_plain(out, machine->compiler, ",");
		put_plain(out, machine->kernel, ",");
		fprintf(out, "%d,%d", origin->cpu, origin->kind);
		for (int level = 1; level <= 3; level++)
			fprintf(out, ",%.0f", machine_cache(machine, origin->cpu, level));
		putc('\n', out);
	}
	origins_free(&origins);
	return ret;
}
