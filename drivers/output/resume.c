// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/resume.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/folder.h"

enum { MAX_ENVIRONMENT = 16 << 20, MAX_VALUE = 60 };

/* what figures that stand beside each other must share, and what people call it */
static const struct {
	const char *key, *what;
} same[] = {
	{ "cpu", "CPU" },
	{ "cpu_model", "CPU model" },
	{ "kernel", "kernel" },
	{ "compiler", "compiler" },
	{ "kernel_flags", "compiler flags" },
	{ "build_type", "build type" },
	{ "foliolab", "foliolab" },
	{ "seed", "--seed" },
	{ "counters", "--counters" },
	{ "plan", "plan" },
};

/* what is carried from one environment to the next */
static const char *const told[] = { "date", "command_line", "warnings", "lost_processes" };

json_t *resume_read(int dir)
{
	char *text = folder_read(dir, "environment.json", MAX_ENVIRONMENT);
	json_t *environment;

	if (!text)
		return NULL;
	environment = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	free(text);
	errno = EBADMSG;
	if (json_is_object(environment))
		return environment;
	json_decref(environment);
	return NULL;
}

/* short values are shown */
static void show(const json_t *value, char *text, size_t size)
{
	char *whole = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;

	snprintf(text, size, "%s", whole && strlen(whole) < MAX_VALUE ? whole : "");
	free(whole);
}

int resume_differs(const json_t *then, const json_t *now, char *why, size_t size)
{
	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++) {
		const json_t *old = json_object_get(then, same[i].key);
		const json_t *new = json_object_get(now, same[i].key);
		char was[MAX_VALUE], is[MAX_VALUE];

		if (old == new || (old && new &&json_equal(old, new)))
			continue;
		show(old, was, sizeof(was));
		show(new, is, sizeof(is));
		if (was[0] && is[0])
			snprintf(why, size, "%s was %s and is %s", same[i].what, was, is);
		else
			snprintf(why, size, "the %s differs", same[i].what);
		return -1;
	}
	return 0;
}

void resume_note(json_t *now, const json_t *then)
{
	json_t *earlier = json_deep_copy(json_object_get(then, "earlier"));
	json_t *note = json_object();

	if (!json_is_array(earlier)) {
		json_decref(earlier);
		earlier = json_array();
	}
	for (size_t i = 0; i < sizeof(told) / sizeof(told[0]); i++)
		json_object_set(note, told[i], json_object_get(then, told[i]));
	json_array_append_new(earlier, note);
	json_object_set_new(now, "earlier", earlier);
}
