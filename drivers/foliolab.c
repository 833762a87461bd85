// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of subcommands, nothing else. */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "build_info.h"
#include "commands/commands.h"
#include "output/say.h"

enum { LEAST_STACK = 1 << 20 };

struct command {
	const char *name;
	int (*main)(int argc, char **argv);
	const char *what; /* NULL: not for people */
};

static const struct command commands[] = {
	{ "list", command_list, "the kernels there are, or the variants of one" },
	{ "run", command_run, "measure the variants of a kernel against each other" },
	{ "lift", command_lift, "measure the real functions of a kernel tree, per patch of a series" },
	{ "kernel-counts", command_kernel_counts,
	  "exact instructions per folio of the real kernel, per patch of a series" },
	{ "counters", command_counters, "what can be counted on a CPU, and why the rest cannot" },
	{ "reproduce", command_reproduce, "measure what was published, beside what was published" },
	{ "age", command_age, "measure aging of the running kernel, as it was published" },
	{ "prefetch", command_prefetch, "where a prefetch helps or hurts on this CPU: a map and a verdict" },
	{ "sweep", command_sweep, "a matrix of kernels, sizes and layouts, CPU after CPU" },
	{ "table", command_table, "results folders as tables: CPUs and machines beside each other" },
	{ "diff", command_diff, "two results folders against each other; exit status 3 for a regression" },
	{ "replicate", command_replicate, NULL },
};

static void help(FILE *out)
{
	fputs("usage: foliolab COMMAND [OPTION...]\n\n"
	      "Cycles per folio of the hot loops of Linux's multi-gen LRU.\n\n",
	      out);
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (commands[i].what)
			fprintf(out, "  %-15s%s\n", commands[i].name, commands[i].what);
	fputs("\nfoliolab COMMAND --help tells more; --version says which this is.\n", out);
}

/*
 * Where standard input, output or error come closed, the next files opened would
 * take their numbers and be read or written as such. What may not be written
 * stays an error.
 */
static void hold_standard_files(void)
{
	int fd;

	do {
		fd = open("/dev/null", O_RDONLY);
	} while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd > STDERR_FILENO)
		close(fd);
}

/* a process's outcome and its samples lie on the stack: a crash there would tell nobody why */
static bool has_stack(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= LEAST_STACK)
		return true;
	say_error("the stack may not grow beyond %llu KB: ulimit -s 8192",
		  (unsigned long long)limit.rlim_cur / 1024);
	return false;
}

int main(int argc, char **argv)
{
	char name[64];

	hold_standard_files();
	if (!has_stack())
		return EXIT_FAILED;
	if (argc < 2) {
		help(stderr);
		return EXIT_USAGE;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-?")) {
		help(stdout);
		return say_stdout_done();
	}
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
		puts("foliolab " FOLIOLAB_VERSION);
		return say_stdout_done();
	}
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (strcmp(argv[1], commands[i].name))
			continue;
		snprintf(name, sizeof(name), "foliolab %s", commands[i].name);
		argv[1] = name;
		return commands[i].main(argc - 1, argv + 1);
	}
	say_error("no command '%s': see foliolab --help", argv[1]);
	return EXIT_USAGE;
}
