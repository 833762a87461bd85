// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "kernelcounts/view.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <glib.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_TREE_FILES = 1000000 };

/* a file of ours, whose time is that of the last update */
static const char stamp_name[] = "updated";

struct update {
	const struct view *view;
	struct timespec last; /* update; 0 where there was none */
	GChecksum *sum;
	char *error;
	size_t size;
};

static int complain(const char *path, char *error, size_t size)
{
	snprintf(error, size, "%s: %s: is there room and may you write there?", path, strerror(errno));
	return -1;
}

static bool later(const struct timespec *one, const struct timespec *other)
{
	return one->tv_sec > other->tv_sec || (one->tv_sec == other->tv_sec && one->tv_nsec > other->tv_nsec);
}

/* a new file with what another holds, by way of a name of ours; its right to be executed, too */
static int copy_file(const char *from, const char *to)
{
	char temporary[PATH_MAX + 8];
	int in = open(from, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), out = -1, status = -1;
	struct stat what;
	ssize_t put = 1;

	snprintf(temporary, sizeof(temporary), "%s.new", to);
	unlink(temporary);
	if (in < 0 || fstat(in, &what) || !S_ISREG(what.st_mode))
		goto out;
	out = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600 | (what.st_mode & 0111));
	while (out >= 0 && put > 0)
		put = sendfile(out, in, NULL, 1 << 20);
	if (out >= 0 && !put)
		status = rename(temporary, to);
out:
	if (out >= 0)
		close(out);
	if (in >= 0)
		close(in);
	return status;
}

static bool same_content(const char *one, const char *other)
{
	struct text texts[2] = { 0 };
	const char *wrong;
	bool same = !text_read(&texts[0], AT_FDCWD, one, MAX_TEXT / 2, &wrong) &&
		    !text_read(&texts[1], AT_FDCWD, other, MAX_TEXT / 2, &wrong) &&
		    texts[0].size == texts[1].size &&
		    (!texts[0].size || !memcmp(texts[0].data, texts[1].data, texts[0].size));

	text_free(&texts[0]);
	text_free(&texts[1]);
	return same;
}

/* a link to the tree's file, or a copy where make must see that it changed */
static int update_file(const struct update *update, const char *from, const char *to, const struct stat *what)
{
	struct stat have;

	if (lstat(to, &have))
		return symlink(from, to);
	if (S_ISREG(have.st_mode))
		return same_content(from, to) ? 0 : copy_file(from, to);
	if (S_ISREG(what->st_mode) && later(&what->st_ctim, &update->last) &&
	    later(&update->last, &what->st_mtim))
		return copy_file(from, to);
	return 0;
}

static int update_entry(const struct update *update, const FTSENT *entry)
{
	const char *path = entry->fts_path + strlen(update->view->tree);
	const struct stat *what = entry->fts_statp;
	char to[PATH_MAX], line[PATH_MAX + 96];
	int length = snprintf(to, sizeof(to), "%s/tree%s", update->view->folder, path), status;

	errno = ENAMETOOLONG;
	if (length >= (int)sizeof(to))
		return complain(entry->fts_path, update->error, update->size);
	if (entry->fts_info == FTS_D) {
		status = mkdir(to, 0700) && errno != EEXIST ? -1 : 0;
	} else {
		status = update_file(update, entry->fts_path, to, what);
		length = snprintf(line, sizeof(line), "%s %jd %jd.%09ld\n", path, (intmax_t)what->st_size,
				  (intmax_t)what->st_mtim.tv_sec, what->st_mtim.tv_nsec);
		g_checksum_update(update->sum, (const guchar *)line, length);
	}
	return status ? complain(to, update->error, update->size) : 0;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static int add_files(struct update *update)
{
	char *const roots[] = { (char *)(uintptr_t)update->view->tree, NULL };
	FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
	const FTSENT *entry;
	size_t nr = 0;
	int status = 0;

	if (!walk)
		return complain(update->view->tree, update->error, update->size);
	while (!status && (errno = 0, entry = fts_read(walk))) {
		/* history is not built */
		if (entry->fts_level == 1 && !strcmp(entry->fts_name, ".git"))
			fts_set(walk, (FTSENT *)(uintptr_t)entry, FTS_SKIP);
		else if (entry->fts_info == FTS_D || entry->fts_info == FTS_F || entry->fts_info == FTS_SL ||
			 entry->fts_info == FTS_SLNONE)
			status = update_entry(update, entry);
		if (!status && ++nr > MAX_TREE_FILES) {
			snprintf(update->error, update->size,
				 "%s: more than a million files: give a kernel tree", update->view->tree);
			status = -1;
		}
	}
	fts_close(walk);
	return status;
}

/* what the tree has no more */
static int drop_files(struct update *update)
{
	char folder[PATH_MAX], *const roots[] = { folder, NULL };
	const FTSENT *entry;
	FTS *walk;

	snprintf(folder, sizeof(folder), "%s/tree", update->view->folder);
	walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	while (walk && (entry = fts_read(walk))) {
		char from[PATH_MAX];
		int length = snprintf(from, sizeof(from), "%s%s", update->view->tree,
				      entry->fts_path + strlen(folder));

		if (entry->fts_info == FTS_D || (entry->fts_info != FTS_DP && entry->fts_info != FTS_F &&
						 entry->fts_info != FTS_SL && entry->fts_info != FTS_SLNONE))
			continue;
		if (length < (int)sizeof(from) && faccessat(AT_FDCWD, from, F_OK, AT_SYMLINK_NOFOLLOW) &&
		    errno == ENOENT)
			remove(entry->fts_path);
	}
	if (walk)
		fts_close(walk);
	return walk ? 0 : complain(folder, update->error, update->size);
}

int view_update(struct view *view, char *error, size_t size)
{
	struct update update = { .view = view, .error = error, .size = size };
	char stamp[PATH_MAX];
	struct stat last;
	int status, file;

	snprintf(stamp, sizeof(stamp), "%s/%s", view->folder, stamp_name);
	if (!stat(stamp, &last))
		update.last = last.st_mtim;
	update.sum = g_checksum_new(G_CHECKSUM_SHA256);
	/* before the tree is looked at: what changes meanwhile is seen the next time */
	file = open(stamp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (file < 0 || write(file, "\n", 1) != 1)
		status = complain(stamp, error, size);
	else
		status = add_files(&update);
	if (!status)
		status = drop_files(&update);
	if (file >= 0)
		close(file);
	snprintf(view->identity, sizeof(view->identity), "%s", g_checksum_get_string(update.sum));
	g_checksum_free(update.sum);
	return status;
}

/* whether the folder of a path is where its name says */
static bool through_no_link(const char *tree, const char *path)
{
	char folder[2 * PATH_MAX], real[PATH_MAX], whole[PATH_MAX], *slash;

	snprintf(folder, sizeof(folder), "%s/%s", tree, path);
	slash = strrchr(folder, '/');
	*slash = 0;
	/* patch makes folders that are not there yet */
	while (!realpath(folder, real)) {
		slash = strrchr(folder, '/');
		if (errno != ENOENT || !slash || slash == folder)
			return false;
		*slash = 0;
	}
	return realpath(tree, whole) && !strcmp(folder + strlen(tree), real + strlen(whole)) &&
	       !strncmp(real, whole, strlen(whole));
}

int view_own(const struct view *view, const struct text *files, char *error, size_t size)
{
	const char *at = files->data ? files->data : "", *end = at + files->size;
	char tree[PATH_MAX], path[PATH_MAX], from[2 * PATH_MAX], to[2 * PATH_MAX];
	size_t length;

	snprintf(tree, sizeof(tree), "%s/tree", view->folder);
	for (; at < end; at += length + (at + length < end)) {
		struct stat have;

		length = line_length(at, end);
		snprintf(path, sizeof(path), "%.*s", (int)(length < sizeof(path) ? length : sizeof(path) - 1),
			 at);
		snprintf(to, sizeof(to), "%s/%s", tree, path);
		snprintf(from, sizeof(from), "%s/%s", view->tree, path);
		if (!through_no_link(tree, path)) {
			snprintf(error, size, "names %s, which leads through a link: do not trust it", path);
			return -1;
		}
		if (!lstat(to, &have) && S_ISLNK(have.st_mode) && (unlink(to) || copy_file(from, to)))
			return complain(to, error, size);
	}
	return 0;
}
