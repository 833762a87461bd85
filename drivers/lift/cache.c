// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "lift/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glib.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_info.h"
#include "lift/compile.h"

/* another number when the same input must give another library */
enum { FORMAT = 1, MAX_HEADER = 1 << 20, KEY_LENGTH = 32 };

static const char list_name[] = "stages.json";

/* a folder that is being built in, and a file in it that its process has locked */
static const char building_prefix[] = "building-", mark_name[] = "being-built";

/* every header that a stage or the table may include */
static void hash_headers(GChecksum *sum, const char *folder, int depth)
{
	struct dirent **entries = NULL;
	int nr = scandir(folder, &entries, NULL, alphasort);

	for (int i = 0; i < nr; i++) {
		const char *name = entries[i]->d_name;
		const char *dot = strrchr(name, '.'), *wrong;
		char path[PATH_MAX];
		struct text text;

		snprintf(path, sizeof(path), "%s/%s", folder, name);
		if (entries[i]->d_type == DT_DIR && name[0] != '.' && depth < 4)
			hash_headers(sum, path, depth + 1);
		if (dot && (!strcmp(dot, ".h") || !strcmp(name, "table.c")) &&
		    !text_read(&text, AT_FDCWD, path, MAX_HEADER, &wrong)) {
			g_checksum_update(sum, (const guchar *)name, (gssize)strlen(name) + 1);
			g_checksum_update(sum, (const guchar *)text.data, (gssize)text.size);
			text_free(&text);
		}
		free(entries[i]);
	}
	free(entries);
}

static void hash_text(GChecksum *sum, const struct text *text)
{
	guint64 size = text->size;

	g_checksum_update(sum, (const guchar *)&size, sizeof(size));
	if (text->size)
		g_checksum_update(sum, (const guchar *)text->data, (gssize)text->size);
}

static int make_key(const struct lift_request *request, const struct sources *sources,
		    const struct series *series, char key[KEY_LENGTH + 1], char *error, size_t size)
{
	const struct flavour *flavour = &flavours[request->flavour];
	GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
	struct text identity = { 0 };
	int status = compile_identity(&identity, error, size);

	text_print(&identity, "%s %d %u %s %s", FOLIOLAB_VERSION, FORMAT, flavour->list_checks,
		   flavour->define, request->what->function);
	hash_text(sum, &identity);
	hash_headers(sum, compile_headers(), 0);
	for (size_t i = 0; i < sources->nr; i++)
		hash_text(sum, &sources->file[i].text);
	for (size_t i = 0; i < series->nr; i++) {
		g_checksum_update(sum, (const guchar *)series->patch[i].subject, MAX_SUBJECT);
		hash_text(sum, &series->patch[i].body);
	}
	snprintf(key, KEY_LENGTH + 1, "%s", g_checksum_get_string(sum));
	g_checksum_free(sum);
	text_free(&identity);
	return status;
}

static bool home_of_caches(char path[PATH_MAX])
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (cache && cache[0] == '/')
		snprintf(path, PATH_MAX, "%s/foliolab", cache);
	else if (home && home[0] == '/')
		snprintf(path, PATH_MAX, "%s/.cache/foliolab", home);
	else
		return false;
	return true;
}

static bool is_folder(const char *path)
{
	struct stat status;

	return !stat(path, &status) && S_ISDIR(status.st_mode);
}

/* what is loaded from it runs, so nobody else may write there */
static bool is_ours(const char *folder)
{
	struct stat status;

	return !stat(folder, &status) && S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
	       !(status.st_mode & (S_IWGRP | S_IWOTH));
}

static int make_folders(char *path)
{
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		int made;

		*slash = 0;
		made = mkdir(path, 0700);
		*slash = '/';
		if (made && errno != EEXIST && errno != EROFS && errno != EACCES)
			return -1;
	}
	return mkdir(path, 0700) && errno != EEXIST ? -1 : 0;
}

int cache_home(const char *work, char home[PATH_MAX], char *error, size_t size)
{
	char base[PATH_MAX];

	if (!work && !home_of_caches(base)) {
		snprintf(error, size, "no folder to build in: give --work DIR");
		return -1;
	}
	if (work)
		snprintf(base, sizeof(base), "%s", work);
	if (make_folders(base) || !realpath(base, home)) {
		snprintf(error, size, "%s cannot be made: %s", base, strerror(errno));
		return -1;
	}
	if (!is_folder(home)) {
		snprintf(error, size, "%s is no folder to build in: give --work DIR", home);
		return -1;
	}
	if (!is_ours(home)) {
		snprintf(error, size, "%s can be written by others: give --work DIR, one of your own", home);
		return -1;
	}
	return 0;
}

int cache_place(struct lift *lift, const struct lift_request *request, const struct sources *sources,
		const struct series *series, char *error, size_t size)
{
	char home[PATH_MAX], key[KEY_LENGTH + 1];

	if (make_key(request, sources, series, key, error, size) ||
	    cache_home(request->work, home, error, size))
		return -1;
	if (strlen(home) + sizeof(key) + sizeof(lift->library) - sizeof(lift->folder) >= sizeof(lift->folder)) {
		snprintf(error, size, "%s: too long a name: give --work DIR", home);
		return -1;
	}
	snprintf(lift->folder, sizeof(lift->folder), "%.3900s/%s", home, key);
	snprintf(lift->library, sizeof(lift->library), "%s/lifted.so", lift->folder);
	return 0;
}

static bool take_string(char *to, size_t size, const json_t *from)
{
	const char *text = json_string_value(from);

	if (!text || strlen(text) >= size)
		return false;
	snprintf(to, size, "%s", text);
	return true;
}

static bool take_list(struct lift *lift, const json_t *list)
{
	const json_t *stages = json_object_get(list, "stages"), *notes = json_object_get(list, "notes");

	lift->nr = json_array_size(stages);
	lift->nr_notes = json_array_size(notes);
	if (!lift->nr || lift->nr > MAX_STAGES || lift->nr_notes > MAX_STAGES)
		return false;
	for (size_t i = 0; i < lift->nr; i++) {
		const json_t *stage = json_array_get(stages, i);
		struct lift_stage *to = &lift->stage[i];

		if (!take_string(to->name, sizeof(to->name), json_object_get(stage, "name")) ||
		    !take_string(to->what, sizeof(to->what), json_object_get(stage, "what")))
			return false;
	}
	for (size_t i = 0; i < lift->nr_notes; i++)
		if (!take_string(lift->note[i], LIFT_WORDS, json_array_get(notes, i)))
			return false;
	return take_string(lift->failure, LIFT_WORDS, json_object_get(list, "failure"));
}

bool cache_find(struct lift *lift)
{
	char path[PATH_MAX];
	json_t *list;
	bool found;

	snprintf(path, sizeof(path), "%s/%s", lift->folder, list_name);
	list = json_load_file(path, 0, NULL);
	found = list && !access(lift->library, R_OK) && is_ours(lift->folder) && take_list(lift, list);
	json_decref(list);
	if (!found)
		lift->nr = lift->nr_notes = 0;
	return found;
}

static void mark_path(char path[PATH_MAX], const char *folder)
{
	snprintf(path, PATH_MAX, "%.4000s/%s", folder, mark_name);
}

/* what processes left that could not tidy up; one that lives holds its lock */
static void drop_left(const char *home)
{
	struct dirent **entries = NULL;
	int nr = scandir(home, &entries, NULL, NULL);

	for (int i = 0; i < nr; i++) {
		char folder[PATH_MAX], path[PATH_MAX];
		int mark = -1;

		if (!strncmp(entries[i]->d_name, building_prefix, strlen(building_prefix))) {
			snprintf(folder, sizeof(folder), "%.3800s/%s", home, entries[i]->d_name);
			mark_path(path, folder);
			mark = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
		}
		if (mark >= 0 && !flock(mark, LOCK_EX | LOCK_NB)) {
			/* first: whoever waits for the lock sees by it that the folder is none any more */
			unlink(path);
			cache_remove(folder);
		}
		if (mark >= 0)
			close(mark);
		free(entries[i]);
	}
	free(entries);
}

/* -1: no mark can be made, or another process took the folder for one that was left; not locked where nothing can be */
static int lock_mark(const char *folder)
{
	char path[PATH_MAX];
	struct stat status;
	int mark;

	mark_path(path, folder);
	mark = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (mark < 0 || flock(mark, LOCK_EX) || fstat(mark, &status) || status.st_nlink)
		return mark;
	close(mark);
	errno = EBUSY;
	return -1;
}

int cache_begin(const struct lift *lift, char folder[PATH_MAX], int *mark, char *error, size_t size)
{
	enum { MAX_TRIES = 3 };
	char home[PATH_MAX];
	int why = 0;

	snprintf(home, sizeof(home), "%.*s", (int)(strrchr(lift->folder, '/') - lift->folder), lift->folder);
	drop_left(home);
	for (int i = 0; i < MAX_TRIES; i++) {
		snprintf(folder, PATH_MAX, "%.3900s/%sXXXXXX", home, building_prefix);
		*mark = mkdtemp(folder) ? lock_mark(folder) : -1;
		if (*mark >= 0)
			return 0;
		why = errno;
		rmdir(folder);
	}
	snprintf(error, size, "%s cannot be made: %s", folder, strerror(why));
	return -1;
}

void cache_end(const char *folder, int mark)
{
	char path[PATH_MAX];

	mark_path(path, folder);
	unlink(path);
	close(mark);
}

static json_t *list_of(const struct lift *lift)
{
	json_t *stages = json_array(), *notes = json_array();

	for (size_t i = 0; i < lift->nr; i++)
		json_array_append_new(stages, json_pack("{s:s, s:s}", "name", lift->stage[i].name, "what",
							lift->stage[i].what));
	for (size_t i = 0; i < lift->nr_notes; i++)
		json_array_append_new(notes, json_string(lift->note[i]) ?: json_string("?"));
	return json_pack("{s:o, s:o, s:s}", "stages", stages, "notes", notes, "failure", lift->failure);
}

int cache_finish(struct lift *lift, const char *folder, char *error, size_t size)
{
	char path[PATH_MAX];
	json_t *list = list_of(lift);
	int status;

	snprintf(path, sizeof(path), "%s/%s", folder, list_name);
	status = list ? json_dump_file(list, path, JSON_INDENT(1)) : -1;
	json_decref(list);
	snprintf(path, sizeof(path), "%s/%s", lift->folder, list_name);
	if (!status && rename(folder, lift->folder)) {
		/* another was faster; or one that is not whole is left of a run that was cut short */
		if (!access(path, R_OK)) {
			cache_remove(folder);
		} else {
			cache_remove(lift->folder);
			status = rename(folder, lift->folder);
		}
	}
	if (status)
		snprintf(error, size, "%s cannot be kept: %s", lift->folder, strerror(errno));
	return status;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *where)
{
	(void)status;
	(void)kind;
	(void)where;
	remove(path);
	return 0;
}

void cache_remove(const char *folder)
{
	nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}
