/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text of unknown origin: counted, bounded, always with a NUL behind it. */
#ifndef FOLIOLAB_LIFT_TEXT_H
#define FOLIOLAB_LIFT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct text {
	char *data;  /* NULL while empty */
	size_t size; /* the NUL not counted */
	size_t room;
};

/**
 * text_add - appends bytes; false where memory is short or it would pass MAX_TEXT
 */
bool text_add(struct text *text, const char *data, size_t size);
bool text_print(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_free(struct text *text);

enum { MAX_TEXT = 64 << 20 };

/**
 * text_read - the whole of a regular file
 * @folder: an open folder, or AT_FDCWD
 * @most: bytes that are not too many
 *
 * Text with a NUL byte in it is refused. Returns 0, or -1 with errno set and
 * what is wrong with it in *@wrong.
 */
int text_read(struct text *text, int folder, const char *path, size_t most, const char **wrong);

/**
 * text_write - writes a new file of that content; 0, or -1 with errno set
 */
int text_write(const struct text *text, int folder, const char *path);

/* a word of C */
bool is_word(char c);

/**
 * line_length - up to the newline, which is not counted, or to @end
 */
size_t line_length(const char *at, const char *end);

#endif
