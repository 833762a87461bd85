/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of foliolab age share; for nobody else. */
#ifndef FOLIOLAB_AGE_INTERNAL_H
#define FOLIOLAB_AGE_INTERNAL_H

#include "age/age.h"
#include "age/figures.h"
#include "commands/session.h"

struct age_options {
	struct options shared; /* first: input of the shared parsers, too */
	struct age_plan plan;
	const char *swap;          /* folder, or NULL */
	bool reread_given, mapped; /* --reread, or any option about mapped memory, was given */
	bool set_up, memcached;
};

/**
 * age_parse - fills the options, with what holds where nothing is given
 *
 * Returns 0, or EXIT_USAGE after one line on stderr.
 */
int age_parse(struct age_options *options, int argc, char **argv);

/* whether SIGINT, SIGTERM or SIGHUP came; age_heed_signals() has them noticed, and nothing else */
bool age_interrupted(void);
void age_heed_signals(void);

/* into the results folder, if there is one */
void age_keep(struct session *session, const struct age_figures *figures);

/* in the format asked for, where that is not text */
void age_print_outcomes(const struct session *session, const struct age_figures *figures);

/**
 * age_memcached - the repeats with memcached, in an open session
 * @whole: whether none of them is missing
 *
 * Returns the exit status.
 */
int age_memcached(const struct age_options *options, const struct age *age, struct session *session,
		  bool *whole);

#endif
