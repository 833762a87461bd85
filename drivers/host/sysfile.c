// SPDX-License-Identifier: GPL-2.0-or-later
#include "host/sysfile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static int open_below(const char *sysroot, const char *path)
{
	char full[PATH_MAX];
	struct stat st;
	int length, fd;

	length = snprintf(full, sizeof(full), "%s%s", sysroot, path);
	if (length < 0 || (size_t)length >= sizeof(full))
		return -1;
	/* O_NONBLOCK: a FIFO in a folder that stands for / must not hang the lab */
	fd = open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return -1;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		close(fd);
		return -1;
	}
	return fd;
}

/* like read(), but until @size bytes or the end of the file */
static ssize_t read_full(int fd, char *buffer, size_t size)
{
	size_t done = 0;

	while (done < size) {
		ssize_t n = read(fd, buffer + done, size - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		if (!n)
			break;
		done += (size_t)n;
	}
	return (ssize_t)done;
}

void text_clean(char *text)
{
	char *to = text;
	const char *from;

	for (from = text; *from && *from != '\n'; from++) {
		bool blank = *from == ' ' || *from == '\t';

		if (blank ? to == text : *from < ' ' || *from > '~')
			continue;
		*to++ = *from;
		if (blank)
			to[-1] = ' ';
	}
	while (to > text && to[-1] == ' ')
		to--;
	*to = '\0';
}

bool sysfile_text(const char *sysroot, char *text, size_t size, const char *format, ...)
{
	char path[PATH_MAX];
	ssize_t n = -1;
	va_list args;
	int fd, length;

	if (!size)
		return false;
	text[0] = '\0';
	va_start(args, format);
	length = vsnprintf(path, sizeof(path), format, args);
	va_end(args);
	if (length < 0 || (size_t)length >= sizeof(path))
		return false;
	fd = open_below(sysroot, path);
	if (fd < 0)
		return false;
	n = read_full(fd, text, size - 1);
	close(fd);
	text[n < 0 ? 0 : n] = '\0';
	text_clean(text);
	return n >= 0;
}

bool sysfile_number(const char *sysroot, const char *path, int64_t *number)
{
	char text[32];
	const char *cursor = text;
	uint64_t magnitude;
	bool negative;

	if (!sysfile_text(sysroot, text, sizeof(text), "%s", path))
		return false;
	negative = *cursor == '-';
	if (negative)
		cursor++;
	if (!text_number(&cursor, &magnitude) || *cursor || magnitude > INT64_MAX)
		return false;
	*number = negative ? -(int64_t)magnitude : (int64_t)magnitude;
	return true;
}

char *sysfile_all(const char *sysroot, const char *path, size_t limit)
{
	size_t room = limit < 65536 ? limit : 65536, used = 0, i;
	char *text = NULL, *grown;
	ssize_t n;
	int fd;

	fd = open_below(sysroot, path);
	if (fd < 0)
		return NULL;
	for (;;) {
		grown = realloc(text, room + 1);
		if (!grown)
			goto fail;
		text = grown;
		n = read_full(fd, text + used, room - used);
		if (n < 0)
			goto fail;
		used += (size_t)n;
		if (used < room || room == limit)
			break;
		room = room > limit / 2 ? limit : room * 2;
	}
	close(fd);
	for (i = 0; i < used; i++)
		if ((unsigned char)text[i] < ' ' && text[i] != '\n' && text[i] != '\t')
			text[i] = ' ';
	text[used] = '\0';
	return text;

fail:
	free(text);
	close(fd);
	return NULL;
}

bool sysfile_chosen(const char *sysroot, const char *path, char *word, size_t size)
{
	char text[256];
	const char *open, *close;
	size_t length;

	if (!sysfile_text(sysroot, text, sizeof(text), "%s", path))
		return false;
	open = strchr(text, '[');
	close = open ? strchr(open, ']') : NULL;
	if (!close)
		return false;
	length = (size_t)(close - open - 1);
	if (!length || length >= size)
		return false;
	memcpy(word, open + 1, length);
	word[length] = '\0';
	return true;
}

bool text_number(const char **text, uint64_t *number)
{
	const char *cursor = *text;
	uint64_t value = 0;

	if (!is_digit(*cursor))
		return false;
	for (; is_digit(*cursor); cursor++)
		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_add_overflow(value, (uint64_t)(*cursor - '0'), &value))
			return false;
	*text = cursor;
	*number = value;
	return true;
}

bool text_cpus(const char **list, unsigned int *first, unsigned int *last)
{
	const char *cursor = *list;
	uint64_t low, high;

	if (*cursor == ',')
		cursor++;
	if (!text_number(&cursor, &low))
		return false;
	high = low;
	if (*cursor == '-') {
		cursor++;
		if (!text_number(&cursor, &high))
			return false;
	}
	if (low > high || high > MAX_CPU_NUMBER)
		return false;
	*first = (unsigned int)low;
	*last = (unsigned int)high;
	*list = cursor;
	return true;
}

bool text_has_cpu(const char *list, unsigned int cpu)
{
	unsigned int first, last;

	while (text_cpus(&list, &first, &last))
		if (cpu >= first && cpu <= last)
			return true;
	return false;
}
