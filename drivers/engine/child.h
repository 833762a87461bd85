/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parent's side of one replicate. */
#ifndef FOLIOLAB_CHILD_H
#define FOLIOLAB_CHILD_H

#include <sys/types.h>

#include "engine/engine_internal.h"
#include "engine/replicate.h"

struct child {
	pid_t pid;
	int replies; /* read end, -1 when closed */
	bool told;   /* that it should stop */
};

/**
 * child_start - a fresh process of this program, bound to the engine's CPU, told @request
 *
 * Returns 0, or -1 with one line in @error.
 */
int child_start(struct child *child, const struct engine *engine, const struct request *request, char *error,
		size_t size);

/* how the wait for a message ended */
enum reply {
	REPLY_MESSAGE,
	REPLY_TICK,  /* none yet: a moment to show progress */
	REPLY_END,   /* the pipe is closed, or what came is no message */
	REPLY_HANGS, /* none for as long as was allowed */
};

/**
 * child_reply - waits for the next message, a fraction of a second at most
 * @data: MAX_MESSAGE bytes
 * @silent_s: how long it has said nothing; kept here from call to call
 *
 * Tells the child to stop once the engine is interrupted.
 */
enum reply child_reply(struct child *child, struct message *message, void *data, double *silent_s,
		       double allowed_s);

/**
 * child_end - makes sure that it is gone
 *
 * Returns whether it ended by itself with status 0.
 */
bool child_end(struct child *child);

#endif
