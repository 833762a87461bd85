/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A line on stderr, when it is a terminal: cases done and time left. */
#ifndef FOLIOLAB_PROGRESS_H
#define FOLIOLAB_PROGRESS_H

#include <stddef.h>

/* @left_s: seconds left, below 0 where unknown. Draws at most ten times a second. */
void progress_show(const char *what, size_t case_index, size_t nr_cases, double left_s);
/* no line from now on: another process draws one */
void progress_off(void);
/* takes the line away before something else is printed */
void progress_clear(void);

#endif
