// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernelcounts/kconfig.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

enum { MAX_FRAGMENT = 1 << 20, MAX_SETTING = 256 };

static const char not_set[] = " is not set";

/* an option and what it is set to, "n" for what is not; name is "" for a line that sets none */
struct setting {
	char name[MAX_SETTING], value[MAX_SETTING];
};

static bool take_name(const char **at, char name[MAX_SETTING])
{
	size_t length = 7;

	name[0] = 0;
	if (strncmp(*at, "CONFIG_", 7))
		return false;
	while (is_word((*at)[length]))
		length++;
	if (length == 7 || length >= MAX_SETTING)
		return false;
	memcpy(name, *at, length);
	name[length] = 0;
	*at += length;
	return true;
}

/* false for a line that no configuration has */
static bool take_setting(const char *line, struct setting *setting)
{
	const char *at = line;
	size_t length;

	*setting = (struct setting){ 0 };
	if (!line[0] || (line[0] == '#' && strncmp(line, "# CONFIG_", 9)))
		return true;
	if (line[0] == '#') {
		at += 2;
		if (!take_name(&at, setting->name) || strcmp(at, not_set))
			setting->name[0] = 0;
		else
			snprintf(setting->value, MAX_SETTING, "n");
		return true;
	}
	if (!take_name(&at, setting->name) || *at++ != '=' || !*at || strlen(at) >= MAX_SETTING)
		return false;
	/* it goes into a file that make reads: one word, or a string */
	length = strlen(at);
	for (size_t i = 0; i < length; i++)
		if (!isprint((unsigned char)at[i]) || (at[0] != '"' && isspace((unsigned char)at[i])))
			return false;
	snprintf(setting->value, MAX_SETTING, "%s", at);
	return true;
}

/* the next line of a text in @line; false at its end */
static bool next_line(const char **at, const char *end, char *line, size_t size)
{
	size_t length;

	if (*at >= end)
		return false;
	length = line_length(*at, end);
	snprintf(line, size, "%.*s", (int)(length < size ? length : size - 1), *at);
	*at += length + (*at + length < end);
	return true;
}

int kconfig_read(struct text *config, const char *path, char *error, size_t size)
{
	struct text fragment = { 0 };
	const char *wrong = NULL, *at, *end;
	char line[3 * MAX_SETTING];
	size_t number = 0;
	int status = 0;

	if (text_read(&fragment, AT_FDCWD, path, MAX_FRAGMENT, &wrong)) {
		snprintf(error, size, "%s: %s: give a file with lines CONFIG_NAME=value", path, wrong);
		return -1;
	}
	at = fragment.data;
	end = at + fragment.size;
	while (!status && next_line(&at, end, line, sizeof(line))) {
		struct setting setting;

		number++;
		if (!take_setting(line, &setting)) {
			snprintf(error, size, "%s: line %zu sets no option: write CONFIG_NAME=value", path,
				 number);
			status = -1;
		}
	}
	if (!status && !(text_add(config, fragment.data, fragment.size) && text_add(config, "\n", 1))) {
		snprintf(error, size, "%s: no memory for it: close something", path);
		status = -1;
	}
	text_free(&fragment);
	return status;
}

/* what a text says of an option last; "n" where it says nothing */
static void value_of(const struct text *config, const char *name, char value[MAX_SETTING])
{
	const char *at = config->data ? config->data : "", *end = at + config->size;
	char line[3 * MAX_SETTING];

	snprintf(value, MAX_SETTING, "n");
	while (next_line(&at, end, line, sizeof(line))) {
		struct setting setting;

		if (strstr(line, name) && take_setting(line, &setting) && !strcmp(setting.name, name))
			memcpy(value, setting.value, MAX_SETTING);
	}
}

size_t kconfig_missed(const struct text *wanted, const struct text *made, char *missed, size_t size)
{
	const char *at = wanted->data ? wanted->data : "", *end = at + wanted->size;
	char line[3 * MAX_SETTING];
	size_t nr = 0, used = 0;

	missed[0] = 0;
	while (next_line(&at, end, line, sizeof(line))) {
		char last[MAX_SETTING], got[MAX_SETTING];
		struct setting setting;

		if (!take_setting(line, &setting) || !setting.name[0])
			continue;
		value_of(wanted, setting.name, last);
		value_of(made, setting.name, got);
		/* what another line sets again is told there */
		if (strcmp(last, setting.value) || !strcmp(last, got))
			continue;
		nr++;
		if (used < size)
			used += (size_t)snprintf(missed + used, size - used, "%s%s", used ? " " : "",
						 setting.name);
	}
	return nr;
}
