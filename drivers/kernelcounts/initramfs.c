// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "kernelcounts/initramfs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_PROGRAM = 16 << 20, ALIGN = 4 };

struct entry {
	const char *name;
	unsigned int mode, major, minor;
	const char *data;
	size_t bytes;
};

static void pad(FILE *out)
{
	while (ftell(out) % ALIGN)
		putc(0, out);
}

/* Documentation/driver-api/early-userspace/buffer-format.rst: thirteen fields of eight digits, a name, data */
static void write_entry(FILE *out, const struct entry *entry, unsigned int number)
{
	const unsigned int fields[] = {
		number,
		entry->mode,
		0,
		0,
		1,
		0,
		(unsigned int)entry->bytes,
		0,
		0,
		entry->major,
		entry->minor,
		(unsigned int)strlen(entry->name) + 1,
		0,
	};

	fputs("070701", out);
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		fprintf(out, "%08x", fields[i]);
	fwrite(entry->name, 1, strlen(entry->name) + 1, out);
	pad(out);
	if (entry->bytes)
		fwrite(entry->data, 1, entry->bytes, out);
	pad(out);
}

static char *read_program(const char *path, size_t *bytes)
{
	FILE *in = fopen(path, "re");
	char *data = malloc(MAX_PROGRAM);

	*bytes = in && data ? fread(data, 1, MAX_PROGRAM, in) : 0;
	if (in)
		fclose(in);
	if (*bytes && *bytes < MAX_PROGRAM)
		return data;
	free(data);
	return NULL;
}

int initramfs_write(const char *archive, const char *program, char *error, size_t size)
{
	struct entry entries[] = {
		{ .name = "cg", .mode = S_IFDIR | 0755 },
		{ .name = "debug", .mode = S_IFDIR | 0755 },
		{ .name = "dev", .mode = S_IFDIR | 0755 },
		{ .name = "dev/console", .mode = S_IFCHR | 0600, .major = 5, .minor = 1 },
		{ .name = "proc", .mode = S_IFDIR | 0755 },
		{ .name = "sys", .mode = S_IFDIR | 0755 },
		{ .name = "init", .mode = S_IFREG | 0755 },
		{ .name = "TRAILER!!!" },
	};
	enum { INIT = 6, NR = sizeof(entries) / sizeof(entries[0]) };
	char *data = read_program(program, &entries[INIT].bytes);
	FILE *out = data ? fopen(archive, "we") : NULL;
	int failed = !out;

	entries[INIT].data = data;
	for (unsigned int i = 0; out && i < NR; i++)
		write_entry(out, &entries[i], i + 1);
	if (out)
		failed = ferror(out) | fclose(out);
	free(data);
	if (!failed)
		return 0;
	snprintf(error, size, "%s cannot be written: %s", archive, strerror(errno));
	return -1;
}
