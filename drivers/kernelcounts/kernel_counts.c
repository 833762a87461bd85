// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "kernelcounts/kernel_counts.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernelcounts/builder.h"
#include "kernelcounts/kconfig.h"
#include "kernelcounts/measure.h"
#include "kernelcounts/view.h"
#include "lift/apply.h"
#include "lift/cache.h"
#include "lift/diff.h"
#include "lift/spawn.h"

/* another number when the same input must be built anew */
enum { FORMAT = 1, KEY_LENGTH = 64 };

struct run {
	struct kernel_counts *counts;
	const struct count_request *request;
	void (*progress)(const char *what);
	struct text config;   /* what is put behind tinyconfig */
	struct text fragment; /* the part of it that was asked for */
	struct series series;
	struct diff diff[MAX_PATCHES];
	struct text files; /* that the series touches */
	char tree[PATH_MAX];
	struct view view;
	struct builder builder;
	int lock;
	char guests[PATH_MAX]; /* the folder that guests run in */
	char *error;
	size_t size;
};

static void note(struct run *run, const char *name, const char *what)
{
	struct kernel_counts *counts = run->counts;

	if (counts->nr_notes < MAX_COUNT_NOTES)
		snprintf(counts->note[counts->nr_notes++], COUNT_WORDS, "%.32s: %.600s", name, what);
}

static void say(const struct run *run, const char *name, const char *what)
{
	char line[128];

	snprintf(line, sizeof(line), "%s, %s: %s", run->request->arch->name, name, what);
	run->progress(line);
}

static int check_tree(struct run *run)
{
	static const char *const files[] = { "Makefile", "Kconfig", "mm/vmscan.c" };
	char path[PATH_MAX + 32];

	if (!realpath(run->request->tree, run->tree)) {
		snprintf(run->error, run->size, "%s: %s: give a kernel tree", run->request->tree,
			 strerror(errno));
		return -1;
	}
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", run->tree, files[i]);
		if (access(path, R_OK)) {
			snprintf(run->error, run->size, "%s has no %s: give a whole kernel tree",
				 run->request->tree, files[i]);
			return -1;
		}
	}
	/* the kernel's own make refuses to build elsewhere what was built in place */
	snprintf(path, sizeof(path), "%s/.config", run->tree);
	if (!access(path, F_OK)) {
		snprintf(run->error, run->size,
			 "%s was built in: give a fresh git worktree, or run make mrproper there",
			 run->request->tree);
		return -1;
	}
	return 0;
}

/* every mail is looked at before anything is built */
static int read_series(struct run *run)
{
	char wrong[COUNT_WORDS / 2];

	if (!run->request->series)
		return 0;
	if (mailbox_read(&run->series, run->request->series, run->error, run->size))
		return -1;
	for (size_t i = 0; i < run->series.nr; i++) {
		const struct patch *patch = &run->series.patch[i];

		if (diff_filter(&run->diff[i], &patch->body, DIFF_ALL, wrong, sizeof(wrong))) {
			snprintf(run->error, run->size, "%s: patch '%s' %s", run->request->series,
				 patch->subject, wrong);
			return -1;
		}
		if (run->diff[i].files.size)
			text_add(&run->files, run->diff[i].files.data, run->diff[i].files.size);
	}
	return 0;
}

static int read_config(struct run *run)
{
	const char *const own[] = { "common", run->request->arch->name };
	char path[PATH_MAX + 64];

	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++) {
		snprintf(path, sizeof(path), "%s/config/%s.config", builder_parts(), own[i]);
		if (kconfig_read(&run->config, path, run->error, run->size))
			return -1;
	}
	for (size_t i = 0; i < run->request->nr_fragments; i++)
		if (kconfig_read(&run->fragment, run->request->fragment[i], run->error, run->size))
			return -1;
	if (run->fragment.size && !text_add(&run->config, run->fragment.data, run->fragment.size)) {
		snprintf(run->error, run->size, "no memory for the configuration: close something");
		return -1;
	}
	return 0;
}

/* one folder per architecture, tree, configuration and compiler: what differs in it make can build upon */
static int open_folder(struct run *run)
{
	GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
	static const char *const folders[] = { "", "/tree", "/build", "/log", "/guests" };
	char home[PATH_MAX], path[PATH_MAX + 64];
	int status;

	g_checksum_update(sum, (const guchar *)run->tree, (gssize)strlen(run->tree) + 1);
	g_checksum_update(sum, (const guchar *)run->builder.compiler,
			  (gssize)strlen(run->builder.compiler) + 1);
	g_checksum_update(sum, (const guchar *)run->config.data, (gssize)run->config.size);
	status = cache_home(run->request->work, home, run->error, run->size);
	if (!status)
		snprintf(run->counts->folder, sizeof(run->counts->folder), "%.3800s/kernel-%s-%.16s", home,
			 run->request->arch->name, g_checksum_get_string(sum));
	g_checksum_free(sum);
	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]) && !status; i++) {
		snprintf(path, sizeof(path), "%s%s", run->counts->folder, folders[i]);
		if (mkdir(path, 0700) && errno != EEXIST) {
			snprintf(run->error, run->size, "%s cannot be made: %s", path, strerror(errno));
			status = -1;
		}
	}
	if (status)
		return status;
	snprintf(path, sizeof(path), "%s/lock", run->counts->folder);
	run->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (run->lock >= 0 && !flock(run->lock, LOCK_EX | LOCK_NB))
		return 0;
	snprintf(run->error, run->size, "%s is being built in by another foliolab: wait for it",
		 run->counts->folder);
	return -1;
}

/* what a stage is built from: the tree, and the patches until then */
static void stage_key(const struct run *run, size_t patches, char key[KEY_LENGTH + 1])
{
	GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
	const int format = FORMAT;

	g_checksum_update(sum, (const guchar *)&format, sizeof(format));
	g_checksum_update(sum, (const guchar *)run->view.identity, sizeof(run->view.identity));
	for (size_t i = 0; i < patches; i++)
		if (run->diff[i].kept.size)
			g_checksum_update(sum, (const guchar *)run->diff[i].kept.data,
					  (gssize)run->diff[i].kept.size);
	snprintf(key, KEY_LENGTH + 1, "%s", g_checksum_get_string(sum));
	g_checksum_free(sum);
}

static void note_config(struct run *run, const char *folder)
{
	char path[PATH_MAX + 16], missed[400], words[COUNT_WORDS];
	struct text made = { 0 };
	const char *wrong;
	size_t nr;

	snprintf(path, sizeof(path), "%s/.config", folder);
	if (text_read(&made, AT_FDCWD, path, MAX_TEXT / 2, &wrong))
		return;
	nr = kconfig_missed(&run->fragment, &made, missed, sizeof(missed));
	snprintf(words, sizeof(words), "%zu of the fragment's options did not take: %s", nr, missed);
	if (nr)
		note(run, "config", words);
	text_free(&made);
}

/* the view as it is now becomes the next stage */
static int add_stage(struct run *run, size_t patches, const char *name, const char *what)
{
	struct kernel_counts *counts = run->counts;
	struct counted_stage *stage = &counts->stage[counts->nr];
	char key[KEY_LENGTH + 1], folder[PATH_MAX];
	int status;

	stage_key(run, patches, key);
	say(run, name, "building");
	status = builder_make(&run->builder, key, name, folder, run->error, run->size);
	if (!status) {
		if (!counts->nr)
			note_config(run, folder);
		say(run, name, "booting");
		status = measure_stage(stage, run->request, run->guests, folder, name, counts->counter,
				       run->error, run->size);
	}
	if (status)
		return status;
	snprintf(stage->name, sizeof(stage->name), "%.15s", name);
	snprintf(stage->what, sizeof(stage->what), "%s", what);
	counts->nr++;
	return 0;
}

static int add_patch(struct run *run, size_t number, const char *name)
{
	char file[32], fuzzy[128], left[PATH_MAX + 32];

	if (!run->diff[number].nr_kept) {
		snprintf(run->error, run->size, "it has no diff");
		return -1;
	}
	snprintf(file, sizeof(file), "%.20s.diff", name);
	/* by an earlier run */
	snprintf(left, sizeof(left), "%s/%s", run->counts->folder, file);
	unlink(left);
	if (apply_diff(&run->diff[number].kept, run->counts->folder, file, fuzzy, run->error, run->size))
		return -1;
	if (fuzzy[0])
		note(run, name, fuzzy);
	return add_stage(run, number + 1, name, run->series.patch[number].subject);
}

static void add_series(struct run *run)
{
	struct kernel_counts *counts = run->counts;

	for (size_t i = 0; i < run->series.nr; i++) {
		const struct patch *patch = &run->series.patch[i];
		char name[20];
		int status;

		snprintf(name, sizeof(name), "patch%d", patch->number ? patch->number : (int)i + 1);
		status = add_patch(run, i, name);
		if (!status)
			continue;
		counts->stopped = status == SPAWN_STOPPED;
		if (!counts->stopped)
			snprintf(counts->failure, COUNT_WORDS, "%.20s (%.80s): %.500s", name, patch->subject,
				 run->error);
		return;
	}
}

static int prepare(struct run *run)
{
	int status = check_tree(run);

	if (!status)
		status = read_series(run);
	if (!status)
		status = read_config(run);
	run->builder = (struct builder){
		.arch = run->request->arch,
		.folder = run->counts->folder,
		.config = &run->config,
		.jobs = run->request->jobs,
		.stop = run->request->stop,
	};
	if (!status)
		status = builder_compiler(&run->builder, run->error, run->size);
	if (!status)
		status = open_folder(run);
	if (status)
		return status;
	snprintf(run->counts->compiler, sizeof(run->counts->compiler), "%s", run->builder.compiler);
	snprintf(run->guests, sizeof(run->guests), "%s/guests", run->counts->folder);
	run->view = (struct view){ .tree = run->tree, .folder = run->counts->folder };
	say(run, "tree", "reading");
	status = view_update(&run->view, run->error, run->size);
	if (!status)
		status = view_own(&run->view, &run->files, run->error, run->size);
	if (!status)
		status = builder_guest(&run->builder, run->guests, run->error, run->size);
	return status;
}

static void clean_up(struct run *run, bool good)
{
	char path[PATH_MAX + 16];

	if (run->lock >= 0 && good && !run->request->keep) {
		snprintf(path, sizeof(path), "%s/log", run->counts->folder);
		cache_remove(path);
		cache_remove(run->guests);
	}
	if (run->lock >= 0)
		close(run->lock);
	for (size_t i = 0; i < MAX_PATCHES; i++)
		diff_free(&run->diff[i]);
	series_free(&run->series);
	text_free(&run->files);
	text_free(&run->config);
	text_free(&run->fragment);
}

int kernel_counts(struct kernel_counts *counts, const struct count_request *request,
		  void (*progress)(const char *what), char *error, size_t size)
{
	struct run run = {
		.counts = counts,
		.request = request,
		.progress = progress,
		.lock = -1,
		.error = error,
		.size = size,
	};
	int status;

	*counts = (struct kernel_counts){ .arch = request->arch, .repeats = request->repeats };
	status = prepare(&run);
	if (!status)
		status = add_stage(&run, 0, "tree", "the tree as it is");
	if (!status)
		add_series(&run);
	counts->stopped |= status == SPAWN_STOPPED;
	clean_up(&run, !status && !counts->failure[0] && !counts->stopped);
	return status ? -1 : 0;
}
