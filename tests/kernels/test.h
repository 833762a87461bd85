/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What every test program of this room begins with. */
#ifndef FOLIOLAB_TESTS_KERNELS_TEST_H
#define FOLIOLAB_TESTS_KERNELS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* of what is drawn by lot: sanitized runs take several times as long, and what they look for shows in few */
#ifdef __SANITIZE_ADDRESS__
#define BY_LOT(number) ((number) / 4)
#else
#define BY_LOT(number) (number)
#endif

/* @broken says what is wrong, or is NULL; the rest says where */
#define assert_whole(broken, format, ...)                              \
	do {                                                           \
		const char *broken_ = (broken);                        \
		if (broken_)                                           \
			fail_msg(format ": %s", __VA_ARGS__, broken_); \
	} while (0)

#endif
