// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "lift/text.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool make_room(struct text *text, size_t size)
{
	size_t wanted = text->size + size + 1, room = text->room ? text->room : 256;
	char *grown;

	if (size > MAX_TEXT || wanted > MAX_TEXT)
		return false;
	if (wanted <= text->room)
		return true;
	while (room < wanted)
		room *= 2;
	grown = realloc(text->data, room);
	if (!grown)
		return false;
	text->data = grown;
	text->room = room;
	return true;
}

bool text_add(struct text *text, const char *data, size_t size)
{
	if (!make_room(text, size))
		return false;
	if (size)
		memcpy(text->data + text->size, data, size);
	text->size += size;
	text->data[text->size] = 0;
	return true;
}

bool text_print(struct text *text, const char *format, ...)
{
	va_list arguments;
	char *line;
	int length;
	bool added;

	va_start(arguments, format);
	length = vasprintf(&line, format, arguments);
	va_end(arguments);
	if (length < 0)
		return false;
	added = text_add(text, line, (size_t)length);
	free(line);
	return added;
}

void text_free(struct text *text)
{
	free(text->data);
	*text = (struct text){ 0 };
}

static int read_all(struct text *text, int file, size_t most)
{
	while (text->size <= most) {
		ssize_t got;

		if (!make_room(text, 1 << 16))
			return ENOMEM;
		got = read(file, text->data + text->size, 1 << 16);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return errno;
		text->size += (size_t)got;
		text->data[text->size] = 0;
		if (!got)
			return 0;
	}
	return EFBIG;
}

int text_read(struct text *text, int folder, const char *path, size_t most, const char **wrong)
{
	/* a FIFO must not hold us up before it is seen to be one */
	int file = openat(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	int error = 0;
	struct stat status;

	*text = (struct text){ 0 };
	if (file < 0 || fstat(file, &status))
		error = errno;
	else if (!S_ISREG(status.st_mode))
		error = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
	else
		error = (size_t)status.st_size > most ? EFBIG : read_all(text, file, most);
	if (!error && text->size && memchr(text->data, 0, text->size))
		error = EILSEQ;
	if (file >= 0)
		close(file);
	if (!error)
		return 0;
	*wrong = error == EFBIG  ? "too large" :
		 error == EILSEQ ? "not text" :
		 error == EINVAL ? "not a regular file" :
				   strerror(error);
	text_free(text);
	errno = error;
	return -1;
}

int text_write(const struct text *text, int folder, const char *path)
{
	int file = openat(folder, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	size_t done = 0;

	if (file < 0)
		return -1;
	while (done < text->size) {
		ssize_t put = write(file, text->data + done, text->size - done);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0) {
			close(file);
			return -1;
		}
		done += (size_t)put;
	}
	return close(file);
}

bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

size_t line_length(const char *at, const char *end)
{
	const char *newline = memchr(at, '\n', (size_t)(end - at));

	return (size_t)((newline ? newline : end) - at);
}
