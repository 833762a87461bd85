// SPDX-License-Identifier: GPL-2.0-or-later
#include "lift/diff.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lift/source.h"

enum { MAX_PATH = 256, MAX_HUNK = 100000 };

struct reader {
	const char *at, *end;
	struct diff *diff;
	enum diff_scope scope;
	const char *wrong;
};

static bool in_scope(const struct reader *reader, const char *path)
{
	return path[0] && (reader->scope == DIFF_ALL || sources_index(path) >= 0);
}

static bool at_line(const struct reader *reader, const char *start)
{
	size_t length = strlen(start);

	return (size_t)(reader->end - reader->at) >= length && !strncmp(reader->at, start, length);
}

static void next_line(struct reader *reader)
{
	size_t length = line_length(reader->at, reader->end);

	reader->at += length + (reader->at + length < reader->end);
}

/* a path behind "--- " or "+++ ": up to a tab, without the first folder */
static bool take_path(struct reader *reader, char path[MAX_PATH])
{
	const char *at = reader->at + 4;
	size_t length = line_length(at, reader->end);
	const char *tab = memchr(at, '\t', length), *slash;

	if (tab)
		length = (size_t)(tab - at);
	while (length && isspace((unsigned char)at[length - 1]))
		length--;
	if (length == 9 && !strncmp(at, "/dev/null", 9)) {
		path[0] = 0;
		return true;
	}
	if (!length || length >= MAX_PATH || at[0] == '"' || memchr(at, 0, length))
		return false;
	slash = memchr(at, '/', length);
	if (at[0] == '/' || !slash)
		return false;
	length -= (size_t)(slash + 1 - at);
	memcpy(path, slash + 1, length);
	path[length] = 0;
	if (!length || path[0] == '/')
		return false;
	for (const char *part = path; part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL)
		if (!strncmp(part, "..", 2) && (!part[2] || part[2] == '/'))
			return false;
	/* the folder that is dropped could be .. as well */
	return strncmp(at, "../", 3) != 0;
}

/* "@@ -line,count +line,count @@"; a count of 1 may be left out */
static bool take_counts(const struct reader *reader, unsigned long counts[2])
{
	const char *at = reader->at + 4;
	char *end;

	for (int side = 0; side < 2; side++) {
		if (!isdigit((unsigned char)*at))
			return false;
		strtoul(at, &end, 10);
		counts[side] = 1;
		if (*end == ',') {
			if (!isdigit((unsigned char)end[1]))
				return false;
			counts[side] = strtoul(end + 1, &end, 10);
		}
		if (counts[side] > MAX_HUNK || strncmp(end, side ? " @@" : " +", side ? 3 : 2))
			return false;
		at = end + 2;
	}
	return true;
}

static bool keep_line(struct reader *reader, bool keep)
{
	size_t length = line_length(reader->at, reader->end);

	if (!keep)
		return true;
	/* what a mailer took for blanks at the end of a line was an empty line of context */
	return (length || text_add(&reader->diff->kept, " ", 1)) &&
	       text_add(&reader->diff->kept, reader->at, length) && text_add(&reader->diff->kept, "\n", 1);
}

static void take_hunk(struct reader *reader, bool keep)
{
	unsigned long left[2];

	if (!take_counts(reader, left)) {
		reader->wrong = "has a hunk whose header makes no sense: get it again";
		return;
	}
	if (!keep_line(reader, keep))
		reader->wrong = "is too large: split it";
	for (next_line(reader); (left[0] || left[1]) && !reader->wrong; next_line(reader)) {
		char kind = (char)(reader->at < reader->end ? *reader->at : 0);

		if (kind == ' ' || kind == '\n' || kind == '\t') {
			left[0] -= left[0] > 0;
			left[1] -= left[1] > 0;
		} else if (kind == '-' && left[0]) {
			left[0]--;
		} else if (kind == '+' && left[1]) {
			left[1]--;
		} else if (kind != '\\') {
			reader->wrong = "ends inside a hunk, as if cut short: get it again";
			break;
		}
		if (!keep_line(reader, keep))
			reader->wrong = "is too large: split it";
	}
	if (!reader->wrong && at_line(reader, "\\ No newline")) {
		if (!keep_line(reader, keep))
			reader->wrong = "is too large: split it";
		next_line(reader);
	}
}

static const char *refusal(const struct reader *reader)
{
	if (reader->scope == DIFF_LIFTED)
		return "creates, removes or renames a file that functions are lifted from: leave it out";
	return "has a file renamed or in binary: make it with git format-patch --no-renames";
}

static bool keep_path(struct reader *reader, const char *mark, char folder, const char *path)
{
	if (!path[0])
		return text_print(&reader->diff->kept, "%s /dev/null\n", mark);
	return text_print(&reader->diff->kept, "%s %c/%s\n", mark, folder, path);
}

static void take_file(struct reader *reader)
{
	char old[MAX_PATH], new[MAX_PATH];
	bool keep;

	if (!take_path(reader, old)) {
		reader->wrong = "names a path that leads out of a tree: do not trust it";
		return;
	}
	next_line(reader);
	/* a signature line of dashes is no file */
	if (!at_line(reader, "+++ "))
		return;
	if (!take_path(reader, new)) {
		reader->wrong = "names a path that leads out of a tree: do not trust it";
		return;
	}
	next_line(reader);
	keep = in_scope(reader, old) || in_scope(reader, new);
	if (keep && strcmp(old, new) && (reader->scope == DIFF_LIFTED || (old[0] && new[0]))) {
		reader->wrong = refusal(reader);
		return;
	}
	reader->diff->nr_kept += keep;
	reader->diff->nr_others += !keep;
	if (keep && (!keep_path(reader, "---", 'a', old) || !keep_path(reader, "+++", 'b', new) ||
		     !text_print(&reader->diff->files, "%s\n", new[0] ? new : old)))
		reader->wrong = "is too large: split it";
	while (!reader->wrong && at_line(reader, "@@ -"))
		take_hunk(reader, keep);
}

/* "--- " of a mail that has no file behind it is text */
static bool begins_file(const struct reader *reader)
{
	const char *next = reader->at + line_length(reader->at, reader->end);

	return at_line(reader, "--- ") && reader->end - next > 5 && !strncmp(next, "\n+++ ", 5);
}

/* binaries, renames and the like come without hunks: of no file of ours, please */
static void take_git_header(struct reader *reader)
{
	/* the last two are of no harm where files may come and go */
	static const char *const refused[] = {
		"GIT binary patch", "Binary files ",  "rename from ",
		"copy from ",       "new file mode ", "deleted file mode ",
	};
	size_t nr = sizeof(refused) / sizeof(refused[0]) - (reader->scope == DIFF_ALL ? 2 : 0);
	size_t length = line_length(reader->at, reader->end);
	char line[2 * MAX_PATH];
	const char *name;

	snprintf(line, sizeof(line), "%.*s", (int)(length < sizeof(line) ? length : sizeof(line) - 1),
		 reader->at);
	name = strstr(line, " b/");
	for (next_line(reader); reader->at < reader->end; next_line(reader)) {
		if (begins_file(reader) || at_line(reader, "diff --git ") || at_line(reader, "\n"))
			return;
		for (size_t i = 0; i < nr; i++) {
			if (name && in_scope(reader, name + 3) && at_line(reader, refused[i])) {
				reader->wrong = refusal(reader);
				return;
			}
		}
	}
}

int diff_filter(struct diff *diff, const struct text *body, enum diff_scope scope, char *error, size_t size)
{
	struct reader reader = {
		.at = body->data,
		.end = body->data + body->size,
		.diff = diff,
		.scope = scope,
	};

	*diff = (struct diff){ 0 };
	while (reader.at < reader.end && !reader.wrong) {
		if (begins_file(&reader))
			take_file(&reader);
		else if (at_line(&reader, "diff --git "))
			take_git_header(&reader);
		else
			next_line(&reader);
	}
	if (!reader.wrong)
		return 0;
	snprintf(error, size, "%s", reader.wrong);
	return -1;
}

void diff_free(struct diff *diff)
{
	text_free(&diff->kept);
	text_free(&diff->files);
}
