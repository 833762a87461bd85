// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output/folder.h"
#include "output/results_internal.h"
#include "output/samples_csv.h"

int results_environment(struct results *results, bool complete)
{
	char *text = NULL;
	int ret = -1;

	errno = ENOMEM;
	if (json_object_set_new(results->environment, "complete", json_boolean(complete)))
		return -1;
	text = json_dumps(results->environment, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
	if (text)
		ret = folder_write(results->dir, "environment.json", text, strlen(text));
	free(text);
	return ret;
}

static int write_samples(struct results *results, const char *text, size_t bytes)
{
	int error;

	if (!folder_write_all(results->samples, text, bytes)) {
		results->samples_bytes += (off_t)bytes;
		return 0;
	}
	error = errno;
	/* no half row at the end; where even this fails there is nothing left to do */
	if (ftruncate(results->samples, results->samples_bytes))
		errno = error;
	results->samples_errno = error;
	return -1;
}

static int start_samples(struct results *results)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);
	int ret;

	if (!out)
		return -1;
	samples_csv_header(out, results->counters);
	ret = fclose(out) ? -1 : write_samples(results, text, bytes);
	free(text);
	return ret;
}

static int start_estimates(struct results *results)
{
	results->estimates = open_memstream(&results->estimates_text, &results->estimates_bytes);
	if (!results->estimates)
		return -1;
	estimates_csv_header(results->estimates, results->counters);
	return 0;
}

void results_free(struct results *results)
{
	journal_close(&results->journal);
	if (results->rows >= 0)
		close(results->rows);
	if (results->estimates)
		fclose(results->estimates);
	free(results->estimates_text);
	if (results->samples >= 0)
		close(results->samples);
	if (results->dir >= 0)
		close(results->dir);
	json_decref(results->environment);
	free(results->folder);
	free(results);
}

/* the folder, empty, or -1 with a line in @error */
static int open_folder(const char *folder, char *error, size_t size)
{
	int dir, empty;

	if (!folder[0]) {
		snprintf(error, size, "the results folder has no name: give one");
		return -1;
	}
	dir = folder_open(folder);
	empty = dir < 0 ? -1 : folder_is_empty(dir, false);
	if (empty == 1)
		return dir;
	if (!empty)
		snprintf(error, size, "%s is not empty: choose a new folder, or remove this one", folder);
	else
		snprintf(error, size, "%s cannot be used as results folder (%s): choose another", folder,
			 strerror(errno));
	if (dir >= 0)
		close(dir);
	return -1;
}

struct results *results_new(json_t *environment, char *error, size_t size)
{
	struct results *results = calloc(1, sizeof(*results));

	if (!results) {
		snprintf(error, size, "out of memory: close other programs");
		return NULL;
	}
	results->dir = results->samples = results->rows = results->journal.fd = -1;
	results->environment = json_incref(environment);
	return results;
}

struct results *results_open(const char *folder, json_t *environment, char *error, size_t size)
{
	struct results *results = results_new(environment, error, size);

	if (!results)
		return NULL;
	results->dir = open_folder(folder, error, size);
	if (results->dir < 0)
		goto out;
	results->folder = strdup(folder);
	if (!results->folder)
		goto out_written;
	results->samples = openat(results->dir, "samples.csv", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (results->samples < 0)
		goto out_written;
	if (!start_samples(results) && !start_estimates(results) && !results_environment(results, false))
		return results;
out_written:
	snprintf(error, size, "cannot write to %s (%s): make room, or choose another folder", folder,
		 strerror(errno));
	if (results->samples >= 0)
		unlinkat(results->dir, "samples.csv", 0);
out:
	results_free(results);
	return NULL;
}

int results_counters(struct results *results, const struct counter_plan *plan, char *error, size_t size)
{
	results->counters = plan;
	fclose(results->estimates);
	free(results->estimates_text);
	results->estimates_text = NULL;
	results->samples_bytes = 0;
	if (!start_estimates(results) && !ftruncate(results->samples, 0) &&
	    !lseek(results->samples, 0, SEEK_SET) && !start_samples(results))
		return 0;
	snprintf(error, size, "cannot write to %s (%s): make room, or choose another folder", results->folder,
		 strerror(errno));
	return -1;
}

/* the rows of samples, to be freed; NULL where memory ran out */
static char *samples_text(const struct results *results, const struct bench_case *bench,
			  enum cycle_source source, const struct sample *samples, size_t nr, size_t *bytes)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, bytes);

	if (!out)
		return NULL;
	samples_csv_rows(out, bench, source, results->counters, samples, nr);
	if (!fclose(out))
		return text;
	free(text);
	return NULL;
}

int results_samples(struct results *results, const struct bench_case *bench, enum cycle_source source,
		    const struct sample *samples, size_t nr)
{
	size_t bytes = 0;
	char *text;
	int ret = -1;

	if (results->samples_errno)
		return 0;
	text = samples_text(results, bench, source, samples, nr, &bytes);
	if (text)
		ret = write_samples(results, text, bytes);
	if (ret && !results->samples_errno)
		results->samples_errno = ENOMEM;
	free(text);
	return ret;
}

/* the figures are what they were, so the rows are as long */
int results_lost(struct results *results, const struct bench_case *bench, enum cycle_source source,
		 const struct sample *samples, size_t nr)
{
	size_t bytes = 0;
	char *text;
	int ret = 0;

	if (results->samples_errno)
		return 0;
	text = samples_text(results, bench, source, samples, nr, &bytes);
	errno = ENOMEM;
	if (!text || lseek(results->samples, results->samples_bytes - (off_t)bytes, SEEK_SET) < 0 ||
	    folder_write_all(results->samples, text, bytes)) {
		results->samples_errno = errno;
		ret = -1;
	}
	free(text);
	return ret;
}

int results_outcome(struct results *results, const struct cpu *cpu, const struct outcome *outcome)
{
	if (!results->estimates)
		return results_commit(results, cpu, outcome);
	estimates_csv_rows(results->estimates, cpu, outcome);
	return 0;
}

int results_text(struct results *results, const char *name, const char *text)
{
	return folder_write(results->dir, name, text, strlen(text));
}

/* writes what is left to write, even after a failure; the name of the first file that failed, or NULL */
static const char *finish(struct results *results, bool complete)
{
	const char *failed = NULL;
	int error = results->samples_errno;

	if (error || fsync(results->samples)) {
		error = error ? error : errno;
		failed = "samples.csv";
	}
	if (!results->estimates && results->rows_errno) {
		error = failed ? error : results->rows_errno;
		failed = failed ? failed : "estimates.csv";
	} else if (results->estimates && (fflush(results->estimates) || ferror(results->estimates) ||
					  folder_write(results->dir, "estimates.csv", results->estimates_text,
						       results->estimates_bytes))) {
		error = failed ? error : errno;
		failed = failed ? failed : "estimates.csv";
	}
	if (results_environment(results, complete && !failed)) {
		error = failed ? error : errno;
		failed = failed ? failed : "environment.json";
	}
	errno = error;
	return failed;
}

int results_close(struct results *results, bool complete, char *error, size_t size)
{
	const char *failed = finish(results, complete);

	if (failed)
		snprintf(error, size, "%s/%s is not whole (%s): make room and run again", results->folder,
			 failed, strerror(errno));
	results_free(results);
	return failed ? -1 : 0;
}
