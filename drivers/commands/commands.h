/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One function per subcommand: parses its options, builds a plan, hands it on. */
#ifndef FOLIOLAB_COMMANDS_H
#define FOLIOLAB_COMMANDS_H

/*
 * @argv[0] is "foliolab NAME". Each returns the exit status: 0, 1 where
 * something failed, 2 where it was called wrongly; diff: 3 for a regression.
 */
int command_age(int argc, char **argv);
int command_list(int argc, char **argv);
int command_counters(int argc, char **argv);
int command_kernel_counts(int argc, char **argv);
int command_lift(int argc, char **argv);
int command_run(int argc, char **argv);
int command_reproduce(int argc, char **argv);
int command_prefetch(int argc, char **argv);
int command_sweep(int argc, char **argv);
int command_table(int argc, char **argv);
int command_diff(int argc, char **argv);
int command_replicate(int argc, char **argv);

struct session;
struct outcome;

/**
 * print_outcome - the table of a case on standard output, in the format asked for
 *
 * Says so where it is partial. Returns 0, or EXIT_FAILED after one line on stderr.
 */
int print_outcome(const struct session *session, const struct outcome *outcome);

#endif
