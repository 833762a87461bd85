// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/collection.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/machines.h"
#include "compare/rows.h"
#include "output/folder.h"

static const char estimates[] = "estimates.csv", environment[] = "environment.json";

static int cannot_read(const char *folder, const char *name, char *error, size_t size)
{
	if (errno == ENOENT && name == estimates)
		snprintf(error, size, "%s has no %s: give a results folder, or finish it with --resume",
			 folder, name);
	else
		snprintf(error, size, "%s/%s cannot be read (%s): give a results folder", folder, name,
			 strerror(errno));
	return -1;
}

static int read_environment(struct collection *collection, const char *folder, int dir, char *error,
			    size_t size)
{
	json_error_t wrong;
	json_t *object;
	size_t bytes;
	char *text = folder_read_bytes(dir, environment, MAX_SHEET_BYTES, &bytes);
	int ret;

	if (!text)
		return cannot_read(folder, environment, error, size);
	object = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, &wrong);
	free(text);
	if (!json_is_object(object)) {
		json_decref(object);
		snprintf(error, size, "%s/%s line %d is no JSON object: measure anew, or copy it again",
			 folder, environment, wrong.line < 0 ? 1 : wrong.line);
		return -1;
	}
	ret = machines_add(collection, folder, object, error, size);
	json_decref(object);
	return ret;
}

static int read_estimates(struct collection *collection, const char *folder, int dir, size_t first,
			  char *error, size_t size)
{
	struct sheet *grown = realloc(collection->sheets, (collection->nr_sheets + 1) * sizeof(*grown));
	char wrong[256];
	size_t bytes;
	char *text;

	if (!grown) {
		snprintf(error, size, "not enough memory for %s: give fewer folders", folder);
		return -1;
	}
	collection->sheets = grown;
	text = folder_read_bytes(dir, estimates, MAX_SHEET_BYTES, &bytes);
	if (!text)
		return cannot_read(folder, estimates, error, size);
	if (!sheet_parse(&grown[collection->nr_sheets++], text, bytes, wrong, sizeof(wrong)) &&
	    !rows_add(collection, first, wrong, sizeof(wrong)))
		return 0;
	snprintf(error, size, "%s/%s %s: measure anew, or copy it again", folder, estimates, wrong);
	return -1;
}

int collection_add(struct collection *collection, const char *folder, char *error, size_t size)
{
	size_t first = collection->nr_machines;
	int dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), ret;

	if (dir < 0) {
		snprintf(error, size, "%s cannot be opened (%s): give a results folder", folder,
			 strerror(errno));
		return -1;
	}
	ret = read_environment(collection, folder, dir, error, size);
	if (!ret)
		ret = read_estimates(collection, folder, dir, first, error, size);
	close(dir);
	return ret;
}

void collection_free(struct collection *collection)
{
	for (size_t i = 0; i < collection->nr_machines; i++)
		json_decref(collection->machines[i].environment);
	for (size_t i = 0; i < collection->nr_sheets; i++)
		sheet_free(&collection->sheets[i]);
	free(collection->machines);
	free(collection->sheets);
	free(collection->results);
	*collection = (struct collection){ 0 };
}
