/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Folders that hold what was built, named by a hash of all that it was built from. */
#ifndef FOLIOLAB_LIFT_CACHE_H
#define FOLIOLAB_LIFT_CACHE_H

#include "lift/lift.h"
#include "lift/mailbox.h"
#include "lift/source.h"

/**
 * cache_home - the folder that everything is kept in, made where it is not there
 * @work: the folder asked for, or NULL: $XDG_CACHE_HOME/foliolab
 *
 * Returns 0, or -1 with one line in @error: what is kept there runs, so nobody
 * else may write to it.
 */
int cache_home(const char *work, char home[PATH_MAX], char *error, size_t size);

/**
 * cache_place - names the folder of a lift, and makes the one it is kept in
 *
 * Returns 0, or -1 with one line in @error.
 */
int cache_place(struct lift *lift, const struct lift_request *request, const struct sources *sources,
		const struct series *series, char *error, size_t size);

/**
 * cache_find - whether the folder is there already, and what it holds
 */
bool cache_find(struct lift *lift);

/**
 * cache_begin - a new folder beside the one to come; its name in @folder
 * @mark: set to a file that says that this process builds there, for cache_end()
 *
 * Folders that processes left which were killed are removed.
 */
int cache_begin(const struct lift *lift, char folder[PATH_MAX], int *mark, char *error, size_t size);

/**
 * cache_end - nothing is built there any more: the folder is kept, whatever it holds
 */
void cache_end(const char *folder, int mark);

/**
 * cache_finish - writes down what the folder holds and gives it its name
 *
 * Where another process was faster its folder is used and this one removed.
 */
int cache_finish(struct lift *lift, const char *folder, char *error, size_t size);

/**
 * cache_remove - a folder of ours with all that is in it
 */
void cache_remove(const char *folder);

#endif
