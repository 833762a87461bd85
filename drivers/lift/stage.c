// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "lift/stage.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "lift/closure.h"

/* what supplies names: the first includes the others */
static const char *const shim_paths[] = { "lifted/shim.h", "lifted/shim_mm.h" };
enum { NR_SHIM_PATHS = sizeof(shim_paths) / sizeof(shim_paths[0]) };

static const struct source *source_of(const struct sources *sources, const char *path)
{
	return &sources->file[sources_index(path)];
}

/* whether code (not comments) holds these characters as a word, or the end of one */
static bool has_code(const struct source *source, const char *what)
{
	for (const char *at = source->bare; (at = strstr(at, what));) {
		at += strlen(what);
		if (!is_word(*at))
			return true;
	}
	return false;
}

/* how the tree writes things, told by its text and not by its version */
static const char *print_config(const struct sources *sources, const struct tags *tags,
				enum list_checks checks, struct text *out)
{
	const struct source *list = source_of(sources, "include/linux/list.h");
	const struct tag *tier = tags_find(tags, "lru_tier_from_refs", strlen("lru_tier_from_refs"));
	bool old_refs = tier && tier->signature && !strchr(tier->signature, ',');
	bool hardened = !list->text.data || has_code(list, "CONFIG_LIST_HARDENED");
	bool f = has_code(source_of(sources, "include/linux/mm_inline.h"), "flags.f") ||
		 has_code(source_of(sources, "mm/vmscan.c"), "flags.f");

	if (checks == CHECKS_HARDENED && !hardened)
		return "the tree has no CONFIG_LIST_HARDENED: give --config debug-list";
	text_print(out, "#define SHIM_LIST_CHECKS %d\n", (int)checks);
	if (f)
		text_print(out, "#define SHIM_FLAGS_F 1\n");
	if (old_refs)
		text_print(out, "#define SHIM_OLD_REFS_FLAGS 1\n");
	if (list->text.data)
		text_print(out, "#define SHIM_TREE_LIST 1\n");
	if (!hardened)
		text_print(out, "#define SHIM_OLD_DEBUG_LIST 1\n");
	return NULL;
}

static bool same(const char *text, size_t length, const char *word)
{
	return strlen(word) == length && !strncmp(text, word, length);
}

static void trim(const char **at, size_t *length)
{
	while (*length && isspace((unsigned char)**at))
		++*at, --*length;
	while (*length && isspace((unsigned char)(*at)[*length - 1]))
		--*length;
}

/* what a parameter is given: by its name, else by its type */
static const char *argument_for(const struct liftable *what, const char *parameter, size_t length)
{
	size_t type = length, name;

	while (type && is_word(parameter[type - 1]))
		type--;
	name = length - type;
	for (const struct argument *each = what->arguments; each->parameter; each++)
		if (same(parameter + type, name, each->parameter))
			return each->value;
	trim(&parameter, &type);
	for (const struct argument *each = what->arguments; each->parameter; each++)
		if (same(parameter, type, each->parameter))
			return each->value;
	return NULL;
}

/* the call of the root function with whatever parameters this stage's has */
static int print_call(const struct liftable *what, const struct tag *root, struct text *out, char *error,
		      size_t size)
{
	const char *at = root->signature ? root->signature : "()", *comma = "";

	text_print(out, "#define LIFTED_CALL %s(", what->root);
	for (at++; *at && *at != ')';) {
		size_t length = strcspn(at, ",)");
		const char *parameter = at, *argument;

		at += length + (at[length] == ',');
		trim(&parameter, &length);
		argument = argument_for(what, parameter, length);
		if (!argument) {
			snprintf(error, size, "%s() takes '%.*s': no value is known for that", what->root,
				 (int)(length < 80 ? length : 80), parameter);
			return -1;
		}
		text_print(out, "%s%s", comma, argument);
		comma = ", ";
	}
	text_print(out, ")\n#include \"%s\"\n", what->pass);
	return 0;
}

static int print_all(const struct liftable *what, struct closure *closure, enum list_checks checks,
		     struct text *out, char *error, size_t size)
{
	const struct tags *tags = closure->tree;
	const char *refused = print_config(closure->sources, tags, checks, out);
	const struct tag *root;

	if (refused) {
		snprintf(error, size, "%s", refused);
		return -1;
	}
	if (closure_follow(closure, what->root))
		return -1;
	text_print(out, "#include \"%s\"\n#include \"lifted/list_debug.h\"\n", shim_paths[0]);
	if (!source_of(closure->sources, "include/linux/list.h")->text.data)
		text_print(out, "#include \"lifted/lists.h\"\n");
	if (!closure_print(closure, false, out) || !text_print(out, "#include \"lifted/defaults.h\"\n") ||
	    !closure_print(closure, true, out)) {
		snprintf(error, size, "%s() needs more than can be lifted", what->root);
		return -1;
	}
	for (root = tags_find(tags, what->root, strlen(what->root)); root->kind != TAG_FUNCTION;)
		root++;
	return print_call(what, root, out, error, size);
}

int stage_print(const struct liftable *what, const char *tree, const char *shim, enum list_checks checks,
		struct text *out, char *error, size_t size)
{
	const char *paths[MAX_SOURCES];
	struct tags found = { 0 }, supplied = { 0 };
	struct sources sources;
	struct closure closure = {
		.sources = &sources,
		.tree = &found,
		.supplied = &supplied,
		.error = error,
		.error_size = size,
	};
	int files[MAX_SOURCES], status = -1;
	size_t nr = 0;

	if (sources_read(&sources, tree, error, size) || sources_scan(&sources, error, size))
		goto out;
	for (size_t i = 0; i < sources.nr; i++) {
		if (sources.file[i].text.data) {
			files[nr] = (int)i;
			paths[nr++] = sources.file[i].path;
		}
	}
	if (tags_read(&found, tree, paths, nr, error, size) ||
	    tags_read(&supplied, shim, shim_paths, NR_SHIM_PATHS, error, size))
		goto out;
	for (size_t i = 0; i < found.nr; i++)
		found.tag[i].file = files[found.tag[i].file];
	text_print(out, "/* lifted by foliolab: a kernel's code and no part of foliolab */\n");
	status = print_all(what, &closure, checks, out, error, size);
out:
	closure_free(&closure);
	tags_free(&found);
	tags_free(&supplied);
	sources_free(&sources);
	return status;
}
