/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a stage's C file to objects, and from all objects to one library. */
#ifndef FOLIOLAB_LIFT_COMPILE_H
#define FOLIOLAB_LIFT_COMPILE_H

#include "lift/text.h"

/**
 * compile_headers - the folder with lifted/shim.h: the installed one, or that of the build
 */
const char *compile_headers(void);

/**
 * compile_identity - adds what the objects depend on besides their source: compiler and flags
 *
 * Returns 0, or -1 with one line in @error.
 */
int compile_identity(struct text *identity, char *error, size_t size);

/**
 * compile_stage - builds stageN.c twice, as itself and as the control copy
 * @define: a macro, or ""
 *
 * Returns 0, or -1 with one line in @error: the symbols that are missing, or
 * the compiler's first complaint.
 */
int compile_stage(const char *folder, unsigned int number, const char *define, char *error, size_t size);

/**
 * compile_library - links the stages and their table (from stages.h) into lifted.so
 */
int compile_library(const char *folder, unsigned int stages, char *error, size_t size);

#endif
