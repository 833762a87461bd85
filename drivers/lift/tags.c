// SPDX-License-Identifier: GPL-2.0-or-later
#include "lift/tags.h"

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lift/spawn.h"

enum { MAX_TAGS = 200000, MAX_FILES = 16, FIXED_ARGUMENTS = 6 };

static const char *const kinds[] = {
	[TAG_FUNCTION] = "function", [TAG_MACRO] = "macro",           [TAG_STRUCT] = "struct",
	[TAG_ENUM] = "enum",         [TAG_ENUMERATOR] = "enumerator", [TAG_TYPEDEF] = "typedef",
	[TAG_VARIABLE] = "variable",
};

static int kind_of(const char *text)
{
	for (size_t i = 0; text && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(text, kinds[i]))
			return (int)i;
	return text && !strcmp(text, "union") ? TAG_STRUCT : -1;
}

static bool add_tag(struct tags *tags, const struct tag *tag)
{
	if (tags->nr == tags->room) {
		size_t room = tags->room ? 2 * tags->room : 1024;
		struct tag *grown = room > MAX_TAGS ? NULL : realloc(tags->tag, room * sizeof(*grown));

		if (!grown)
			return false;
		tags->tag = grown;
		tags->room = room;
	}
	tags->tag[tags->nr] = *tag;
	tags->tag[tags->nr].name = strdup(tag->name);
	tags->tag[tags->nr].signature = tag->signature ? strdup(tag->signature) : NULL;
	return tags->tag[tags->nr++].name;
}

static bool take_object(struct tags *tags, const json_t *object, const char *const *paths, size_t nr)
{
	const char *path = json_string_value(json_object_get(object, "path"));
	const char *name = json_string_value(json_object_get(object, "name"));
	const char *signature = json_string_value(json_object_get(object, "signature"));
	int kind = kind_of(json_string_value(json_object_get(object, "kind")));
	json_int_t line = json_integer_value(json_object_get(object, "line"));
	json_int_t end = json_integer_value(json_object_get(object, "end"));

	if (!name || !path || kind < 0 || line < 1)
		return true;
	for (size_t i = 0; i < nr; i++) {
		struct tag tag = {
			.name = (char *)(uintptr_t)name,
			.signature = (char *)(uintptr_t)signature,
			.kind = (enum tag_kind)kind,
			.file = (int)i,
			.line = (size_t)line,
			.end = end >= line ? (size_t)end : 0,
		};

		if (!strcmp(path, paths[i]))
			return add_tag(tags, &tag);
	}
	return true;
}

static int by_name(const void *a, const void *b)
{
	const struct tag *one = a, *other = b;
	int order = strcmp(one->name, other->name);

	if (order)
		return order;
	if (one->file != other->file)
		return one->file < other->file ? -1 : 1;
	return one->line < other->line ? -1 : one->line > other->line;
}

/* one JSON object a line; false where memory is short */
static bool take_output(struct tags *tags, const struct text *output, const char *const *paths, size_t nr)
{
	const char *at = output->data, *end = at + output->size;

	while (at < end) {
		size_t length = line_length(at, end);
		json_t *object = *at == '{' ? json_loadb(at, length, 0, NULL) : NULL;
		bool taken = !object || take_object(tags, object, paths, nr);

		json_decref(object);
		if (!taken)
			return false;
		at += length + (at + length < end);
	}
	if (tags->nr)
		qsort(tags->tag, tags->nr, sizeof(*tags->tag), by_name);
	return true;
}

int tags_read(struct tags *tags, const char *folder, const char *const *paths, size_t nr, char *error,
	      size_t size)
{
	const char *arguments[FIXED_ARGUMENTS + MAX_FILES + 1] = {
		"ctags",          "--options=NONE",     "--output-format=json",
		"--fields=+neKS", "--kinds-C=dfgstuev", "-f-",
	};
	struct text output = { 0 };
	int status;

	*tags = (struct tags){ 0 };
	for (size_t i = 0; i < nr && i < MAX_FILES; i++)
		arguments[FIXED_ARGUMENTS + i] = paths[i];
	status = spawn_run(arguments, folder, &output, error, size);
	if (status > 0)
		snprintf(error, size, "ctags failed: install universal-ctags (with JSON output)");
	else if (!status && !take_output(tags, &output, paths, nr))
		snprintf(error, size, "the tree's files define too much: give a kernel tree"), status = -1;
	text_free(&output);
	return status ? -1 : 0;
}

const struct tag *tags_find(const struct tags *tags, const char *name, size_t length)
{
	size_t low = 0, high = tags->nr;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const char *there = tags->tag[middle].name;
		int order = strncmp(there, name, length);

		/* longer names come later */
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == tags->nr || strncmp(tags->tag[low].name, name, length) || tags->tag[low].name[length])
		return NULL;
	return &tags->tag[low];
}

bool tags_more(const struct tags *tags, const struct tag *tag)
{
	return tag + 1 < tags->tag + tags->nr && !strcmp(tag[1].name, tag->name);
}

void tags_free(struct tags *tags)
{
	for (size_t i = 0; i < tags->nr; i++) {
		free(tags->tag[i].name);
		free(tags->tag[i].signature);
	}
	free(tags->tag);
	*tags = (struct tags){ 0 };
}
