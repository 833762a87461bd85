// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/folder.h"

static const char header[] = "case,samples_bytes,estimates_bytes\n";
enum { MAX_JOURNAL = 64 << 20 };

const struct journal_case *journal_find(const struct journal *journal, const char *id)
{
	for (size_t i = 0; i < journal->nr; i++)
		if (!strcmp(journal->cases[i].id, id))
			return &journal->cases[i];
	return NULL;
}

static bool valid_id(const char *id)
{
	size_t length = strlen(id);

	for (size_t i = 0; i < length; i++)
		if (id[i] <= ' ' || id[i] > '~' || id[i] == ',')
			return false;
	return length && length < MAX_CASE_ID;
}

static int remember(struct journal *journal, const struct journal_case *done)
{
	const struct journal_case *last = journal->nr ? &journal->cases[journal->nr - 1] : NULL;
	struct journal_case *grown;

	errno = EBADMSG;
	if (!valid_id(done->id) || journal_find(journal, done->id) || done->samples < 0 ||
	    done->estimates <= 0 ||
	    (last && (done->samples < last->samples || done->estimates <= last->estimates)))
		return -1;
	grown = realloc(journal->cases, (journal->nr + 1) * sizeof(*grown));
	if (!grown)
		return -1;
	journal->cases = grown;
	grown[journal->nr++] = *done;
	return 0;
}

/* takes ",NUMBER" off the front */
static bool take_bytes(const char **text, off_t *bytes)
{
	char *end;
	intmax_t value;

	if ((*text)[0] != ',' || (*text)[1] < '0' || (*text)[1] > '9')
		return false;
	errno = 0;
	value = strtoimax(*text + 1, &end, 10);
	*bytes = (off_t)value;
	*text = end;
	return !errno && *bytes == value;
}

/* one line without its end */
static int read_line(struct journal *journal, const char *line)
{
	size_t length = strcspn(line, ",");
	const char *rest = line + length;
	struct journal_case done = { 0 };

	if (length >= sizeof(done.id) || !take_bytes(&rest, &done.samples) ||
	    !take_bytes(&rest, &done.estimates) || *rest) {
		errno = EBADMSG;
		return -1;
	}
	memcpy(done.id, line, length);
	return remember(journal, &done);
}

/* the whole lines of @text, and how many bytes they are */
static int read_lines(struct journal *journal, char *text, off_t *whole)
{
	char *at = text, *end;

	*whole = 0;
	if (!strchr(text, '\n'))
		return 0;
	if (strncmp(text, header, sizeof(header) - 1) != 0) {
		errno = EBADMSG;
		return -1;
	}
	for (at += sizeof(header) - 1; (end = strchr(at, '\n')); at = end + 1) {
		*end = '\0';
		if (read_line(journal, at))
			return -1;
	}
	*whole = at - text;
	return 0;
}

int journal_open(struct journal *journal, int dir)
{
	char *text = NULL;
	off_t whole = 0;
	int error;

	*journal = (struct journal){ .fd = openat(dir, "done.csv", O_RDWR | O_CREAT | O_CLOEXEC, 0666) };
	if (journal->fd < 0)
		return -1;
	text = folder_read(dir, "done.csv", MAX_JOURNAL);
	if (!text || read_lines(journal, text, &whole) || ftruncate(journal->fd, whole) ||
	    lseek(journal->fd, whole, SEEK_SET) < 0)
		goto out;
	if (!whole && folder_write_all(journal->fd, header, sizeof(header) - 1))
		goto out;
	free(text);
	return 0;
out:
	error = errno;
	free(text);
	journal_close(journal);
	errno = error;
	return -1;
}

void journal_close(struct journal *journal)
{
	if (journal->fd >= 0)
		close(journal->fd);
	free(journal->cases);
	*journal = (struct journal){ .fd = -1 };
}

int journal_add(struct journal *journal, const char *id, off_t samples, off_t estimates)
{
	struct journal_case done = { .samples = samples, .estimates = estimates };
	char line[MAX_CASE_ID + 64];
	off_t before = lseek(journal->fd, 0, SEEK_END);
	int length;

	snprintf(done.id, sizeof(done.id), "%s", id);
	if (before < 0 || remember(journal, &done))
		return -1;
	length = snprintf(line, sizeof(line), "%s,%jd,%jd\n", done.id, (intmax_t)samples, (intmax_t)estimates);
	if (!folder_write_all(journal->fd, line, (size_t)length) && !fsync(journal->fd))
		return 0;
	journal->nr--;
	/* no half line at the end; where even this fails, reading drops it */
	if (ftruncate(journal->fd, before))
		errno = EIO;
	return -1;
}
