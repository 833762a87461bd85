// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "age/settings.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/sysfile.h"

enum { MAX_MOUNTS = 1 << 20 };

bool setting_known(const char *path)
{
	size_t length = strlen(path), tail = strlen(SUBTREE);

	if (strstr(path, "/../"))
		return false;
	return !strcmp(path, LRU_GEN_ENABLED) || !strcmp(path, THP_ANON) || !strcmp(path, THP_SHMEM) ||
	       (length > tail && !strcmp(path + length - tail, SUBTREE));
}

int setting_write(const char *sysroot, const char *path, const char *value)
{
	char full[PATH_MAX];
	size_t length = strlen(value);
	ssize_t done;
	int fd, error;

	snprintf(full, sizeof(full), "%s%s", sysroot, path);
	fd = open(full, O_WRONLY | O_TRUNC | O_CLOEXEC);
	if (fd < 0)
		return -1;
	done = write(fd, value, length);
	error = done < 0 ? errno : EIO;
	close(fd);
	if (done == (ssize_t)length)
		return 0;
	errno = error;
	return -1;
}

/* one field of a line of mounts, in which blanks are written as \040; what is behind it, or NULL */
static const char *mount_field(const char *cursor, char *field, size_t size)
{
	size_t used = 0;

	for (; *cursor && *cursor != ' ' && *cursor != '\n'; cursor++) {
		char c = *cursor;

		if (c == '\\') {
			int value = 0;

			for (int digit = 1; digit <= 3; digit++) {
				if (cursor[digit] < '0' || cursor[digit] > '7')
					return NULL;
				value = value * 8 + cursor[digit] - '0';
			}
			c = (char)value;
			cursor += 3;
		}
		if (used + 1 >= size)
			return NULL;
		field[used++] = c;
	}
	field[used] = '\0';
	return *cursor == ' ' ? cursor + 1 : NULL;
}

bool mount_find(const char *sysroot, const char *type, char *path, size_t size)
{
	char *text = sysfile_all(sysroot, "/proc/self/mounts", MAX_MOUNTS);
	char device[PATH_MAX], where[PATH_MAX], kind[64];
	bool found = false;

	for (const char *line = text; line && *line; line = strchr(line, '\n'), line += !!line) {
		const char *cursor = mount_field(line, device, sizeof(device));

		if (cursor)
			cursor = mount_field(cursor, where, sizeof(where));
		if (cursor)
			cursor = mount_field(cursor, kind, sizeof(kind));
		if (!cursor || strcmp(kind, type) || strlen(where) >= size)
			continue;
		memcpy(path, where, strlen(where) + 1);
		found = true;
	}
	free(text);
	return found;
}
