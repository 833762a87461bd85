/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A series as mail: what b4 am or git format-patch writes. */
#ifndef FOLIOLAB_LIFT_MAILBOX_H
#define FOLIOLAB_LIFT_MAILBOX_H

#include "lift/text.h"

enum { MAX_PATCHES = 19, MAX_SUBJECT = 80 };

struct patch {
	char subject[MAX_SUBJECT]; /* printable, without [PATCH n/m] */
	int number, of;            /* n and m; 0 where the subject has none */
	struct text body;          /* decoded, lines end with \n alone */
};

struct series {
	struct patch patch[MAX_PATCHES]; /* in order */
	size_t nr;
};

/**
 * mailbox_read - the patches of a mailbox, cover letters and replies left out
 *
 * Returns 0, or -1 with one line in @error; series_free() either way.
 */
int mailbox_read(struct series *series, const char *path, char *error, size_t size);

void series_free(struct series *series);

#endif
