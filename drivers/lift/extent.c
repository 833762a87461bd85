// SPDX-License-Identifier: GPL-2.0-or-later
#include "lift/extent.h"

#include <ctype.h>
#include <string.h>

enum { MAX_LINES = 2000 };

static const char unbalanced[] = "its braces do not balance: give the source as it is in the kernel";

/* the bare line, and how long it is without blanks behind it */
static const char *bare_line(const struct source *source, size_t line, size_t *length)
{
	const char *at = source->bare + source->starts[line - 1];
	size_t end = source->starts[line] - source->starts[line - 1];

	while (end && isspace((unsigned char)at[end - 1]))
		end--;
	*length = end;
	return at;
}

size_t extent_continued(const struct source *source, size_t line)
{
	size_t length;

	for (; line < source->nr_lines; line++) {
		const char *at = bare_line(source, line, &length);

		if (!length || at[length - 1] != '\\')
			break;
	}
	return line;
}

/* the type may stand on lines before the name */
static size_t first_line(const struct source *source, size_t line)
{
	for (; line > 1; line--) {
		size_t length;
		const char *before = bare_line(source, line - 1, &length);
		size_t blank = strspn(before, " \t");

		if (blank >= length || before[blank] == '#' || strchr(";})\\", before[length - 1]))
			break;
	}
	return line;
}

static bool has_directive(const struct source *source, size_t first, size_t last)
{
	for (size_t line = first; line <= last; line++) {
		const char *at = source->bare + source->starts[line - 1];

		if (at[strspn(at, " \t")] == '#')
			return true;
	}
	return false;
}

/* the line where the braces that open at or after @first are closed, and the statement ends if @statement */
static size_t closing_line(const struct source *source, size_t first, bool statement)
{
	bool opened = false;
	long depth = 0;

	for (size_t line = first; line <= source->nr_lines && line < first + MAX_LINES; line++) {
		for (size_t i = source->starts[line - 1]; i < source->starts[line]; i++) {
			char c = source->bare[i];

			depth += (c == '{') - (c == '}');
			opened |= c == '{';
			if (depth < 0)
				return 0;
			if (!depth && ((statement && c == ';') || (!statement && opened && c == '}')))
				return line;
		}
	}
	return 0;
}

/* no file of someone else's may find its way into what is compiled */
static const char *find_foreign(const struct source *source, size_t first, size_t last)
{
	for (size_t line = first; line <= last; line++) {
		const char *at = source->bare + source->starts[line - 1];

		at += strspn(at, " \t");
		if (*at++ != '#')
			continue;
		at += strspn(at, " \t");
		if (!strncmp(at, "include", 7) || !strncmp(at, "import", 6) || !strncmp(at, "embed", 5) ||
		    !strncmp(at, "line", 4) || !strncmp(at, "pragma", 6))
			return "it holds an #include or a #pragma: that cannot be lifted";
	}
	return NULL;
}

static const char *function_extent(const struct source *source, const struct tag *tag, size_t *last)
{
	size_t closed = closing_line(source, tag->line, false);

	*last = tag->end;
	if (!tag->end || tag->end > source->nr_lines || tag->end >= tag->line + MAX_LINES)
		return unbalanced;
	if (closed == tag->end)
		return NULL;
	/* branches of an #if may each open a brace: then ctags knows better */
	if (!has_directive(source, tag->line, tag->end) || source->bare[source->starts[tag->end - 1]] != '}')
		return unbalanced;
	return NULL;
}

/* the enum or struct that a name stands in or ends: the innermost one */
static const struct tag *around(const struct tags *tags, const struct tag *tag, enum tag_kind kind)
{
	const struct tag *best = NULL;

	for (size_t i = 0; i < tags->nr; i++) {
		const struct tag *other = &tags->tag[i];

		if (other->kind != kind || other->file != tag->file || other == tag)
			continue;
		if (other->line <= tag->line && other->end >= tag->line && (!best || other->line > best->line))
			best = other;
	}
	return best;
}

const char *extent_find(const struct source *source, const struct tags *tags, const struct tag *tag,
			size_t *first, size_t *last)
{
	const struct tag *outer = NULL;
	size_t line = tag->line;

	if (line > source->nr_lines)
		return "it is not where ctags says: was the file changed meanwhile?";
	if (tag->kind == TAG_MACRO) {
		*first = line;
		*last = extent_continued(source, line);
		return NULL;
	}
	if (tag->kind == TAG_ENUMERATOR)
		outer = around(tags, tag, TAG_ENUM);
	if (tag->kind == TAG_TYPEDEF) {
		outer = around(tags, tag, TAG_STRUCT);
		if (!outer)
			outer = around(tags, tag, TAG_ENUM);
	}
	*first = first_line(source, outer ? outer->line : line);
	if (tag->kind == TAG_FUNCTION) {
		const char *wrong = function_extent(source, tag, last);

		return wrong ? wrong : find_foreign(source, *first, *last);
	}
	*last = closing_line(source, *first, true);
	return *last ? find_foreign(source, *first, *last) : unbalanced;
}
