// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/child.h"

enum { TICK_MS = 200, EXIT_NO_EXEC = 127 };

static void __attribute__((noreturn)) become_replicate(const struct engine *engine, int requests, int replies)
{
	char error[MAX_WORDS];
	char *arguments[] = { "foliolab", "replicate", NULL };

	if (topology_bind(engine->topology, &engine->cpu, error, sizeof(error)) ||
	    dup2(requests, STDIN_FILENO) < 0 || dup2(replies, STDOUT_FILENO) < 0)
		_exit(EXIT_NO_EXEC);
	execv("/proc/self/exe", arguments);
	/* where one program alone is emulated, the kernel cannot start another of its kind */
	_exit(errno == ENOEXEC ? replicate_main(false) : EXIT_NO_EXEC);
}

int child_start(struct child *child, const struct engine *engine, const struct request *request, char *error,
		size_t size)
{
	int requests[2] = { -1, -1 }, replies[2] = { -1, -1 };
	bool told = false;

	*child = (struct child){ .pid = -1, .replies = -1 };
	if (pipe2(requests, O_CLOEXEC) || pipe2(replies, O_CLOEXEC))
		goto out;
	child->pid = fork();
	if (!child->pid)
		become_replicate(engine, requests[0], replies[1]);
	if (child->pid < 0)
		goto out;
	child->replies = replies[0];
	/* fits the pipe: does not wait for the child */
	told = write_whole(requests[1], request, sizeof(*request));
out:
	if (!told)
		snprintf(error, size, "a process to measure in cannot be started: %s", strerror(errno));
	for (int end = 0; end < 2; end++) {
		if (requests[end] >= 0)
			close(requests[end]);
		if (replies[end] >= 0 && replies[end] != child->replies)
			close(replies[end]);
	}
	if (!told)
		child_end(child);
	return told ? 0 : -1;
}

enum reply child_reply(struct child *child, struct message *message, void *data, double *silent_s,
		       double allowed_s)
{
	struct pollfd poll_fd = { .fd = child->replies, .events = POLLIN };
	int ready = poll(&poll_fd, 1, TICK_MS);

	if (engine_interrupted() && !child->told) {
		kill(child->pid, SIGINT);
		child->told = true;
	}
	if (ready <= 0) {
		*silent_s += ready ? 0 : TICK_MS / 1000.0;
		return *silent_s > allowed_s ? REPLY_HANGS : REPLY_TICK;
	}
	*silent_s = 0;
	if (!read_whole(child->replies, message, sizeof(*message)) || message->bytes > MAX_MESSAGE ||
	    !read_whole(child->replies, data, message->bytes))
		return REPLY_END;
	return REPLY_MESSAGE;
}

bool child_end(struct child *child)
{
	int status = -1;

	if (child->replies >= 0)
		close(child->replies);
	child->replies = -1;
	if (child->pid <= 0)
		return false;
	/* its pipe is closed: whatever it still does is of no use */
	kill(child->pid, SIGKILL);
	while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
		;
	child->pid = -1;
	return WIFEXITED(status) && !WEXITSTATUS(status);
}
