// SPDX-License-Identifier: GPL-2.0-or-later
/* A results folder that is written case by case, and can be taken up again after a kill at any moment. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/folder.h"
#include "output/results_internal.h"
#include "output/resume.h"
#include "output/samples_csv.h"

typedef void header_fn(FILE *out, const struct counter_plan *plan);

/*
 * Opens a file of rows so that it ends after @whole bytes of finished cases, or
 * after its header where there are none. Returns the descriptor and in
 * *@header the header's length, or -1 with errno set: EBADMSG where the file has
 * other columns or is shorter than it was.
 */
static int open_rows(int dir, const char *name, header_fn *write_header, const struct counter_plan *plan,
		     off_t whole, off_t *header)
{
	char *text = NULL, *found = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);
	int fd = -1, error = ENOMEM;
	struct stat st;

	if (!out)
		return -1;
	write_header(out, plan);
	if (fclose(out))
		goto out;
	*header = (off_t)bytes;
	fd = openat(dir, name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	found = calloc(1, bytes);
	if (fd < 0 || !found || fstat(fd, &st)) {
		error = errno;
		goto out;
	}
	error = EBADMSG;
	if (whole && (st.st_size < whole || pread(fd, found, bytes, 0) != (ssize_t)bytes ||
		      memcmp(found, text, bytes) != 0))
		goto out;
	error = 0;
	if (ftruncate(fd, whole) || lseek(fd, whole, SEEK_SET) < 0 ||
	    (!whole && folder_write_all(fd, text, bytes)))
		error = errno;
out:
	free(found);
	free(text);
	if (error && fd >= 0)
		close(fd);
	errno = error;
	return error ? -1 : fd;
}

/* both files as long as the journal says, and no longer */
static int open_files(struct results *results)
{
	const struct journal_case *last;
	off_t header;

	if (journal_open(&results->journal, results->dir))
		return -1;
	last = results->journal.nr ? &results->journal.cases[results->journal.nr - 1] : NULL;
	results->rows_bytes = last ? last->estimates : 0;
	results->samples_bytes = last ? last->samples : 0;
	results->rows = open_rows(results->dir, "estimates.csv", estimates_csv_header, results->counters,
				  results->rows_bytes, &results->rows_header);
	if (results->rows < 0)
		return -1;
	results->samples = open_rows(results->dir, "samples.csv", samples_csv_header, results->counters,
				     results->samples_bytes, &header);
	if (results->samples < 0)
		return -1;
	if (!last) {
		results->rows_bytes = results->rows_header;
		results->samples_bytes = header;
	}
	return 0;
}

/*
 * A new folder has its environment.json first: without one, nothing else in it
 * is ours. *@fresh is whether there was none. Returns 0 or -1 with a line in @error.
 */
static int take_up(struct results *results, bool resume, bool *fresh, char *error, size_t size)
{
	json_t *then = resume ? resume_read(results->dir) : NULL;
	char why[256];
	int ret = -1;

	*fresh = !then && (!resume || errno == ENOENT);
	if (*fresh && folder_is_empty(results->dir, resume) == 1)
		return 0;
	if (*fresh)
		snprintf(error, size, "%s is not empty: %s", results->folder,
			 resume ? "choose the folder of the run to take up" :
				  "choose a new folder, or take it up with --resume");
	else if (!then)
		snprintf(error, size, "%s/environment.json cannot be used: choose a new folder",
			 results->folder);
	else if (resume_differs(then, results->environment, why, sizeof(why)))
		snprintf(error, size, "%s cannot be taken up, %s: measure as then, or choose a new folder",
			 results->folder, why);
	else
		ret = 0;
	if (!ret) {
		folder_is_empty(results->dir, true);
		resume_note(results->environment, then);
	}
	json_decref(then);
	return ret;
}

/* the folder, ours alone; -1 with errno set */
static int lock_folder(const char *folder)
{
	int dir = folder_open(folder);

	if (dir >= 0 && flock(dir, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
		close(dir);
		errno = EBUSY;
		return -1;
	}
	return dir;
}

struct results *results_resumable(const char *folder, json_t *environment, const struct counter_plan *plan,
				  bool resume, char *error, size_t size)
{
	struct results *results = results_new(environment, error, size);
	bool fresh = false;

	if (!results)
		return NULL;
	results->counters = plan;
	results->folder = strdup(folder);
	results->dir = results->folder ? lock_folder(folder) : -1;
	if (results->dir < 0) {
		snprintf(error, size, "%s cannot be used as results folder (%s): choose another", folder,
			 strerror(errno));
		goto out;
	}
	if (take_up(results, resume, &fresh, error, size))
		goto out;
	if ((!fresh || !results_environment(results, false)) && !open_files(results) &&
	    (fresh || !results_environment(results, false)))
		return results;
	if (errno == EBADMSG)
		snprintf(error, size, "%s does not hold what its done.csv says: choose a new folder", folder);
	else
		snprintf(error, size, "cannot write to %s (%s): make room, or choose another folder", folder,
			 strerror(errno));
out:
	results_free(results);
	return NULL;
}

static int write_case(struct results *results, const char *id, const char *text, size_t bytes)
{
	off_t end = results->rows_bytes + (off_t)bytes;

	if (folder_write_all(results->rows, text, bytes) || fsync(results->rows) || fsync(results->samples) ||
	    journal_add(&results->journal, id, results->samples_bytes, end))
		return -1;
	results->rows_bytes = end;
	return 0;
}

int results_commit(struct results *results, const struct cpu *cpu, const struct outcome *outcome)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out;
	int ret = -1;

	/* it will be measured again as a whole */
	if (!strcmp(outcome->stopped, "interrupted"))
		return 0;
	errno = results->samples_errno ? results->samples_errno : results->rows_errno;
	if (errno)
		return -1;
	out = open_memstream(&text, &bytes);
	if (out) {
		estimates_csv_rows(out, cpu, outcome);
		if (!fclose(out))
			ret = write_case(results, outcome->bench->id, text, bytes);
	}
	if (ret) {
		results->rows_errno = errno;
		/* where even this fails, taking it up again cuts it off */
		if (ftruncate(results->rows, results->rows_bytes))
			errno = results->rows_errno;
	}
	free(text);
	return ret;
}

char *results_rows(const struct results *results, const char *id)
{
	const struct journal_case *found = journal_find(&results->journal, id);
	off_t start = results->rows_header;
	size_t bytes;
	char *text;

	errno = 0;
	if (!found)
		return NULL;
	if (found > results->journal.cases)
		start = found[-1].estimates;
	bytes = (size_t)(found->estimates - start);
	text = calloc(1, bytes + 1);
	if (text && pread(results->rows, text, bytes, start) == (ssize_t)bytes)
		return text;
	free(text);
	errno = errno ? errno : EIO;
	return NULL;
}

int results_cpu(const char *folder)
{
	int dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	json_t *environment, *cpu;
	json_int_t value = -1;

	if (dir < 0)
		return -1;
	environment = resume_read(dir);
	close(dir);
	cpu = json_object_get(environment, "cpu");
	if (json_is_integer(cpu))
		value = json_integer_value(cpu);
	json_decref(environment);
	return value >= 0 && value <= INT16_MAX ? (int)value : -1;
}
