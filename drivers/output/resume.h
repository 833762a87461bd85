/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether what a folder holds and what is measured now belong together. */
#ifndef FOLIOLAB_RESUME_H
#define FOLIOLAB_RESUME_H

#include <jansson.h>
#include <stddef.h>

/**
 * resume_read - environment.json in @dir, or NULL: no such file (errno ENOENT), or none that can be used
 */
json_t *resume_read(int dir);

/**
 * resume_differs - says in @why what is not as it was, one line
 *
 * Compared: CPU and its model, kernel, compiler and its flags, build, this
 * program's version, seed, what is counted, and the plan. Returns 0 where all
 * is as it was, else -1.
 */
int resume_differs(const json_t *then, const json_t *now, char *why, size_t size);

/**
 * resume_note - adds to @now, as "earlier", when and how @then was measured and what disturbed it
 */
void resume_note(json_t *now, const json_t *then);

#endif
