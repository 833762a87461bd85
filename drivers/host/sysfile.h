/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads from /proc and /sys. Their text is not trusted: reads are bounded, numbers checked. */
#ifndef FOLIOLAB_SYSFILE_H
#define FOLIOLAB_SYSFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_CPU_NUMBER = 65535 };

/**
 * sysfile_text - the first line of a file below @sysroot, printable ASCII only
 *
 * Leading and trailing blanks are dropped. Returns false, with @text empty,
 * where the file cannot be read.
 */
bool sysfile_text(const char *sysroot, char *text, size_t size, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/**
 * sysfile_number - a file that holds one decimal number and nothing else
 */
bool sysfile_number(const char *sysroot, const char *path, int64_t *number);

/**
 * sysfile_all - up to @limit bytes of a file, to be freed, or NULL
 *
 * Control characters other than newline and tab become blanks.
 */
char *sysfile_all(const char *sysroot, const char *path, size_t limit);

/**
 * sysfile_chosen - the word in brackets of "always [madvise] never"
 */
bool sysfile_chosen(const char *sysroot, const char *path, char *word, size_t size);

/* takes an unsigned decimal number off the front; false, and @text unmoved, if none is there */
bool text_number(const char **text, uint64_t *number);

/* takes the next range off the front of a CPU list such as "0-3,8"; false at its end */
bool text_cpus(const char **list, unsigned int *first, unsigned int *last);

bool text_has_cpu(const char *list, unsigned int cpu);

/* one line of printable ASCII out of whatever @text was, in place */
void text_clean(char *text);

#endif
