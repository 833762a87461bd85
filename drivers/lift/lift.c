// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "lift/lift.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lift/apply.h"
#include "lift/cache.h"
#include "lift/compile.h"
#include "lift/diff.h"
#include "lift/mailbox.h"
#include "lift/source.h"

struct builder {
	struct lift *lift;
	const struct lift_request *request;
	struct sources sources; /* as the tree has them */
	struct series series;
	char folder[PATH_MAX]; /* being built in */
	char *error;
	size_t error_size;
};

static void note(struct lift *lift, const char *name, const char *what)
{
	if (lift->nr_notes < MAX_STAGES)
		snprintf(lift->note[lift->nr_notes++], LIFT_WORDS, "%.20s: %.280s", name, what);
}

/* our own copy of the tree's files, for patch to work on */
static int copy_tree(struct builder *builder)
{
	static const char *const folders[] = { "tree", "tree/mm", "tree/include", "tree/include/linux" };
	int folder = open(builder->folder, O_DIRECTORY | O_RDONLY | O_CLOEXEC);
	char path[64 + 128];
	int status = folder < 0;

	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]) && !status; i++)
		status = mkdirat(folder, folders[i], 0700);
	for (size_t i = 0; i < builder->sources.nr && !status; i++) {
		const struct source *source = &builder->sources.file[i];

		snprintf(path, sizeof(path), "tree/%s", source->path);
		if (source->text.data)
			status = text_write(&source->text, folder, path);
	}
	if (status)
		snprintf(builder->error, builder->error_size, "%s cannot be written: %s", builder->folder,
			 strerror(errno));
	if (folder >= 0)
		close(folder);
	return status;
}

/* the tree as it is now becomes the next stage */
static int add_stage(struct builder *builder, const char *name, const char *what)
{
	struct lift *lift = builder->lift;
	const struct flavour *flavour = &flavours[builder->request->flavour];
	struct lift_stage *stage = &lift->stage[lift->nr];
	char tree[PATH_MAX + 8], path[PATH_MAX + 32];
	struct text text = { 0 };
	int status;

	snprintf(tree, sizeof(tree), "%s/tree", builder->folder);
	status = stage_print(builder->request->what, tree, compile_headers(),
			     (enum list_checks)flavour->list_checks, &text, builder->error,
			     builder->error_size);
	snprintf(path, sizeof(path), "%s/stage%zu.c", builder->folder, lift->nr);
	if (!status && text_write(&text, AT_FDCWD, path)) {
		snprintf(builder->error, builder->error_size, "%s cannot be written: %s", path,
			 strerror(errno));
		status = -1;
	}
	if (!status)
		status = compile_stage(builder->folder, (unsigned int)lift->nr, flavour->define,
				       builder->error, builder->error_size);
	text_free(&text);
	if (status)
		return status;
	snprintf(stage->name, sizeof(stage->name), "%.15s", name);
	snprintf(stage->what, sizeof(stage->what), "%s", what);
	lift->nr++;
	return 0;
}

/* one patch; false where the stages end with it, and builder->error says why */
static bool add_patch(struct builder *builder, const struct patch *patch, const char *name)
{
	char file[32], fuzzy[128];
	struct diff diff;
	bool added = false;

	if (diff_filter(&diff, &patch->body, DIFF_LIFTED, builder->error, builder->error_size))
		goto out;
	if (!diff.nr_kept) {
		note(builder->lift, name, "touches nothing that is lifted from and is no stage");
		added = true;
		goto out;
	}
	snprintf(file, sizeof(file), "%.20s.diff", name);
	if (apply_diff(&diff.kept, builder->folder, file, fuzzy, builder->error, builder->error_size))
		goto out;
	if (fuzzy[0])
		note(builder->lift, name, fuzzy);
	added = !add_stage(builder, name, patch->subject);
out:
	diff_free(&diff);
	return added;
}

static void add_series(struct builder *builder)
{
	struct lift *lift = builder->lift;
	const struct series *series = &builder->series;

	for (size_t i = 0; i < series->nr; i++) {
		const struct patch *patch = &series->patch[i];
		char name[20];

		snprintf(name, sizeof(name), "patch%d", patch->number ? patch->number : (int)i + 1);
		if (add_patch(builder, patch, name))
			continue;
		snprintf(lift->failure, sizeof(lift->failure), "%.20s (%.80s): %.200s", name, patch->subject,
			 builder->error);
		return;
	}
	if (series->nr && series->patch[series->nr - 1].number < series->patch[series->nr - 1].of) {
		char left[96];

		snprintf(left, sizeof(left), "the series has %d patches, the mailbox ends before that",
			 series->patch[series->nr - 1].of);
		note(lift, "series", left);
	}
}

/* X(number, name, what): subjects hold nothing that would end a string */
static int print_stages(const struct builder *builder)
{
	const struct lift *lift = builder->lift;
	struct text text = { 0 };
	char path[PATH_MAX + 16];
	int status;

	text_print(&text, "#define LIFTED_STAGES(X)");
	for (size_t i = 0; i < lift->nr; i++)
		text_print(&text, " \\\n\tX(%zu, \"%s\", \"%s\")", i, lift->stage[i].name,
			   lift->stage[i].what);
	text_print(&text, "\n");
	snprintf(path, sizeof(path), "%s/stages.h", builder->folder);
	status = text_write(&text, AT_FDCWD, path);
	text_free(&text);
	if (status)
		snprintf(builder->error, builder->error_size, "%s cannot be written: %s", path,
			 strerror(errno));
	return status;
}

static int build(struct builder *builder)
{
	struct lift *lift = builder->lift;

	if (copy_tree(builder) || add_stage(builder, "tree", "the tree as it is"))
		return -1;
	add_series(builder);
	/* a mailbox that is of no use at all is no measurement of the tree */
	if (builder->series.nr && lift->nr == 1 && !lift->failure[0]) {
		snprintf(builder->error, builder->error_size,
			 "%s: no patch in it touches what functions are lifted from: lift the tree alone",
			 builder->request->series);
		return -1;
	}
	if (print_stages(builder))
		return -1;
	return compile_library(builder->folder, (unsigned int)lift->nr, builder->error, builder->error_size);
}

/* every mail is looked at before the first is applied: a path that leads out of the tree ends it all */
static int check_series(struct builder *builder)
{
	for (size_t i = 0; i < builder->series.nr; i++) {
		const struct patch *patch = &builder->series.patch[i];
		char wrong[LIFT_WORDS];
		struct diff diff;
		int status = diff_filter(&diff, &patch->body, DIFF_LIFTED, wrong, sizeof(wrong));

		diff_free(&diff);
		if (!status)
			continue;
		snprintf(builder->error, builder->error_size, "%s: patch '%s' %s", builder->request->series,
			 patch->subject, wrong);
		return -1;
	}
	return 0;
}

int lift_build(struct lift *lift, const struct lift_request *request, char *error, size_t size)
{
	struct builder builder = { .lift = lift, .request = request, .error = error, .error_size = size };
	int status, mark;

	*lift = (struct lift){ 0 };
	status = sources_read(&builder.sources, request->tree, error, size);
	if (!status && request->series)
		status = mailbox_read(&builder.series, request->series, error, size);
	if (!status)
		status = check_series(&builder);
	if (!status)
		status = cache_place(lift, request, &builder.sources, &builder.series, error, size);
	if (!status && cache_find(lift)) {
		lift->cached = true;
		goto out;
	}
	if (!status)
		status = cache_begin(lift, builder.folder, &mark, error, size);
	if (status)
		goto out;
	status = build(&builder);
	cache_end(builder.folder, mark);
	if (!status)
		status = cache_finish(lift, builder.folder, error, size);
	if (status && request->keep)
		snprintf(lift->folder, sizeof(lift->folder), "%.*s", (int)sizeof(lift->folder) - 1,
			 builder.folder);
	else if (status)
		cache_remove(builder.folder);
out:
	sources_free(&builder.sources);
	series_free(&builder.series);
	return status;
}
