// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "host/hwprefetch.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/sysfile.h"

/* the register that a vendor's CPUs have, and the bits that switch a prefetcher off */
struct control {
	const char *vendor;
	uint64_t least_family;
	off_t msr;
	uint64_t off;
};

static const struct control controls[] = {
	{ "GenuineIntel", 6, 0x1A4, 0xf },
	{ "AuthenticAMD", 25, 0xC0000108, 0x2f },
};

struct hw_prefetch {
	const struct control *control;
	int msr; /* the CPU's registers, open for writing */
	uint64_t before;
	pid_t guard;
	int leash; /* the guard acts when this end is closed */
};

/* what follows "KEY\t: " where it first stands in cpuinfo */
static bool field_of(const char *cpuinfo, const char *key, char *value, size_t size)
{
	const char *at = cpuinfo;
	size_t length = strlen(key);

	for (; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) {
		const char *rest = at + length;

		if (strncmp(at, key, length) != 0)
			continue;
		rest += strspn(rest, " \t");
		if (*rest != ':')
			continue;
		rest += 1 + strspn(rest + 1, " \t");
		snprintf(value, size, "%.*s", (int)strcspn(rest, "\n"), rest);
		return true;
	}
	return false;
}

static const struct control *control_here(const char *sysroot)
{
	char *cpuinfo = sysfile_all(sysroot, "/proc/cpuinfo", 1 << 16);
	char vendor[32] = "", family[32] = "";
	const struct control *found = NULL;
	const char *digits = family;
	uint64_t number = 0;

	if (!cpuinfo)
		return NULL;
	if (field_of(cpuinfo, "vendor_id", vendor, sizeof(vendor)) &&
	    field_of(cpuinfo, "cpu family", family, sizeof(family)) && text_number(&digits, &number))
		for (size_t i = 0; i < sizeof(controls) / sizeof(controls[0]); i++)
			if (!strcmp(controls[i].vendor, vendor) && number >= controls[i].least_family)
				found = &controls[i];
	free(cpuinfo);
	return found;
}

static bool read_msr(int fd, off_t msr, uint64_t *value)
{
	return pread(fd, value, sizeof(*value), msr) == sizeof(*value);
}

static bool write_msr(int fd, off_t msr, uint64_t value)
{
	uint64_t found;

	return pwrite(fd, &value, sizeof(value), msr) == sizeof(value) && read_msr(fd, msr, &found) &&
	       found == value;
}

/* opens the registers and reads what is there; nothing is changed. -1 with one line in @error */
static int open_msr(struct hw_prefetch *off, const char *sysroot, int cpu, char *error, size_t size)
{
	char path[PATH_MAX];

	off->msr = -1;
	off->control = control_here(sysroot);
	if (!off->control) {
		snprintf(error, size, "no known way to switch this CPU's hardware prefetchers: %s",
			 "leave --hw-prefetch out");
		return -1;
	}
	snprintf(path, sizeof(path), "%s/dev/cpu/%d/msr", sysroot, cpu);
	off->msr = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	if (off->msr < 0) {
		snprintf(error, size, "/dev/cpu/%d/msr cannot be opened (%s): %s", cpu, strerror(errno),
			 errno == ENOENT ? "modprobe msr, or leave --hw-prefetch out" :
					   "be root, or leave --hw-prefetch out");
		return -1;
	}
	if (read_msr(off->msr, off->control->msr, &off->before))
		return 0;
	snprintf(error, size, "CPU %d has no MSR 0x%jx for its prefetchers here: leave --hw-prefetch out",
		 cpu, (uintmax_t)off->control->msr);
	close(off->msr);
	off->msr = -1;
	return -1;
}

int hw_prefetch_check(const char *sysroot, int cpu, char *error, size_t size)
{
	struct hw_prefetch off;

	if (open_msr(&off, sysroot, cpu, error, size))
		return -1;
	close(off.msr);
	return 0;
}

/*
 * The guard: in a session of its own, so that what is sent to the lab's group
 * does not reach it. It waits for the end of the leash, which comes with the
 * lab's death, too.
 */
static void __attribute__((noreturn)) stand_guard(const struct hw_prefetch *off, int leash)
{
	char byte;
	ssize_t got;

	setsid();
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	/* from here on nothing that befalls the lab befalls the guard */
	if (write(leash, "", 1) != 1)
		_exit(EXIT_SUCCESS);
	do {
		got = read(leash, &byte, 1);
	} while (got > 0 || (got < 0 && errno == EINTR));
	_exit(write_msr(off->msr, off->control->msr, off->before) ? EXIT_SUCCESS : EXIT_FAILURE);
}

static bool start_guard(struct hw_prefetch *off)
{
	int ends[2];
	char byte;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return false;
	off->guard = fork();
	if (!off->guard) {
		close(ends[1]);
		stand_guard(off, ends[0]);
	}
	close(ends[0]);
	off->leash = ends[1];
	if (off->guard > 0 && read(off->leash, &byte, 1) == 1)
		return true;
	close(off->leash);
	if (off->guard > 0)
		waitpid(off->guard, NULL, 0);
	return false;
}

struct hw_prefetch *hw_prefetch_off(const char *sysroot, int cpu, char *error, size_t size)
{
	struct hw_prefetch *off = calloc(1, sizeof(*off));

	if (!off) {
		snprintf(error, size, "not enough memory: close other programs");
		return NULL;
	}
	if (open_msr(off, sysroot, cpu, error, size))
		goto out;
	if (!start_guard(off)) {
		snprintf(error, size, "a process to put the prefetchers back cannot be started (%s): %s",
			 strerror(errno), "leave --hw-prefetch out");
		goto out;
	}
	if (write_msr(off->msr, off->control->msr, off->before | off->control->off))
		return off;
	snprintf(error, size, "CPU %d does not let its prefetchers be switched: leave --hw-prefetch out", cpu);
	/* the guard writes back what was there, should half of it have gone through */
	close(off->leash);
	waitpid(off->guard, NULL, 0);
out:
	if (off->msr >= 0)
		close(off->msr);
	free(off);
	return NULL;
}

int hw_prefetch_restore(struct hw_prefetch *off, char *error, size_t size)
{
	int status = -1;
	bool done;

	close(off->leash);
	while (waitpid(off->guard, &status, 0) < 0 && errno == EINTR)
		;
	done = WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
	/* someone may have killed the guard */
	done = done || write_msr(off->msr, off->control->msr, off->before);
	if (!done)
		snprintf(error, size, "the hardware prefetchers could not be put back: wrmsr 0x%jx 0x%jx",
			 (uintmax_t)off->control->msr, (uintmax_t)off->before);
	close(off->msr);
	free(off);
	return done ? 0 : -1;
}
