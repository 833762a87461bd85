/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The few files of /sys and cgroup2 that --set-up writes to, and where things are mounted. */
#ifndef FOLIOLAB_AGE_SETTINGS_H
#define FOLIOLAB_AGE_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#define DEBUGFS         "/sys/kernel/debug"
#define LRU_GEN_ENABLED "/sys/kernel/mm/lru_gen/enabled"
#define THP_FOLDER      "/sys/kernel/mm/transparent_hugepage/"
#define THP_ANON        THP_FOLDER "enabled"
#define THP_SHMEM       THP_FOLDER "shmem_enabled"
#define SUBTREE         "/cgroup.subtree_control"

/* whether @path is one of those above, SUBTREE in any cgroup */
bool setting_known(const char *path);

/**
 * setting_write - writes a value to a file that is there
 *
 * Returns 0, or -1 with errno set.
 */
int setting_write(const char *sysroot, const char *path, const char *value);

/**
 * mount_find - where the last file system of a type is mounted, as /proc/self/mounts has it
 *
 * Returns false where none is, or its path does not fit.
 */
bool mount_find(const char *sysroot, const char *type, char *path, size_t size);

#endif
