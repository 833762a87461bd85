/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a run makes or changes on the machine is written down in /run before it
 * is done, so that the run itself, or after its sudden end the next one, can
 * take all of it back. All names carry the owner's process and start time:
 * only what belongs to a process that is gone is touched.
 */
#ifndef FOLIOLAB_AGE_UNDO_H
#define FOLIOLAB_AGE_UNDO_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { OWNER_NAME = 64 };

struct undo {
	const char *sysroot; /* "" for the real machine, else a folder that stands for / */
	char name[OWNER_NAME]; /* "foliolab-age.PID.START": of everything that is made, and of the file in /run */
};

enum undo_kind {
	UNDO_MEMCG,   /* a cgroup named as the owner: its processes are killed, it is removed */
	UNDO_SWAP,    /* a swap file, named as the owner with ".swap": off, and removed */
	UNDO_SOCKET,  /* a file, named as the owner with ".sock": removed */
	UNDO_MOUNT,   /* debugfs, mounted where it usually is */
	UNDO_SETTING, /* a file of /sys or of cgroup2: its old value is written back */
};

/**
 * undo_open - whose things these are: @pid, which runs
 *
 * Returns 0, or -1 where its start time is not known.
 */
int undo_open(struct undo *undo, const char *sysroot, pid_t pid);

/**
 * undo_note - writes down what is about to be done
 * @path: of what is made or changed
 * @value: the old one of a setting, else NULL
 *
 * Returns 0, or -1 with a line in @error: then it must not be done.
 */
int undo_note(const struct undo *undo, enum undo_kind kind, const char *path, const char *value, char *error,
	      size_t size);

/**
 * undo_all - takes everything back, the last first
 *
 * Returns 0, or -1 with a line in @error that names what stays; it is tried
 * again by the next run.
 */
int undo_all(const struct undo *undo, char *error, size_t size);

/**
 * undo_leftovers - the same for all owners that are gone
 *
 * Returns how many there were, or -1 with a line in @error.
 */
int undo_leftovers(const char *sysroot, char *error, size_t size);

#endif
