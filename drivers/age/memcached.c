// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "age/memcached.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "age/memcg.h"

enum {
	VALUE_BYTES = 1024,
	MAX_OUTPUT = 1 << 20,
	PAUSE_NS = 20000000,
	READY_TRIES = 500, /* 10 s */
	EXIT_NO_EXEC = 127,
};

static bool installed(const char *program)
{
	const char *folders = getenv("PATH");
	char path[PATH_MAX];

	while (folders && *folders) {
		int length = (int)strcspn(folders, ":");

		if (length < PATH_MAX / 2) {
			snprintf(path, sizeof(path), "%.*s/%s", length, folders, program);
			if (!access(path, X_OK))
				return true;
		}
		folders += length + (folders[length] == ':');
	}
	return false;
}

const char *memcached_missing(void)
{
	if (!installed("memcached"))
		return "memcached is not installed, so --memcached is skipped: apt-get install memcached";
	if (!installed("memtier_benchmark"))
		return "memtier_benchmark is not installed, so --memcached is skipped: build it from its project's "
		       "source, Debian 12 has no package of it";
	return NULL;
}

bool memtier_parse(const char *text, double *ops)
{
	const char *totals = NULL;
	char *end;

	/* the heading names the columns; what it calls Ops/sec must be the first behind the type */
	text = strstr(text, "Type");
	if (!text || strncmp(text + 4 + strspn(text + 4, " "), "Ops/sec", 7))
		return false;
	for (; text; text = strchr(text, '\n'), text += !!text)
		if (!strncmp(text, "Totals ", 7))
			totals = text + 7;
	if (!totals)
		return false;
	totals += strspn(totals, " ");
	if (*totals < '0' || *totals > '9')
		return false;
	*ops = strtod(totals, &end);
	return *end == ' ' && isfinite(*ops) && *ops > 0;
}

/* a process of its own, whose end is this one's; in the memcg where one is given */
static pid_t start(char *const *argv, const char *memcg, int output)
{
	pid_t parent = getpid(), pid = fork();
	int nothing;

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent || (memcg && memcg_join("", memcg)))
		_exit(EXIT_NO_EXEC);
	nothing = open("/dev/null", O_RDWR);
	dup2(nothing, STDIN_FILENO);
	dup2(output >= 0 ? output : nothing, STDOUT_FILENO);
	dup2(output >= 0 ? output : nothing, STDERR_FILENO);
	signal(SIGPIPE, SIG_DFL);
	execvp(argv[0], argv);
	_exit(EXIT_NO_EXEC);
}

static void end(pid_t pid)
{
	if (pid <= 0)
		return;
	kill(pid, SIGKILL);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

static void rest(void)
{
	const struct timespec pause = { .tv_nsec = PAUSE_NS };

	nanosleep(&pause, NULL);
}

/* until it listens; false where it ended before, which is noted in @pid */
static bool wait_ready(pid_t *pid, const char *socket, bool (*interrupted)(void))
{
	struct stat st;

	for (int i = 0; i < READY_TRIES && !interrupted(); i++) {
		if (!lstat(socket, &st) && S_ISSOCK(st.st_mode))
			return true;
		if (waitpid(*pid, NULL, WNOHANG) == *pid) {
			*pid = -1;
			return false;
		}
		rest();
	}
	return false;
}

static pid_t start_server(const struct age *age, uint64_t limit, const char *socket)
{
	char megabytes[32];
	char *argv[] = { "memcached", "-u",   "nobody", "-m", megabytes, "-s",     (char *)(uintptr_t)socket,
			 "-a",        "0766", "-t",     "16", "-B",      "binary", NULL };

	snprintf(megabytes, sizeof(megabytes), "%llu", (unsigned long long)(limit * MEMCACHED_LOAD >> 20));
	return start(argv, age->memcg, -1);
}

static pid_t start_load(uint64_t limit, const char *socket, int output)
{
	char keys[64];
	char *argv[] = { "memtier_benchmark",
			 "-S",
			 (char *)(uintptr_t)socket,
			 "-P",
			 "memcache_binary",
			 "-n",
			 "allkeys",
			 "--key-minimum=1",
			 keys,
			 "-d",
			 "1024",
			 "--ratio=1:0",
			 "--key-pattern=P:P",
			 "-c",
			 "2",
			 "-t",
			 "16",
			 "--pipeline",
			 "8",
			 "-x",
			 "1",
			 "--hide-histogram",
			 NULL };

	snprintf(keys, sizeof(keys), "--key-maximum=%llu",
		 (unsigned long long)(limit * MEMCACHED_LOAD / VALUE_BYTES));
	return start(argv, NULL, output);
}

/* what the load says, once it has ended; NULL where it failed, or was interrupted */
static char *load(uint64_t limit, const char *socket, bool (*interrupted)(void))
{
	int output = memfd_create("memtier", MFD_CLOEXEC), status = -1;
	pid_t pid = output < 0 ? -1 : start_load(limit, socket, output);
	char *text = calloc(1, MAX_OUTPUT + 1);
	bool whole = false;

	while (pid > 0 && !interrupted()) {
		if (waitpid(pid, &status, WNOHANG) == pid) {
			pid = -1;
			whole = WIFEXITED(status) && !WEXITSTATUS(status);
			break;
		}
		rest();
	}
	end(pid);
	if (!whole || !text || pread(output, text, MAX_OUTPUT, 0) <= 0) {
		free(text);
		text = NULL;
	}
	if (output >= 0)
		close(output);
	return text;
}

static int run_load(const struct age *age, uint64_t limit, const char *socket, bool (*interrupted)(void),
		    double *ops, char *error, size_t size)
{
	pid_t server = start_server(age, limit, socket);
	char *text = NULL;
	int status = 0;

	if (!wait_ready(&server, socket, interrupted)) {
		snprintf(error, size, "memcached does not come to listen on %s: run it by hand and see",
			 socket);
		status = interrupted() ? 0 : -1;
		goto out;
	}
	text = load(limit, socket, interrupted);
	if (interrupted())
		goto out;
	if (!text || !memtier_parse(text, ops)) {
		snprintf(error, size, "memtier_benchmark %s: run it by hand and see",
			 text ? "says no Totals in Ops/sec" : "failed");
		status = -1;
	}
out:
	free(text);
	end(server);
	return status;
}

int memcached_repeat(const struct age *age, uint64_t limit, bool (*interrupted)(void), double *ops,
		     char *error, size_t size)
{
	char socket[OWNER_NAME + 16];
	int status = -1;

	*ops = 0;
	/* where memcached can make it as nobody */
	snprintf(socket, sizeof(socket), "/tmp/%s.sock", age->undo.name);
	if (undo_note(&age->undo, UNDO_SOCKET, socket, NULL, error, size))
		return -1;
	if (memcg_make("", age->memcg) || memcg_limit("", age->memcg, limit))
		snprintf(error, size, "%s cannot be made with a limit: %s", age->memcg, strerror(errno));
	else
		status = run_load(age, limit, socket, interrupted, ops, error, size);
	if (memcg_remove("", age->memcg) && !status) {
		snprintf(error, size, "%s cannot be removed (%s): see who is in it", age->memcg,
			 strerror(errno));
		status = -1;
	}
	unlink(socket);
	return status;
}
