// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "age/needs.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "age/settings.h"
#include "host/sysfile.h"

enum {
	LRU_GEN_CORE = 1,    /* bits of enabled: the lists */
	LRU_GEN_MM_WALK = 2, /* the walk of page tables */
	SWAP_PAGES = 64,     /* free ones that aging of anonymous memory wants: the kernel's MIN_LRU_BATCH */
	MAX_MEMINFO = 1 << 16,
};

/* fills one need; always true, for a check to return */
static bool miss(struct need *need, const char *what, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static bool miss(struct need *need, const char *what, const char *format, ...)
{
	va_list arguments;

	snprintf(need->what, sizeof(need->what), "%s", what);
	va_start(arguments, format);
	vsnprintf(need->remedy, sizeof(need->remedy), format, arguments);
	va_end(arguments);
	return true;
}

/* "0x0007" */
static bool read_enabled(const char *sysroot, unsigned long *mask)
{
	char text[32], *end;

	if (!sysfile_text(sysroot, text, sizeof(text), LRU_GEN_ENABLED) || !text[0])
		return false;
	*mask = strtoul(text, &end, 0);
	return !*end;
}

static bool miss_kernel(const struct needs *needs, struct need *need)
{
	unsigned long mask;

	return !read_enabled(needs->sysroot, &mask) &&
	       miss(need, "this kernel has no multi-gen LRU", "boot one with CONFIG_LRU_GEN=y");
}

static bool miss_root(const struct needs *needs, struct need *need)
{
	return !needs->root && miss(need, "memcgs and debugfs are root's", "run it with sudo");
}

static bool miss_enabled(const struct needs *needs, struct need *need)
{
	unsigned long mask;

	if (!read_enabled(needs->sysroot, &mask))
		return false;
	if (!(mask & LRU_GEN_CORE))
		return miss(need, "the multi-gen LRU is off (lru_gen/enabled)",
			    "echo y > " LRU_GEN_ENABLED ", or give --set-up");
	if (!(mask & LRU_GEN_MM_WALK))
		return miss(need, "the multi-gen LRU walks no page tables (lru_gen/enabled)",
			    "echo y > " LRU_GEN_ENABLED
			    ", or give --set-up; a CPU that sets no accessed bits cannot");
	return false;
}

static bool has_file(const char *sysroot, const char *folder, const char *name)
{
	char full[PATH_MAX];

	if ((size_t)snprintf(full, sizeof(full), "%s%s%s", sysroot, folder, name) >= sizeof(full))
		return false;
	return !access(full, F_OK);
}

static bool miss_debugfs(const struct needs *needs, struct need *need)
{
	char where[PATH_MAX];

	if (!mount_find(needs->sysroot, "debugfs", where, sizeof(where)))
		return miss(need, "debugfs is not mounted",
			    "mount -t debugfs debugfs " DEBUGFS ", or give --set-up");
	return !has_file(needs->sysroot, where, "/lru_gen") &&
	       miss(need, "debugfs has no lru_gen", "boot a kernel with CONFIG_DEBUG_FS_ALLOW_ALL=y");
}

/* whether one of the words in a file is "memory" */
static bool has_memory(const char *sysroot, const char *folder, const char *name)
{
	char text[1024];

	if (!sysfile_text(sysroot, text, sizeof(text), "%s%s", folder, name))
		return false;
	for (const char *word = text; *word; word += strspn(word, " ")) {
		size_t length = strcspn(word, " ");

		if (length == strlen("memory") && !strncmp(word, "memory", length))
			return true;
		word += length;
	}
	return false;
}

static bool miss_memcg(const struct needs *needs, struct need *need)
{
	char where[PATH_MAX];

	if (!mount_find(needs->sysroot, "cgroup2", where, sizeof(where)))
		return miss(need, "cgroup version 2 is not mounted, so there is no memory controller",
			    "mount -t cgroup2 cgroup2 /sys/fs/cgroup");
	if (!has_memory(needs->sysroot, where, "/cgroup.controllers"))
		return miss(need, "cgroup version 2 has no memory controller",
			    "boot with cgroup_no_v1=memory, and without cgroup_disable=memory");
	return !has_memory(needs->sysroot, where, SUBTREE) &&
	       miss(need, "the memory controller is off (cgroup.subtree_control)",
		    "echo +memory > %.150s" SUBTREE ", or give --set-up", where);
}

/* a line of /proc/meminfo, in bytes */
static bool meminfo(const char *sysroot, const char *name, uint64_t *bytes)
{
	char *text = sysfile_all(sysroot, "/proc/meminfo", MAX_MEMINFO);
	size_t length = strlen(name);
	bool found = false;

	for (const char *line = text; line && *line && !found; line = strchr(line, '\n'), line += !!line) {
		const char *cursor = line + length;

		if (strncmp(line, name, length) || *cursor++ != ':')
			continue;
		cursor += strspn(cursor, " ");
		found = text_number(&cursor, bytes) && *bytes <= UINT64_MAX / 1024;
	}
	free(text);
	*bytes = found ? *bytes * 1024 : 0;
	return found;
}

static bool miss_swap(const struct needs *needs, struct need *need)
{
	uint64_t swap = 0;

	if (needs->swap)
		return false;
	meminfo(needs->sysroot, "SwapFree", &swap);
	if (needs->swapped)
		return swap < needs->swapped && miss(need, "less swap is free than the load will take",
						     "give --swapfile FOLDER with room for %lluM",
						     (unsigned long long)(needs->swapped >> 20));
	return swap < SWAP_PAGES * (uint64_t)sysconf(_SC_PAGESIZE) &&
	       miss(need, "no free swap, without which the kernel leaves anonymous memory out",
		    "give --swapfile FOLDER, or swapon what you have");
}

static bool miss_thp(const struct needs *needs, struct need *need)
{
	const char *path = needs->map == MAP_OF_TMPFS ? THP_SHMEM : THP_ANON;
	const char *mode = needs->map == MAP_OF_TMPFS ? "advise" : "madvise";
	char word[32];

	if (!needs->huge)
		return false;
	if (!sysfile_chosen(needs->sysroot, path, word, sizeof(word)))
		return miss(need, "this kernel has no huge pages for that memory", "give --thp off");
	return (!strcmp(word, "never") || !strcmp(word, "deny")) &&
	       miss(need, "huge pages are off for that memory", "echo %s > %s, or give --set-up", mode, path);
}

static bool miss_memory(const struct needs *needs, struct need *need)
{
	uint64_t available;

	return meminfo(needs->sysroot, "MemAvailable", &available) && needs->bytes > available &&
	       miss(need, "not that much memory is available", "give --bytes below %lluM",
		    (unsigned long long)(available >> 20));
}

static const struct {
	bool (*misses)(const struct needs *needs, struct need *need);
	bool alone; /* without it there is no more to look for */
} checks[] = {
	{ miss_kernel, true }, { miss_root, true },  { miss_enabled, false }, { miss_debugfs, false },
	{ miss_memcg, false }, { miss_swap, false }, { miss_thp, false },     { miss_memory, false },
};

size_t needs_missing(const struct needs *needs, struct need missing[MAX_NEEDS])
{
	size_t nr = 0;

	for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
		if (!checks[i].misses(needs, &missing[nr]))
			continue;
		nr++;
		if (checks[i].alone)
			break;
	}
	return nr;
}

/* notes the old value down, then writes the new one */
static int change(const struct needs *needs, const struct undo *undo, const char *path, const char *old,
		  const char *new, char *error, size_t size)
{
	if (undo_note(undo, UNDO_SETTING, path, old, error, size))
		return -1;
	if (!setting_write(needs->sysroot, path, new))
		return 0;
	snprintf(error, size, "%s cannot be changed (%s): leave --set-up out", path, strerror(errno));
	return -1;
}

static int set_up_enabled(const struct needs *needs, const struct undo *undo, char *error, size_t size)
{
	char old[32];

	if (!sysfile_text(needs->sysroot, old, sizeof(old), LRU_GEN_ENABLED))
		return 0;
	return change(needs, undo, LRU_GEN_ENABLED, old, "y", error, size);
}

static int set_up_debugfs(const struct needs *needs, const struct undo *undo, char *error, size_t size)
{
	char full[PATH_MAX];

	if (mount_find(needs->sysroot, "debugfs", full, sizeof(full)))
		return 0;
	if (undo_note(undo, UNDO_MOUNT, DEBUGFS, NULL, error, size))
		return -1;
	snprintf(full, sizeof(full), "%s" DEBUGFS, needs->sysroot);
	if (!mount("debugfs", full, "debugfs", 0, NULL))
		return 0;
	snprintf(error, size, "debugfs cannot be mounted (%s): leave --set-up out", strerror(errno));
	return -1;
}

static int set_up_memcg(const struct needs *needs, const struct undo *undo, char *error, size_t size)
{
	char where[PATH_MAX], path[PATH_MAX + sizeof(SUBTREE)];

	if (!mount_find(needs->sysroot, "cgroup2", where, sizeof(where)) ||
	    !has_memory(needs->sysroot, where, "/cgroup.controllers"))
		return 0;
	snprintf(path, sizeof(path), "%s" SUBTREE, where);
	return change(needs, undo, path, "-memory", "+memory", error, size);
}

static int set_up_thp(const struct needs *needs, const struct undo *undo, char *error, size_t size)
{
	const char *path = needs->map == MAP_OF_TMPFS ? THP_SHMEM : THP_ANON;
	char old[32];

	if (!sysfile_chosen(needs->sysroot, path, old, sizeof(old)))
		return 0;
	return change(needs, undo, path, old, needs->map == MAP_OF_TMPFS ? "advise" : "madvise", error, size);
}

int needs_set_up(const struct needs *needs, const struct undo *undo, char *error, size_t size)
{
	static const struct {
		bool (*misses)(const struct needs *needs, struct need *need);
		int (*set_up)(const struct needs *needs, const struct undo *undo, char *error, size_t size);
	} steps[] = {
		{ miss_enabled, set_up_enabled },
		{ miss_debugfs, set_up_debugfs },
		{ miss_memcg, set_up_memcg },
		{ miss_thp, set_up_thp },
	};
	struct need need;
	int status = 0;

	if (miss_kernel(needs, &need) || miss_root(needs, &need))
		return 0;
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]) && !status; i++)
		if (steps[i].misses(needs, &need))
			status = steps[i].set_up(needs, undo, error, size);
	return status;
}
