// SPDX-License-Identifier: GPL-2.0-or-later
#include "sweep/plan_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/folder.h"

enum { MAX_PLAN_BYTES = 64 << 10 };

static const char blanks[] = " \t";

struct parser {
	struct matrix *matrix;
	struct block common; /* what holds for all */
	struct block *block; /* that lines are for */
	struct options *options;
};

static error_t set_variants(struct block *block, const char *names, struct options *options)
{
	if (strlen(names) >= sizeof(block->variants))
		return options_complain(options, "variants %.40s: too many, use patterns such as idea-*",
					names);
	snprintf(block->variants, sizeof(block->variants), "%s", names);
	return 0;
}

/* a word, and all that follows it */
static error_t take_line(struct parser *parser, char *line)
{
	char *word = line + strspn(line, blanks), *rest, *end;

	word[strcspn(word, "#")] = '\0';
	for (end = word + strlen(word); end > word && strchr(blanks, end[-1]); end--)
		;
	*end = '\0';
	if (!*word)
		return 0;
	rest = word + strcspn(word, blanks);
	if (!*rest)
		return options_complain(parser->options, "%.40s: give a value after it", word);
	*rest++ = '\0';
	rest += strspn(rest, blanks);
	if (rest[strcspn(rest, blanks)])
		return options_complain(parser->options, "%.40s %.40s: put commas between values, no blanks",
					word, rest);
	if (!strcmp(word, "kernel")) {
		parser->block = matrix_add(parser->matrix, &parser->common, rest, parser->options);
		return parser->block ? 0 : EINVAL;
	}
	if (!strcmp(word, "variants"))
		return set_variants(parser->block, rest, parser->options);
	return dimension_set(parser->block, word, rest, parser->options);
}

static bool is_text(const char *line)
{
	for (; *line; line++)
		if ((*line < ' ' && *line != '\t') || *line > '~')
			return false;
	return true;
}

error_t plan_parse(struct matrix *matrix, const char *name, char *text, struct options *options)
{
	struct parser parser = { .matrix = matrix, .options = options };
	char origin[sizeof(parser.common.origin)];
	error_t error = 0;
	size_t line = 1;

	*matrix = (struct matrix){ 0 };
	parser.block = &parser.common;
	options->origin = origin;
	for (char *next; !error && *text; text = next, line++) {
		size_t length = strcspn(text, "\n");

		next = text + length + (text[length] == '\n');
		text[length] = '\0';
		snprintf(origin, sizeof(origin), "%.80s line %zu: ", name, line);
		error = is_text(text) ? take_line(&parser, text) :
					options_complain(options, "bytes that are no text: write plain ASCII");
	}
	options->origin = NULL;
	if (!error && !matrix->nr)
		return options_complain(options, "%.80s has no kernel: name one with a line such as %s", name,
					"kernel inc_min_seq");
	return error;
}

error_t plan_read(struct matrix *matrix, const char *name, struct options *options)
{
	size_t bytes;
	char *text = folder_read_bytes(AT_FDCWD, name, MAX_PLAN_BYTES, &bytes);
	error_t error;

	*matrix = (struct matrix){ 0 };
	if (!text)
		return options_complain(options, "--plan %.80s cannot be read (%s): give a plan file", name,
					strerror(errno));
	/* a zero would end it unseen */
	for (size_t i = 0; i < bytes; i++)
		if (!text[i])
			text[i] = '\1';
	error = plan_parse(matrix, name, text, options);
	free(text);
	return error;
}
