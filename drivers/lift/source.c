// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "lift/source.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	MAX_SOURCE = 4 << 20,
	MAX_LINE = 4096,
};

static const struct {
	const char *path;
	bool needed;
} table[] = {
	{ "include/linux/list.h", false },
	{ "include/linux/mmzone.h", false },
	{ "include/linux/mm_inline.h", true },
	{ "include/linux/swap.h", false },
	{ "mm/internal.h", false },
	{ "mm/vmscan.c", true },
};

enum { NR_TABLE = sizeof(table) / sizeof(table[0]) };

int sources_index(const char *path)
{
	for (int i = 0; i < NR_TABLE; i++)
		if (!strcmp(table[i].path, path))
			return i;
	return -1;
}

/* whether a path, links followed, stays within a folder */
static bool stays_within(const char *tree, const char *path)
{
	char folder[PATH_MAX], file[PATH_MAX];
	size_t length;

	if (!realpath(tree, folder) || !realpath(path, file))
		return false;
	length = strcmp(folder, "/") ? strlen(folder) : 0;
	return !strncmp(folder, file, length) && file[length] == '/';
}

static int read_source(struct source *source, const char *tree, bool needed, char *error, size_t size)
{
	const char *wrong = "its name is too long";
	char path[PATH_MAX];
	int length = snprintf(path, sizeof(path), "%s/%s", tree, source->path);

	if (length >= 0 && (size_t)length < sizeof(path)) {
		if (access(path, F_OK) && errno == ENOENT && !needed)
			return 0;
		if (!access(path, F_OK) && !stays_within(tree, path)) {
			snprintf(error, size, "%s: leads out of the tree: give a tree of its own", path);
			return -1;
		}
		if (!text_read(&source->text, AT_FDCWD, path, MAX_SOURCE, &wrong))
			return 0;
	}
	snprintf(error, size, "%s: %s: give a kernel tree, 6.1 or newer", path, wrong);
	return -1;
}

int sources_read(struct sources *sources, const char *tree, char *error, size_t size)
{
	*sources = (struct sources){ .nr = NR_TABLE };
	for (size_t i = 0; i < NR_TABLE; i++)
		sources->file[i].path = table[i].path;
	for (size_t i = 0; i < NR_TABLE; i++)
		if (read_source(&sources->file[i], tree, table[i].needed, error, size))
			return -1;
	return 0;
}

/* where what begins at @at ends: a comment or a literal, or a single character */
static const char *skip(const char *at, const char *end, bool *open)
{
	if (at + 1 < end && at[0] == '/' && at[1] == '/') {
		while (at < end && *at != '\n')
			at++;
		return at;
	}
	if (at + 1 < end && at[0] == '/' && at[1] == '*') {
		const char *close = memmem(at + 2, (size_t)(end - at - 2), "*/", 2);

		*open = !close;
		return close ? close + 2 : end;
	}
	if (*at == '"' || *at == '\'') {
		char quote = *at++;

		/* a newline ends it: an apostrophe in code that is compiled out */
		for (; at < end && *at != quote && *at != '\n'; at++)
			if (*at == '\\' && at + 1 < end)
				at++;
		return at < end && *at == quote ? at + 1 : at;
	}
	return at + 1;
}

/* the text with blanks for all that is not code */
static bool make_bare(struct source *source)
{
	const char *at = source->text.data, *end = at + source->text.size;
	bool open = false;

	source->bare = malloc(source->text.size + 1);
	if (!source->bare)
		return false;
	memcpy(source->bare, at, source->text.size + 1);
	while (at < end) {
		const char *next = skip(at, end, &open);

		for (const char *blank = at; next > at + 1 && blank < next; blank++)
			if (*blank != '\n')
				source->bare[blank - source->text.data] = ' ';
		at = next;
	}
	return !open;
}

static bool find_lines(struct source *source)
{
	size_t lines = 1;

	for (size_t i = 0; i < source->text.size; i++)
		lines += source->text.data[i] == '\n';
	source->starts = calloc(lines + 1, sizeof(*source->starts));
	source->frames = calloc(lines + 1, sizeof(*source->frames));
	source->frame = calloc(lines + 1, sizeof(*source->frame));
	if (!source->starts || !source->frames || !source->frame)
		return false;
	for (size_t i = 0; i < source->text.size; i++)
		if (source->text.data[i] == '\n')
			source->starts[++source->nr_lines] = i + 1;
	source->starts[++source->nr_lines] = source->text.size;
	return true;
}

/* the name of the directive on a line, "" where there is none */
static void directive_of(const struct source *source, size_t line, char name[8])
{
	const char *at = source->bare + source->starts[line - 1];
	size_t length = 0;

	at += strspn(at, " \t");
	if (*at == '#') {
		at++;
		at += strspn(at, " \t");
		while (length < 7 && is_word(at[length]))
			length++;
	}
	memcpy(name, at, length);
	name[length] = 0;
}

/* false where conditionals do not nest */
static bool find_frames(struct source *source)
{
	int now = -1;

	for (size_t line = 1; line <= source->nr_lines; line++) {
		char name[8];

		directive_of(source, line, name);
		if (!strcmp(name, "endif") || !strncmp(name, "el", 2)) {
			if (now < 0)
				return false;
		}
		if (!strncmp(name, "if", 2)) {
			source->frame[source->nr_frames] =
				(struct frame){ .outer = now, .before = -1, .line = line };
			now = (int)source->nr_frames++;
		} else if (!strncmp(name, "el", 2)) {
			source->frame[source->nr_frames] = (struct frame){
				.outer = source->frame[now].outer,
				.before = now,
				.line = line,
			};
			now = (int)source->nr_frames++;
		} else if (!strcmp(name, "endif")) {
			now = source->frame[now].outer;
		}
		source->frames[line - 1] = now;
	}
	return now < 0;
}

static const char *scan(struct source *source)
{
	if (!find_lines(source))
		return "not enough memory";
	for (size_t line = 1; line <= source->nr_lines; line++)
		if (source->starts[line] - source->starts[line - 1] > MAX_LINE)
			return "a line of more than 4096 bytes: give the source as it is in the kernel";
	if (!make_bare(source))
		return "ends inside a comment: give the source as it is in the kernel";
	if (!find_frames(source))
		return "#if and #endif do not pair: give the source as it is in the kernel";
	return NULL;
}

int sources_scan(struct sources *sources, char *error, size_t size)
{
	for (size_t i = 0; i < sources->nr; i++) {
		struct source *source = &sources->file[i];
		const char *wrong = source->text.data ? scan(source) : NULL;

		if (wrong) {
			snprintf(error, size, "%s: %s", source->path, wrong);
			return -1;
		}
	}
	return 0;
}

void sources_free(struct sources *sources)
{
	for (size_t i = 0; i < sources->nr; i++) {
		struct source *source = &sources->file[i];

		text_free(&source->text);
		free(source->bare);
		free(source->starts);
		free(source->frames);
		free(source->frame);
	}
	*sources = (struct sources){ 0 };
}
