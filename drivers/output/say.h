/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The one way in which the program speaks of trouble: one line on stderr. */
#ifndef FOLIOLAB_SAY_H
#define FOLIOLAB_SAY_H

#include <stddef.h>

enum { EXIT_FAILED = 1, EXIT_USAGE = 2 };

/**
 * say_error - prints "foliolab: " and the message, which is "what: what to do"
 */
void say_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/**
 * say_warning - prints "foliolab: warning: " and the message
 */
void say_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

/**
 * say_stdout_done - flushes standard output at a command's end
 *
 * Returns 0, or EXIT_FAILED after one line where it could not all be written.
 */
int say_stdout_done(void);

#endif
