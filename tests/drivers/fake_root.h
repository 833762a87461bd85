/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A folder that stands for /, with the few files of /proc and /sys a test wants. */
#ifndef FOLIOLAB_FAKE_ROOT_H
#define FOLIOLAB_FAKE_ROOT_H

#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char fake_root[] = "/tmp/foliolab-root-XXXXXX";

static int fake_remove(const char *path, const struct stat *st __attribute__((unused)),
		       int type __attribute__((unused)), struct FTW *ftw __attribute__((unused)))
{
	return remove(path);
}

/* cmocka set-up and tear-down of one test */
static int fake_make(void **state __attribute__((unused)))
{
	/* the name of the test before becomes a template again */
	for (size_t end = strlen(fake_root), i = end - 6; i < end; i++)
		fake_root[i] = 'X';
	return mkdtemp(fake_root) ? 0 : -1;
}

static int fake_destroy(void **state __attribute__((unused)))
{
	return nftw(fake_root, fake_remove, 8, FTW_DEPTH | FTW_PHYS);
}

static void fake_bytes(const char *path, const void *bytes, size_t size)
{
	char full[PATH_MAX], *slash;
	FILE *stream;

	snprintf(full, sizeof(full), "%s%s", fake_root, path);
	for (slash = full + strlen(fake_root) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		mkdir(full, 0700);
		*slash = '/';
	}
	stream = fopen(full, "w");
	if (!stream || fwrite(bytes, 1, size, stream) != size || fclose(stream)) {
		perror(full);
		abort();
	}
}

static inline void fake_file(const char *path, const char *text)
{
	fake_bytes(path, text, strlen(text));
}

/* what a file that went wrong may hold: every byte there is, no end of line, for a long time */
static inline void fake_noise(const char *path, size_t size)
{
	char *bytes = malloc(size);
	size_t i;

	if (!bytes)
		abort();
	for (i = 0; i < size; i++)
		bytes[i] = (char)(i * 37 + (i >> 8));
	fake_bytes(path, bytes, size);
	free(bytes);
}

#endif
