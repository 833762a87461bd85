// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "lift/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/now.h"

enum {
	MAX_SECONDS = 60,
	MAX_OUTPUT = 16 << 20,
	MAX_FILE = 64 << 20, /* that it may write */
	LOOK_MS = 200,
	GRACE_MS = 5000, /* to clean up after a signal */
};

/* a group of its own, so that what it starts can be ended with it */
static int start(pid_t *pid, const char *const *argv, const char *folder, int output)
{
	char path[4096];
	const char *own = getenv("PATH");
	char *environment[] = { path, "LC_ALL=C", "HOME=/nonexistent", NULL };
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t defaults;
	int error;

	snprintf(path, sizeof(path), "PATH=%s", own && strlen(own) < sizeof(path) - 5 ? own : "/usr/bin:/bin");
	sigemptyset(&defaults);
	sigaddset(&defaults, SIGPIPE);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
	posix_spawn_file_actions_addchdir_np(&actions, folder);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setpgroup(&attributes, 0);
	posix_spawnattr_setsigdefault(&attributes, &defaults);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
	error = posix_spawnp(pid, argv[0], &actions, &attributes, (char *const *)(uintptr_t)argv, environment);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

/* NULL, or why what it says was not read to its end */
static const char *listen_to(int from, struct text *output)
{
	double deadline = now_s() + MAX_SECONDS;
	char chunk[1 << 14];

	for (;;) {
		struct pollfd ready = { .fd = from, .events = POLLIN };
		double left = deadline - now_s();
		ssize_t got;

		if (left <= 0)
			return "takes too long";
		if (poll(&ready, 1, (int)(left * 1000) + 1) <= 0)
			continue;
		got = read(from, chunk, sizeof(chunk));
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return NULL;
		if (output->size > MAX_OUTPUT || !text_add(output, chunk, (size_t)got))
			return "says too much";
	}
}

static void say_not_run(const char *program, int number, char *error, size_t size)
{
	snprintf(error, size, "%s cannot be run: %s", program,
		 number == ENOENT ? "install it" : strerror(number));
}

int spawn_run(const char *const *argv, const char *folder, struct text *output, char *error, size_t size)
{
	struct rlimit files = { .rlim_cur = MAX_FILE, .rlim_max = MAX_FILE };
	const char *wrong;
	int ends[2], status = 0, failed;
	pid_t pid;

	text_free(output);
	if (!text_add(output, "", 0) || pipe2(ends, O_CLOEXEC)) {
		snprintf(error, size, "%s cannot be run: %s", argv[0], strerror(errno));
		return -1;
	}
	failed = start(&pid, argv, folder, ends[1]);
	close(ends[1]);
	if (failed) {
		close(ends[0]);
		say_not_run(argv[0], failed, error, size);
		return -1;
	}
	prlimit(pid, RLIMIT_FSIZE, &files, NULL);
	wrong = listen_to(ends[0], output);
	close(ends[0]);
	if (wrong)
		kill(-pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (!wrong && !WIFEXITED(status))
		wrong = "crashed";
	if (!wrong)
		return WEXITSTATUS(status);
	snprintf(error, size, "%s %s: look at what it was given", argv[0], wrong);
	return -1;
}

/* NULL when the process is over, else why it must end */
static const char *await(int process, const struct spawn_job *job)
{
	double deadline = now_s() + job->seconds;

	for (;;) {
		struct pollfd over = { .fd = process, .events = POLLIN };

		if (poll(&over, 1, LOOK_MS) > 0)
			return NULL;
		if (*job->stop)
			return "was stopped";
		if (now_s() > deadline)
			return "takes too long";
	}
}

int spawn_job(const struct spawn_job *job, char *error, size_t size)
{
	struct rlimit files = { .rlim_cur = job->max_file, .rlim_max = job->max_file };
	struct pollfd over = { .events = POLLIN };
	const char *wrong;
	int failed, status = 0;
	pid_t pid;

	failed = start(&pid, job->argv, job->folder, job->log);
	if (failed) {
		say_not_run(job->argv[0], failed, error, size);
		return -1;
	}
	prlimit(pid, RLIMIT_FSIZE, &files, NULL);
	/* opened before it is waited for: the number is that process's still */
	over.fd = pidfd_open(pid, 0);
	wrong = over.fd < 0 ? strerror(errno) : await(over.fd, job);
	if (wrong) {
		kill(-pid, SIGTERM);
		poll(&over, 1, GRACE_MS);
		kill(-pid, SIGKILL);
	}
	if (over.fd >= 0)
		close(over.fd);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (*job->stop)
		return SPAWN_STOPPED;
	if (!wrong && !WIFEXITED(status))
		wrong = "crashed";
	if (!wrong)
		return WEXITSTATUS(status);
	snprintf(error, size, "%s %s", job->argv[0], wrong);
	return -1;
}
