// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "lift/apply.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lift/spawn.h"

/* the first line of what patch said that holds @what, and the file it was about */
static bool find_said(const struct text *said, const char *what, char *line, size_t line_size, char *file,
		      size_t file_size)
{
	static const char about[] = "patching file ";
	const char *at = said->data, *end = at + said->size;

	snprintf(file, file_size, "?");
	while (at < end) {
		size_t length = line_length(at, end);

		if (!strncmp(at, about, sizeof(about) - 1))
			snprintf(file, file_size, "%.*s", (int)(length - sizeof(about) + 1),
				 at + sizeof(about) - 1);
		if (memmem(at, length, what, strlen(what))) {
			snprintf(line, line_size, "%.*s", (int)length, at);
			return true;
		}
		at += length + (at + length < end);
	}
	return false;
}

static void say_failed(const struct text *said, char *error, size_t size)
{
	char line[128], file[128], *dot;
	int hunk = 0, at = 0;

	if (find_said(said, "FAILED at", line, sizeof(line), file, sizeof(file)) &&
	    sscanf(line, "Hunk #%d FAILED at %d", &hunk, &at) == 2) {
		snprintf(error, size, "hunk %d of %s does not apply (line %d)", hunk, file, at);
		return;
	}
	snprintf(line, sizeof(line), "%.*s", (int)line_length(said->data, said->data + said->size),
		 said->data);
	dot = strrchr(line, '.');
	if (dot && !dot[1])
		*dot = 0;
	snprintf(error, size, "it does not apply (%s)", line);
}

int apply_diff(const struct text *diff, const char *folder, const char *name, char fuzzy[128], char *error,
	       size_t size)
{
	char input[64], line[128], file[128];
	const char *const arguments[] = {
		"patch",           "-p1",      "--directory=tree",
		"--force",         "--fuzz=2", "--no-backup-if-mismatch",
		"--reject-file=-", input,      NULL,
	};
	struct text said = { 0 };
	int fd = open(folder, O_DIRECTORY | O_RDONLY | O_CLOEXEC), status;

	fuzzy[0] = 0;
	/* patch opens it after it has changed to its directory */
	snprintf(input, sizeof(input), "--input=../%s", name);
	if (fd < 0 || text_write(diff, fd, name)) {
		snprintf(error, size, "%s/%s cannot be written: %s", folder, name, strerror(errno));
		if (fd >= 0)
			close(fd);
		return -1;
	}
	close(fd);
	status = spawn_run(arguments, folder, &said, error, size);
	if (status > 0)
		say_failed(&said, error, size);
	else if (!status && find_said(&said, "with fuzz", line, sizeof(line), file, sizeof(file)))
		snprintf(fuzzy, 128, "%.60s in %.60s", line, file);
	text_free(&said);
	return status ? -1 : 0;
}
