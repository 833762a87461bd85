// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/results.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/samples_csv.h"

struct results {
	char *folder; /* as it was given, for messages */
	int dir;
	int samples;
	off_t samples_bytes; /* whole rows in samples.csv */
	int samples_errno;   /* of the first failure */
	json_t *environment;
	const struct counter_plan *counters; /* NULL: nothing is counted */
	FILE *estimates;                     /* rows so far, in memory */
	char *estimates_text;
	size_t estimates_bytes;
};

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

/* 1 or 0, -1 where it cannot be read */
static int is_empty(int folder)
{
	int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *entry;
	int empty = 1;

	if (!dir) {
		if (fd >= 0)
			close(fd);
		return -1;
	}
	while (empty && (entry = readdir(dir)))
		empty = !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..");
	closedir(dir);
	return empty;
}

static int write_all(int fd, const char *text, size_t bytes)
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

/* so that the file is there whole or, after a crash or on a full disk, as it was before */
static int write_file(int dir, const char *name, const char *text, size_t bytes)
{
	char temporary[64];
	int fd, error = 0;

	snprintf(temporary, sizeof(temporary), ".%s.%ld", name, (long)getpid());
	fd = openat(dir, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0)
		return -1;
	if (write_all(fd, text, bytes) || fsync(fd))
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

static int write_environment(struct results *results, bool complete)
{
	char *text = NULL;
	int ret = -1;

	errno = ENOMEM;
	if (json_object_set_new(results->environment, "complete", json_boolean(complete)))
		return -1;
	text = json_dumps(results->environment, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
	if (text)
		ret = write_file(results->dir, "environment.json", text, strlen(text));
	free(text);
	return ret;
}

static int write_samples(struct results *results, const char *text, size_t bytes)
{
	int error;

	if (!write_all(results->samples, text, bytes)) {
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

static void results_free(struct results *results)
{
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
	dir = make_folders(folder) ? -1 : open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	empty = dir < 0 ? -1 : is_empty(dir);
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

struct results *results_open(const char *folder, json_t *environment, char *error, size_t size)
{
	struct results *results = calloc(1, sizeof(*results));

	if (!results) {
		snprintf(error, size, "out of memory: close other programs");
		return NULL;
	}
	results->samples = -1;
	results->environment = json_incref(environment);
	results->dir = open_folder(folder, error, size);
	if (results->dir < 0)
		goto out;
	results->folder = strdup(folder);
	if (!results->folder)
		goto out_written;
	results->samples = openat(results->dir, "samples.csv", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (results->samples < 0)
		goto out_written;
	if (!start_samples(results) && !start_estimates(results) && !write_environment(results, false))
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

int results_samples(struct results *results, const struct bench_case *bench, enum cycle_source source,
		    const struct sample *samples, size_t nr)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out;
	int ret = -1;

	if (results->samples_errno)
		return 0;
	out = open_memstream(&text, &bytes);
	if (out) {
		samples_csv_rows(out, bench, source, results->counters, samples, nr);
		if (!fclose(out))
			ret = write_samples(results, text, bytes);
	}
	if (ret && !results->samples_errno)
		results->samples_errno = ENOMEM;
	free(text);
	return ret;
}

void results_outcome(struct results *results, const struct cpu *cpu, const struct outcome *outcome)
{
	estimates_csv_rows(results->estimates, cpu, outcome);
}

int results_text(struct results *results, const char *name, const char *text)
{
	return write_file(results->dir, name, text, strlen(text));
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
	if (fflush(results->estimates) || ferror(results->estimates) ||
	    write_file(results->dir, "estimates.csv", results->estimates_text, results->estimates_bytes)) {
		error = failed ? error : errno;
		failed = failed ? failed : "estimates.csv";
	}
	if (write_environment(results, complete && !failed)) {
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
