// SPDX-License-Identifier: GPL-2.0-or-later
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/parse.h"

bool parse_count(const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
	static const char suffixes[] = "KMG";
	unsigned long long number;
	const char *suffix;
	char *end;

	if (!isdigit((unsigned char)text[0]))
		return false;
	errno = 0;
	number = strtoull(text, &end, 10);
	if (errno)
		return false;
	suffix = *end ? strchr(suffixes, toupper((unsigned char)*end)) : NULL;
	if (suffix) {
		int shift = 10 * (int)(suffix - suffixes + 1);

		if (number > UINT64_MAX >> shift)
			return false;
		number <<= shift;
		end++;
	}
	if (*end || number < least || number > most)
		return false;
	*value = number;
	return true;
}

bool parse_real(const char *text, double least, double most, double *value)
{
	char *end;
	double number;

	/* no hexadecimal, no "inf", no sign */
	if (strspn(text, "0123456789.eE-+") != strlen(text) || !strpbrk(text, "0123456789"))
		return false;
	number = strtod(text, &end);
	if (*end || !isfinite(number) || number < least || number > most)
		return false;
	*value = number;
	return true;
}

int parse_word(const char *text, const char *const *words)
{
	for (int i = 0; words[i]; i++)
		if (!strcmp(text, words[i]))
			return i;
	return -1;
}

bool parse_layout(const char *text, struct workload *load)
{
	static const char *const words[] = { "ascending", "descending", "shuffled", NULL };
	int layout = parse_word(text, words);
	uint64_t run;

	if (layout >= 0) {
		load->layout = (enum layout)layout;
		return true;
	}
	if (strncmp(text, "runs:", 5) || !parse_count(text + 5, 1, MAX_FOLIOS, &run))
		return false;
	load->layout = LAYOUT_RUNS;
	load->run_length = run;
	return true;
}
