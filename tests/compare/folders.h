/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Results folders written by hand, below one that is removed in the end. */
#ifndef FOLIOLAB_TEST_FOLDERS_H
#define FOLIOLAB_TEST_FOLDERS_H

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEADER                                                                                   \
	"kernel,variant,cpu,folios,cycles_per_item,cycles_lo,cycles_hi,ns_per_item,ns_lo,ns_hi," \
	"ratio,ratio_lo,ratio_hi,cycle_source,case,part,layout\n"

static inline int folders_make(void **state)
{
	char folder[] = "/tmp/foliolab-test-XXXXXX";

	if (!mkdtemp(folder) || chdir(folder))
		return -1;
	*state = strdup(folder);
	return *state ? 0 : -1;
}

static inline int folders_remove(void **state)
{
	char command[PATH_MAX + 16];
	int status;

	if (chdir("/"))
		return -1;
	/* made by mkdtemp(): nothing in it that a shell would see */
	snprintf(command, sizeof(command), "rm -rf %s", (const char *)*state);
	status = system(command);
	free(*state);
	return status;
}

static inline void write_text(const char *folder, const char *name, const char *text, size_t bytes)
{
	char path[256];
	FILE *file;

	mkdir(folder, 0777);
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, bytes, file), bytes);
	assert_int_equal(fclose(file), 0);
}

static inline void write_folder(const char *folder, const char *environment, const char *estimates)
{
	write_text(folder, "environment.json", environment, strlen(environment));
	write_text(folder, "estimates.csv", estimates, strlen(estimates));
}

#endif
