// SPDX-License-Identifier: GPL-2.0-or-later
/* denied ERRNO PROGRAM ARGUMENT...: runs a program for which perf_event_open fails with that number. */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SKIPPED = 77 };

int main(int argc, char **argv)
{
	int error = argc < 3                   ? 0 :
		    !strcmp(argv[1], "ENOSYS") ? ENOSYS :
		    !strcmp(argv[1], "EACCES") ? EACCES :
						 0;
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned int)error),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { .len = sizeof(filter) / sizeof(filter[0]), .filter = filter };

	if (!error) {
		fputs("usage: denied ENOSYS|EACCES PROGRAM [ARGUMENT...]\n", stderr);
		return EXIT_FAILURE;
	}
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) {
		perror("denied: no seccomp filter can be set");
		return SKIPPED;
	}
	execv(argv[2], argv + 2);
	perror(argv[2]);
	return EXIT_FAILURE;
}
