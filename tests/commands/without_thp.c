// SPDX-License-Identifier: GPL-2.0-or-later
/* Runs its arguments as a program without transparent huge pages. */
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	if (argc < 2 || prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0)) {
		perror("without_thp");
		return 125;
	}
	execvp(argv[1], argv + 1);
	perror(argv[1]);
	return 126;
}
