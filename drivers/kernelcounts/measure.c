// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernelcounts/measure.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MAP = 48 << 20, NR_SIZES = 2 };

static const double worth_telling = 0.5; /* instructions per folio */

struct measuring {
	struct counted_stage *stage;
	const struct count_request *request;
	struct boot boot;
	struct symbols symbols;
	struct console console[NR_SIZES]; /* the first boot of each size */
	struct aging_regions regions;     /* of all boots */
	bool found;
	char *error;
	size_t size;
};

static unsigned int megabytes_of(int which)
{
	return which ? LARGE_MEGABYTES : SMALL_MEGABYTES;
}

/* what each write does is told from the generations of each boot: all must have the same */
static int find_regions(struct measuring *measuring, const struct boot *boot, const struct console *console)
{
	struct aging_regions regions;
	uint64_t folios = (uint64_t)boot->megabytes * FOLIOS_PER_MEGABYTE;
	char what[300] = "this boot ages otherwise than others";

	if (!figures_find(&regions, console, folios, what, sizeof(what)) &&
	    (!measuring->found || !memcmp(&regions, &measuring->regions, sizeof(regions)))) {
		measuring->regions = regions;
		measuring->found = true;
		return 0;
	}
	snprintf(measuring->error, measuring->size, "%s: see %s/%s.console", what, boot->folder, boot->name);
	return -1;
}

/* one boot of a size, with the plugin where there are symbols */
static int boot_once(struct measuring *measuring, int which, const char *name, const struct symbols *symbols,
		     struct console *console)
{
	struct boot boot = measuring->boot;
	int status;

	boot.name = name;
	boot.symbols = symbols;
	boot.megabytes = megabytes_of(which);
	status = boot_run(&boot, console, measuring->error, measuring->size);
	return status ? status : find_regions(measuring, &boot, console);
}

static int boot_plainly(struct measuring *measuring, const char *name)
{
	char file[64];
	int status = 0;

	for (unsigned int i = 0; i < NR_SIZES * measuring->request->repeats && !status; i++) {
		int which = (int)(i % NR_SIZES);
		struct console again = { 0 }, *console = i < NR_SIZES ? &measuring->console[which] : &again;

		snprintf(file, sizeof(file), "%.32s-%uM-%u", name, megabytes_of(which), i / NR_SIZES + 1);
		status = boot_once(measuring, which, file, NULL, console);
		if (!status && figures_compare(console, &measuring->console[which]) >= 0)
			measuring->stage->alike = false;
	}
	return status;
}

static int read_file(const char *folder, const char *name, size_t most, struct text *text, char *error,
		     size_t size)
{
	char path[PATH_MAX + 64];
	const char *wrong;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	if (!text_read(text, AT_FDCWD, path, most, &wrong))
		return 0;
	snprintf(error, size, "%s: %s: build it again", path, wrong);
	return -1;
}

/* the functions that make up the increment path */
static void find_hot(struct measuring *measuring, uint64_t folios)
{
	struct counted_stage *stage = measuring->stage;

	for (size_t i = 0; i < measuring->symbols.nr; i++) {
		const struct symbol *symbol = &measuring->symbols.symbol[i];
		struct hot hot = { 0 };
		size_t at = stage->nr_hot;

		for (int path = 0; path < NR_AGING_PATHS; path++)
			hot.per_folio[path] = symbol_per_folio(symbol, (enum aging_path)path, folios);
		if (hot.per_folio[AGING_INCREMENT] < worth_telling)
			continue;
		snprintf(hot.name, sizeof(hot.name), "%s", symbol->name);
		while (at && stage->hot[at - 1].per_folio[AGING_INCREMENT] < hot.per_folio[AGING_INCREMENT])
			at--;
		if (at == MAX_HOT)
			continue;
		if (stage->nr_hot < MAX_HOT)
			stage->nr_hot++;
		memmove(&stage->hot[at + 1], &stage->hot[at], (stage->nr_hot - at - 1) * sizeof(hot));
		stage->hot[at] = hot;
	}
}

/* once more, with every instruction watched: what the guest counts must not change by that */
static int boot_watched(struct measuring *measuring, const char *name)
{
	const uint64_t folios = (uint64_t)LARGE_MEGABYTES * FOLIOS_PER_MEGABYTE;
	struct operations operations;
	struct console console;
	struct text written = { 0 };
	char file[64], path[80];
	int status;

	snprintf(file, sizeof(file), "%.32s-watched", name);
	snprintf(path, sizeof(path), "%s.operations", file);
	status = boot_once(measuring, 1, file, &measuring->symbols, &console);
	if (status)
		return status;
	if (figures_compare(&console, &measuring->console[1]) >= 0)
		measuring->stage->alike = false;
	status = read_file(measuring->boot.folder, path, MAX_MAP, &written, measuring->error, measuring->size);
	if (!status)
		status = operations_parse(&operations, &measuring->symbols, &written, &measuring->regions,
					  measuring->request->arch->opcode, measuring->error, measuring->size);
	for (int i = 0; i < NR_AGING_PATHS * NR_OPERATIONS && !status; i++)
		measuring->stage->operations[i / NR_OPERATIONS][i % NR_OPERATIONS] = operations_per_folio(
			&operations, (enum aging_path)(i / NR_OPERATIONS),
			(enum operation)(i % NR_OPERATIONS), folios);
	if (!status)
		find_hot(measuring, folios);
	text_free(&written);
	return status;
}

int measure_stage(struct counted_stage *stage, const struct count_request *request, const char *guests,
		  const char *folder, const char *name, char counter[48], char *error, size_t size)
{
	struct measuring measuring = {
		.stage = stage,
		.request = request,
		.boot = { .arch = request->arch, .folder = guests, .stage = folder, .stop = request->stop },
		.error = error,
		.size = size,
	};
	const uint64_t more = (uint64_t)(LARGE_MEGABYTES - SMALL_MEGABYTES) * FOLIOS_PER_MEGABYTE;
	struct text map = { 0 };
	int status;

	*stage = (struct counted_stage){ .alike = true };
	status = read_file(folder, "System.map", MAX_MAP, &map, error, size);
	if (!status)
		status = symbols_parse(&measuring.symbols, &map, error, size);
	if (!status)
		status = boot_plainly(&measuring, name);
	if (!status)
		status = boot_watched(&measuring, name);
	if (!status) {
		stage->figures = figures_make(&measuring.console[0], &measuring.console[1],
					      &measuring.regions, more);
		snprintf(counter, 48, "%s", measuring.console[1].counter);
	}
	symbols_free(&measuring.symbols);
	text_free(&map);
	return status;
}
