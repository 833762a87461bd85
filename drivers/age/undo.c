// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "age/undo.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/swap.h>
#include <unistd.h>

#include "age/memcg.h"
#include "age/settings.h"
#include "host/sysfile.h"

#define PREFIX "foliolab-age."
#define RUN    "/run/"

enum { MAX_NOTES = 1 << 16 };

/* what /proc says of a process's start, in clock ticks since boot; false where there is none */
static bool start_time(const char *sysroot, uint64_t pid, uint64_t *start)
{
	char stat[1024];
	const char *cursor;

	if (!sysfile_text(sysroot, stat, sizeof(stat), "/proc/%llu/stat", (unsigned long long)pid))
		return false;
	/* the name in parentheses may hold anything; the 22nd field is the 20th after it */
	cursor = strrchr(stat, ')');
	for (int field = 0; cursor && field < 20; field++)
		cursor = strchr(cursor + 1, ' ');
	if (!cursor)
		return false;
	cursor++;
	return text_number(&cursor, start);
}

int undo_open(struct undo *undo, const char *sysroot, pid_t pid)
{
	uint64_t start;

	*undo = (struct undo){ .sysroot = sysroot };
	if (!start_time(sysroot, (uint64_t)pid, &start))
		return -1;
	snprintf(undo->name, sizeof(undo->name), PREFIX "%ld.%llu", (long)pid, (unsigned long long)start);
	return 0;
}

/* "foliolab-age.PID.START" and nothing behind it */
static bool parse_owner(const char *name, uint64_t *pid, uint64_t *start)
{
	const char *cursor = name + strlen(PREFIX);

	return !strncmp(name, PREFIX, strlen(PREFIX)) && strlen(name) < OWNER_NAME &&
	       text_number(&cursor, pid) && *cursor++ == '.' && text_number(&cursor, start) && !*cursor;
}

static bool is_gone(const char *sysroot, const char *name)
{
	uint64_t pid, start, now;

	return parse_owner(name, &pid, &start) && (!start_time(sysroot, pid, &now) || now != start);
}

/* whether the last part of @path is the owner's name, and @suffix behind it */
static bool is_named(const char *path, const char *owner, const char *suffix)
{
	const char *last = strrchr(path, '/');

	return last && !strncmp(last + 1, owner, strlen(owner)) && !strcmp(last + 1 + strlen(owner), suffix);
}

static int undo_memcg(const char *sysroot, const char *owner, const char *path, const char *value)
{
	(void)value;
	return is_named(path, owner, "") ? memcg_remove(sysroot, path) : -1;
}

static int undo_swap(const char *sysroot, const char *owner, const char *path, const char *value)
{
	char full[PATH_MAX];

	(void)value;
	if (!is_named(path, owner, ".swap"))
		return -1;
	snprintf(full, sizeof(full), "%s%s", sysroot, path);
	/* EINVAL: it is none, or not yet */
	if (swapoff(full) && errno != EINVAL && errno != ENOENT)
		return -1;
	return unlink(full) && errno != ENOENT ? -1 : 0;
}

static int undo_socket(const char *sysroot, const char *owner, const char *path, const char *value)
{
	char full[PATH_MAX];

	(void)value;
	if (!is_named(path, owner, ".sock"))
		return -1;
	snprintf(full, sizeof(full), "%s%s", sysroot, path);
	return unlink(full) && errno != ENOENT ? -1 : 0;
}

static int undo_mount(const char *sysroot, const char *owner, const char *path, const char *value)
{
	char full[PATH_MAX];

	(void)owner;
	(void)value;
	if (strcmp(path, DEBUGFS))
		return -1;
	snprintf(full, sizeof(full), "%s%s", sysroot, path);
	return umount2(full, UMOUNT_NOFOLLOW) && errno != EINVAL ? -1 : 0;
}

static int undo_setting(const char *sysroot, const char *owner, const char *path, const char *value)
{
	(void)owner;
	return setting_known(path) ? setting_write(sysroot, path, value) : -1;
}

/* clang-format off */
static const struct {
	const char *word;
	int (*take_back)(const char *sysroot, const char *owner, const char *path, const char *value);
} kinds[] = {
	[UNDO_MEMCG] = { "memcg", undo_memcg },
	[UNDO_SWAP] = { "swap", undo_swap },
	[UNDO_SOCKET] = { "socket", undo_socket },
	[UNDO_MOUNT] = { "mount", undo_mount },
	[UNDO_SETTING] = { "setting", undo_setting },
};
/* clang-format on */

enum { NR_UNDO_KINDS = sizeof(kinds) / sizeof(kinds[0]) };

int undo_note(const struct undo *undo, enum undo_kind kind, const char *path, const char *value, char *error,
	      size_t size)
{
	char file[PATH_MAX], line[PATH_MAX + 64];
	ssize_t done = -1;
	int length, fd;

	/* a line each: KIND VALUE PATH */
	length = snprintf(line, sizeof(line), "%s %s %s\n", kinds[kind].word, value ? value : "-", path);
	if (length < 0 || (size_t)length >= sizeof(line) || strchr(path, '\n') ||
	    (value && strpbrk(value, " \n"))) {
		snprintf(error, size, "%s is no name to be noted down: choose another", path);
		return -1;
	}
	snprintf(file, sizeof(file), "%s" RUN "%s", undo->sysroot, undo->name);
	fd = open(file, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd >= 0)
		done = write(fd, line, (size_t)length);
	if (done != length)
		snprintf(error, size, "%s cannot be written (%s): make room in /run, or mount it", file,
			 strerror(errno));
	if (fd >= 0)
		close(fd);
	return done == length ? 0 : -1;
}

/* takes one line back; 0, or -1 where what it says stays */
static int take_back(const char *sysroot, const char *owner, char *line)
{
	char *value = strchr(line, ' ');
	char *path = value ? strchr(value + 1, ' ') : NULL;

	if (!path || path[1] != '/')
		return -1;
	*value++ = '\0';
	*path++ = '\0';
	for (size_t i = 0; i < NR_UNDO_KINDS; i++)
		if (!strcmp(line, kinds[i].word))
			return kinds[i].take_back(sysroot, owner, path, value);
	errno = EINVAL;
	return -1;
}

/* all that @owner noted, the last first; each can be taken back twice, and a half line at the end was not done */
static int take_all_back(const char *sysroot, const char *owner, char *error, size_t size)
{
	char relative[OWNER_NAME + sizeof(RUN)], full[PATH_MAX];
	char *text, *line;

	snprintf(relative, sizeof(relative), RUN "%s", owner);
	snprintf(full, sizeof(full), "%s%s", sysroot, relative);
	text = sysfile_all(sysroot, relative, MAX_NOTES);
	if (!text) {
		snprintf(error, size, "%s cannot be read: undo by hand what it says, and remove it", full);
		return access(full, F_OK) ? 0 : -1;
	}
	line = strrchr(text, '\n');
	while (line) {
		*line = '\0';
		line = strrchr(text, '\n');
		errno = 0;
		if (!take_back(sysroot, owner, line ? line + 1 : text))
			continue;
		snprintf(error, size,
			 "%s is not taken back (%s): see %s, undo it by hand and remove that file",
			 line ? line + 1 : text, errno ? strerror(errno) : "not one of ours", full);
		free(text);
		return -1;
	}
	free(text);
	return unlink(full);
}

int undo_all(const struct undo *undo, char *error, size_t size)
{
	return take_all_back(undo->sysroot, undo->name, error, size);
}

int undo_leftovers(const char *sysroot, char *error, size_t size)
{
	char folder[PATH_MAX];
	const struct dirent *entry;
	int nr = 0;
	DIR *dir;

	snprintf(folder, sizeof(folder), "%s" RUN, sysroot);
	dir = opendir(folder);
	while (dir && nr >= 0 && (entry = readdir(dir))) {
		if (!is_gone(sysroot, entry->d_name))
			continue;
		nr = take_all_back(sysroot, entry->d_name, error, size) ? -1 : nr + 1;
	}
	if (dir)
		closedir(dir);
	return nr;
}
