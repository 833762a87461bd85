// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "age/memcg.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "age/settings.h"
#include "host/sysfile.h"

enum { MAX_TEXT = 1 << 16, TRIES = 1000, PAUSE_NS = 10000000 };

int memcg_make(const char *sysroot, const char *path)
{
	char full[PATH_MAX];

	snprintf(full, sizeof(full), "%s%s", sysroot, path);
	return mkdir(full, 0755);
}

static int write_in(const char *sysroot, const char *path, const char *name, const char *value)
{
	char file[PATH_MAX];

	snprintf(file, sizeof(file), "%s/%s", path, name);
	return setting_write(sysroot, file, value);
}

int memcg_join(const char *sysroot, const char *path)
{
	return write_in(sysroot, path, "cgroup.procs", "0");
}

int memcg_limit(const char *sysroot, const char *path, uint64_t bytes)
{
	char value[32];

	snprintf(value, sizeof(value), "%llu", (unsigned long long)bytes);
	return write_in(sysroot, path, "memory.max", value);
}

bool memcg_stat(const char *sysroot, const char *path, const char *name, uint64_t *value)
{
	size_t length = strlen(name);
	char file[PATH_MAX];
	bool found = false;
	char *text;

	snprintf(file, sizeof(file), "%s/memory.stat", path);
	text = sysfile_all(sysroot, file, MAX_TEXT);
	for (const char *line = text; line && *line && !found; line = strchr(line, '\n'), line += !!line) {
		const char *cursor = line + length + 1;

		found = !strncmp(line, name, length) && line[length] == ' ' && text_number(&cursor, value);
	}
	free(text);
	return found;
}

/* one by one, for kernels before 5.14, which have no cgroup.kill */
static void kill_each(const char *sysroot, const char *path)
{
	char file[PATH_MAX];
	const char *cursor;
	uint64_t pid;
	char *text;

	snprintf(file, sizeof(file), "%s/cgroup.procs", path);
	text = sysfile_all(sysroot, file, MAX_TEXT);
	for (cursor = text; cursor && text_number(&cursor, &pid); cursor += *cursor == '\n')
		if (pid > 1 && pid <= INT_MAX)
			kill((pid_t)pid, SIGKILL);
	free(text);
}

int memcg_remove(const char *sysroot, const char *path)
{
	const struct timespec pause = { .tv_nsec = PAUSE_NS };
	char full[PATH_MAX];

	snprintf(full, sizeof(full), "%s%s", sysroot, path);
	for (int i = 0; i < TRIES; i++) {
		if (!rmdir(full) || errno == ENOENT)
			return 0;
		if (errno != EBUSY)
			return -1;
		if (write_in(sysroot, path, "cgroup.kill", "1"))
			kill_each(sysroot, path);
		nanosleep(&pause, NULL);
	}
	errno = EBUSY;
	return -1;
}
