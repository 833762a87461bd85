/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * done.csv of a results folder that can be taken up again: one line per case,
 * written when all that belongs to the case lies in the other files, with how
 * long those were then. Whatever they hold beyond the last line belongs to a
 * case that was not finished.
 */
#ifndef FOLIOLAB_JOURNAL_H
#define FOLIOLAB_JOURNAL_H

#include <stddef.h>
#include <sys/types.h>

enum { MAX_CASE_ID = 128 };

/* a case that is whole, and the lengths of the files behind it */
struct journal_case {
	char id[MAX_CASE_ID];
	off_t samples, estimates; /* bytes */
};

struct journal {
	int fd;
	size_t nr;
	struct journal_case *cases; /* in the order in which they were finished */
};

/**
 * journal_open - reads done.csv in @dir, or begins one
 *
 * A last line that is not whole is dropped from the file. Returns 0, or -1 with
 * errno set: EBADMSG where it holds anything but cases whose files grow, none
 * of them twice.
 */
int journal_open(struct journal *journal, int dir);
void journal_close(struct journal *journal);

/**
 * journal_find - the case of that name, or NULL
 */
const struct journal_case *journal_find(const struct journal *journal, const char *id);

/**
 * journal_add - writes a case down, on the disk when it returns
 * @id: printable and without a comma, shorter than MAX_CASE_ID
 *
 * Returns 0, or -1 with errno set.
 */
int journal_add(struct journal *journal, const char *id, off_t samples, off_t estimates);

#endif
