// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "age/workers.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "age/memcg.h"

enum { ALIGNMENT = 2 << 20 };

/* what a process says of itself */
enum word { WORD_DONE = 'd', WORD_NO_MEMCG = 'c', WORD_NO_MEMORY = 'm', WORD_NO_PROCESS = 'p' };

struct area {
	volatile char *start;
	uint64_t bytes, page;
};

static bool say(int end, enum word word)
{
	char byte = (char)word;

	return write(end, &byte, 1) == 1;
}

static void read_all(const struct area *area)
{
	for (uint64_t at = 0; at < area->bytes; at += area->page)
		(void)area->start[at];
}

/*
 * Pages just faulted in wait in a batch of this CPU's. Giving up a page, even
 * one that was never touched, puts them on their list first.
 */
static void drain_batch(uint64_t page)
{
	char *one = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (one == MAP_FAILED)
		return;
	madvise(one, page, MADV_COLD);
	munmap(one, page);
}

/* reads every page and says so, again and again, until nobody listens */
static void __attribute__((noreturn)) serve(const struct area *area, int end)
{
	char byte;

	read_all(area);
	drain_batch(area->page);
	do {
		read_all(area);
	} while (say(end, WORD_DONE) && read(end, &byte, 1) == 1);
	_exit(0);
}

static bool map_area(struct area *area, enum age_map map, bool huge)
{
	int flags = map == MAP_OF_TMPFS ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS;
	int fd = map == MAP_OF_TMPFS ? memfd_create("foliolab-age", MFD_CLOEXEC) : -1;
	char *start;

	if (map == MAP_OF_TMPFS && (fd < 0 || ftruncate(fd, (off_t)area->bytes)))
		return false;
	/* room for a start that huge pages can have; the file keeps its offset 0 there */
	start = mmap(NULL, area->bytes + ALIGNMENT, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (start == MAP_FAILED)
		return false;
	start += (ALIGNMENT - (uintptr_t)start % ALIGNMENT) % ALIGNMENT;
	start = mmap(start, area->bytes, PROT_READ | PROT_WRITE, flags | MAP_FIXED, fd, 0);
	if (start == MAP_FAILED)
		return false;
	/* EINVAL: a kernel without huge pages has none to rule out */
	if (madvise(start, area->bytes, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE) && huge)
		return false;
	area->start = start;
	return true;
}

/* a process that outlives its parent would keep the memory; interrupting is for the parent to heed */
static void end_with(pid_t parent)
{
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
}

static void __attribute__((noreturn))
be_first(const struct workers *workers, const char *memcg, enum age_map map, bool huge, struct area *area)
{
	pid_t self = getpid();

	if (memcg_join("", memcg)) {
		say(workers->ends[0], WORD_NO_MEMCG);
		_exit(1);
	}
	if (!map_area(area, map, huge)) {
		say(workers->ends[0], WORD_NO_MEMORY);
		_exit(1);
	}
	for (uint64_t at = 0; at < area->bytes; at += area->page)
		area->start[at] = 1;
	for (unsigned int i = 1; i < workers->nr; i++) {
		pid_t pid = fork();

		if (!pid) {
			end_with(self);
			serve(area, workers->ends[i]);
		}
		if (pid < 0)
			say(workers->ends[i], WORD_NO_PROCESS);
	}
	serve(area, workers->ends[0]);
}

/* 0, or -1 with a line in @error */
static int listen_to(int end, char *error, size_t size)
{
	char word = 0;
	ssize_t got;

	do {
		got = read(end, &word, 1);
	} while (got < 0 && errno == EINTR);
	if (got == 1 && word == WORD_DONE)
		return 0;
	if (got == 1 && word == WORD_NO_MEMCG)
		snprintf(error, size,
			 "no process can be put into the memcg: see its cgroup.type and pids.max");
	else if (got == 1 && word == WORD_NO_PROCESS)
		snprintf(error, size, "too many processes: give fewer --processes");
	else if (got == 1)
		snprintf(error, size, "the memory cannot be mapped: give fewer --bytes, or --thp off");
	else
		snprintf(error, size, "a process that maps the memory was killed: give fewer --bytes");
	return -1;
}

int workers_start(struct workers *workers, unsigned int nr, const char *memcg, enum age_map map,
		  uint64_t bytes, bool huge, char *error, size_t size)
{
	struct area area = { .bytes = bytes, .page = (uint64_t)sysconf(_SC_PAGESIZE) };
	struct workers theirs = { .nr = nr };
	pid_t self = getpid();
	int pair[2], status = 0;

	*workers = (struct workers){ .first = -1 };
	while (workers->nr < nr && !socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) {
		workers->ends[workers->nr] = pair[0];
		theirs.ends[workers->nr++] = pair[1];
	}
	if (workers->nr == nr)
		workers->first = fork();
	if (!workers->first) {
		for (unsigned int i = 0; i < nr; i++)
			close(workers->ends[i]);
		end_with(self);
		be_first(&theirs, memcg, map, huge, &area);
	}
	for (unsigned int i = 0; i < workers->nr; i++)
		close(theirs.ends[i]);
	if (workers->first < 0) {
		snprintf(error, size, "no processes can be started (%s): give fewer --processes",
			 strerror(errno));
		return -1;
	}
	for (unsigned int i = 0; i < nr && !status; i++)
		status = listen_to(workers->ends[i], error, size);
	return status;
}

int workers_read(struct workers *workers, char *error, size_t size)
{
	int status = 0;

	for (unsigned int i = 0; i < workers->nr; i++)
		say(workers->ends[i], WORD_DONE);
	for (unsigned int i = 0; i < workers->nr && !status; i++)
		status = listen_to(workers->ends[i], error, size);
	return status;
}

void workers_stop(struct workers *workers)
{
	for (unsigned int i = 0; i < workers->nr; i++)
		close(workers->ends[i]);
	workers->nr = 0;
	if (workers->first <= 0)
		return;
	kill(workers->first, SIGKILL);
	while (waitpid(workers->first, NULL, 0) < 0 && errno == EINTR)
		;
	workers->first = -1;
}
