// SPDX-License-Identifier: GPL-2.0-or-later
#include "lift/closure.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lift/extent.h"

/* a word of the code, and what stands around it */
struct mention {
	const char *word;
	size_t length;
	char next;        /* the character behind it, blanks skipped */
	bool member;      /* behind . or -> */
	const char *last; /* the word before it, "" at the beginning */
	size_t last_length;
};

static bool last_is(const struct mention *mention, const char *word)
{
	return mention->last_length == strlen(word) && !strncmp(mention->last, word, mention->last_length);
}

/* whether a mention can mean this definition */
static bool means(const struct mention *mention, const struct tag *tag)
{
	switch (tag->kind) {
	case TAG_FUNCTION:
		return mention->next == '(' && !mention->member;
	case TAG_MACRO:
		return !tag->signature || mention->next == '(';
	case TAG_STRUCT:
		return last_is(mention, "struct") || last_is(mention, "union");
	case TAG_ENUM:
		return last_is(mention, "enum");
	default:
		return !mention->member && !last_is(mention, "struct") && !last_is(mention, "enum");
	}
}

static int follow(struct closure *closure, const struct tag *first, const struct mention *mention);

static int follow_mention(struct closure *closure, const struct mention *mention)
{
	const struct tag *tag;

	if (isdigit((unsigned char)*mention->word) ||
	    tags_find(closure->supplied, mention->word, mention->length))
		return 0;
	tag = tags_find(closure->tree, mention->word, mention->length);
	return tag ? follow(closure, tag, mention) : 0;
}

/* all that the lines of a piece mention */
static int follow_lines(struct closure *closure, const struct source *source, size_t first, size_t last)
{
	const char *start = source->bare + source->starts[first - 1], *at = start;
	const char *end = source->bare + source->starts[last];
	struct mention mention = { .last = "" };

	while (at < end) {
		const char *behind;

		if (!is_word(*at)) {
			at++;
			continue;
		}
		mention.word = at;
		mention.member = at > start &&
				 (at[-1] == '.' || (at - start > 1 && at[-1] == '>' && at[-2] == '-'));
		while (at < end && is_word(*at))
			at++;
		mention.length = (size_t)(at - mention.word);
		for (behind = at; behind < end && isspace((unsigned char)*behind);)
			behind++;
		mention.next = (char)(behind < end ? *behind : 0);
		if (follow_mention(closure, &mention))
			return -1;
		mention.last = mention.word;
		mention.last_length = mention.length;
	}
	return 0;
}

static int add_piece(struct closure *closure, const struct tag *tag)
{
	const struct source *source = &closure->sources->file[tag->file];
	struct piece piece = { .tag = tag };
	const char *wrong = extent_find(source, closure->tree, tag, &piece.first, &piece.last);

	if (wrong) {
		snprintf(closure->error, closure->error_size, "%s:%zu: %s: %s", source->path, tag->line,
			 tag->name, wrong);
		return -1;
	}
	if (follow_lines(closure, source, piece.first, piece.last))
		return -1;
	/* several names may stand on the same lines: those of an enum */
	for (size_t i = 0; i < closure->nr; i++)
		if (closure->piece[i].tag->file == tag->file && closure->piece[i].first == piece.first)
			return 0;
	if (closure->nr == MAX_PIECES) {
		snprintf(closure->error, closure->error_size, "%s: it needs more than can be lifted",
			 tag->name);
		return -1;
	}
	closure->piece[closure->nr++] = piece;
	return 0;
}

/* takes every definition of the name that is meant: there may be one per branch of an #if */
static int follow(struct closure *closure, const struct tag *first, const struct mention *mention)
{
	for (const struct tag *tag = first;; tag++) {
		bool *seen = &closure->seen[tag - closure->tree->tag];

		if (!*seen && means(mention, tag)) {
			*seen = true;
			if (add_piece(closure, tag))
				return -1;
		}
		if (!tags_more(closure->tree, tag))
			return 0;
	}
}

int closure_follow(struct closure *closure, const char *root)
{
	struct mention mention = { .word = root, .length = strlen(root), .next = '(', .last = "" };
	const struct tag *tag = tags_find(closure->tree, root, mention.length);

	closure->seen = calloc(closure->tree->nr + 1, sizeof(*closure->seen));
	closure->piece = calloc(MAX_PIECES, sizeof(*closure->piece));
	closure->nr = 0;
	if (!closure->seen || !closure->piece) {
		snprintf(closure->error, closure->error_size, "not enough memory");
		return -1;
	}
	if (tag && follow(closure, tag, &mention))
		return -1;
	for (size_t i = 0; i < closure->nr; i++)
		if (closure->piece[i].tag->kind == TAG_FUNCTION && !strcmp(closure->piece[i].tag->name, root))
			return 0;
	snprintf(closure->error, closure->error_size, "the tree has no %s(): see foliolab lift --list", root);
	return -1;
}

static bool print_lines(const struct source *source, size_t first, size_t last, struct text *out)
{
	size_t start = source->starts[first - 1], end = source->starts[last];

	return text_add(out, source->text.data + start, end - start) &&
	       (source->text.data[end - 1] == '\n' || text_add(out, "\n", 1));
}

/* opens the conditionals around a line, those outside first; counts them */
static bool open_frames(const struct source *source, int frame, size_t *depth, struct text *out)
{
	const struct frame *now;
	bool printed = true;

	if (frame < 0)
		return true;
	now = &source->frame[frame];
	if (now->before >= 0) {
		printed = open_frames(source, now->before, depth, out);
	} else {
		printed = open_frames(source, now->outer, depth, out);
		++*depth;
	}
	return printed && print_lines(source, now->line, extent_continued(source, now->line), out);
}

/* a function that is not static would clash with itself in the other stages */
static bool print_static(const struct source *source, const struct piece *piece, struct text *out)
{
	const char *head = source->bare + source->starts[piece->first - 1];
	const char *end = source->bare + source->starts[piece->last];
	const char *brace = memchr(head, '{', (size_t)(end - head));
	size_t length = brace ? (size_t)(brace - head) : 0;

	for (size_t i = 0; i + 6 <= length; i++)
		if (!strncmp(head + i, "static", 6) && (!i || !is_word(head[i - 1])) && !is_word(head[i + 6]))
			return true;
	return !length || text_print(out, "static %.*s;\n", (int)length, head);
}

static bool print_piece(const struct closure *closure, const struct piece *piece, struct text *out)
{
	const struct source *source = &closure->sources->file[piece->tag->file];
	size_t depth = 0;

	if (!open_frames(source, source->frames[piece->first - 1], &depth, out))
		return false;
	if (piece->tag->kind == TAG_FUNCTION && !print_static(source, piece, out))
		return false;
	if (!text_print(out, "#line %zu \"%s\"\n", piece->first, source->path) ||
	    !print_lines(source, piece->first, piece->last, out))
		return false;
	while (depth--)
		if (!text_print(out, "#endif\n"))
			return false;
	return text_print(out, "\n");
}

bool closure_print(const struct closure *closure, bool functions, struct text *out)
{
	for (size_t i = 0; i < closure->nr; i++) {
		const struct piece *piece = &closure->piece[i];

		if ((piece->tag->kind == TAG_FUNCTION) == functions && !print_piece(closure, piece, out))
			return false;
	}
	return true;
}

void closure_free(struct closure *closure)
{
	free(closure->seen);
	free(closure->piece);
	closure->seen = NULL;
	closure->piece = NULL;
}
