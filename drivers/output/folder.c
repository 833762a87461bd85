// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* how names of files that are not whole yet begin */
#define TEMPORARY ".new."

static int make_folders(const char *folder)
{
	char *path = strdup(folder);
	int ret = 0;

	if (!path)
		return -1;
	for (char *slash = strchr(path + 1, '/'); slash && !ret; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		ret = mkdir(path, 0777) && errno != EEXIST ? -1 : 0;
		*slash = '/';
	}
	if (!ret && mkdir(path, 0777) && errno != EEXIST)
		ret = -1;
	free(path);
	return ret;
}

int folder_open(const char *folder)
{
	return make_folders(folder) ? -1 : open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static bool is_temporary(const char *name)
{
	return !strncmp(name, TEMPORARY, sizeof(TEMPORARY) - 1);
}

int folder_is_empty(int dir, bool but_temporary)
{
	int fd = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *stream = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *entry;
	int empty = 1;

	if (!stream) {
		if (fd >= 0)
			close(fd);
		return -1;
	}
	while ((entry = readdir(stream))) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		if (!but_temporary || !is_temporary(entry->d_name) || unlinkat(dir, entry->d_name, 0))
			empty = 0;
	}
	closedir(stream);
	return empty;
}

int folder_write_all(int fd, const char *text, size_t bytes)
{
	while (bytes) {
		ssize_t done = write(fd, text, bytes);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return -1;
		text += done;
		bytes -= (size_t)done;
	}
	return 0;
}

int folder_write(int dir, const char *name, const char *text, size_t bytes)
{
	char temporary[64];
	int fd, error = 0;

	snprintf(temporary, sizeof(temporary), TEMPORARY "%s.%ld", name, (long)getpid());
	fd = openat(dir, temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
	if (fd < 0)
		return -1;
	if (folder_write_all(fd, text, bytes) || fsync(fd))
		error = errno;
	if (close(fd) && !error)
		error = errno;
	if (!error && renameat(dir, temporary, dir, name))
		error = errno;
	if (!error)
		return fsync(dir) && errno != EINVAL ? -1 : 0;
	unlinkat(dir, temporary, 0);
	errno = error;
	return -1;
}

char *folder_read_bytes(int dir, const char *name, size_t most, size_t *read_bytes)
{
	int fd = openat(dir, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC), error = 0;
	size_t bytes = 0;
	char *text = NULL;
	struct stat st;
	ssize_t got = 1;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size < 0 || (size_t)st.st_size > most)
		error = EFBIG;
	else
		text = malloc((size_t)st.st_size + 1);
	while (text && bytes < (size_t)st.st_size && got) {
		got = read(fd, text + bytes, (size_t)st.st_size - bytes);
		if (got < 0 && errno != EINTR) {
			error = errno;
			break;
		}
		bytes += got > 0 ? (size_t)got : 0;
	}
	close(fd);
	*read_bytes = bytes;
	if (text && !error) {
		text[bytes] = '\0';
		return text;
	}
	free(text);
	errno = error ? error : ENOMEM;
	return NULL;
}

char *folder_read(int dir, const char *name, size_t most)
{
	size_t bytes;

	return folder_read_bytes(dir, name, most, &bytes);
}
