// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <string.h>

#include "guest.h"

int generations_find(char *text, const char *path, unsigned long long *id, unsigned long *newest, char *said,
		     size_t size)
{
	size_t used = 0;
	int ours = 0, found = 0;
	char *kept = NULL;

	*said = 0;
	for (char *line = strtok_r(text, "\n", &kept); line; line = strtok_r(NULL, "\n", &kept)) {
		unsigned long long number;
		unsigned long seq, age;
		long anon;
		char name[128];

		if (sscanf(line, " memcg %llu %127s", &number, name) == 2) {
			ours = !strcmp(name, path);
			if (ours)
				*id = number;
		} else if (ours && sscanf(line, " %lu %lu %ld", &seq, &age, &anon) == 3 && used < size) {
			used += (size_t)snprintf(said + used, size - used, "%s%lu:%ld", used ? "," : "", seq,
						 anon);
			*newest = seq;
			found = 1;
		}
	}
	return found && used < size;
}
