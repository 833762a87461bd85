// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "age/lru_gen.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "host/sysfile.h"

enum { MAX_FILE = 64 << 20 }; /* some 100,000 memcgs */

static const char *skip_blanks(const char *text)
{
	return text + strspn(text, " \t");
}

/* "memcg    12 /path": whether the path, which goes to the line's end, ends in "/" and @name */
static bool is_memcg(const char *line, size_t length, const char *name, uint64_t *id)
{
	const char *cursor = skip_blanks(line + strlen("memcg "));
	size_t tail = strlen(name);
	const char *end = line + length;

	return text_number(&cursor, id) && *cursor == ' ' && (size_t)(end - cursor) > tail + 1 &&
	       end[-(long)tail - 1] == '/' && !strncmp(end - tail, name, tail);
}

/* "  3     5043       4096          0 ": seq, age in ms, anon, file; a mark may follow a number */
static bool parse_generation(const char *line, struct generation *gen)
{
	uint64_t numbers[4];

	for (size_t i = 0; i < 4; i++) {
		line = skip_blanks(line);
		if (!text_number(&line, &numbers[i]))
			return false;
		if (*line == 'x')
			line++;
	}
	*gen = (struct generation){ .seq = numbers[0], .anon = numbers[2], .file = numbers[3] };
	return true;
}

/* adds a row; false where it cannot be one of this state */
static bool add_generation(struct generations *state, const struct generation *gen)
{
	if (state->nr == MAX_GENS || (state->nr && gen->seq != lru_gen_youngest(state) + 1))
		return false;
	state->gens[state->nr++] = *gen;
	return true;
}

bool lru_gen_parse(const char *text, const char *name, int node, struct generations *found)
{
	enum { NOT_OURS, OTHER_NODE, OURS } where = NOT_OURS;
	bool seen = false;

	*found = (struct generations){ 0 };
	for (const char *line = text; *line;) {
		size_t length = strcspn(line, "\n");
		const char *cursor = skip_blanks(line);
		struct generation gen;
		uint64_t number;

		if (!strncmp(line, "memcg ", 6)) {
			if (seen)
				break;
			seen = is_memcg(line, length, name, &number);
			if (seen)
				found->memcg = number;
			where = NOT_OURS;
		} else if (seen && !strncmp(cursor, "node ", 5)) {
			cursor = skip_blanks(cursor + 5);
			where = text_number(&cursor, &number) && number == (uint64_t)node ? OURS : OTHER_NODE;
		} else if (where != NOT_OURS && parse_generation(line, &gen)) {
			if (where == OTHER_NODE)
				found->elsewhere += gen.anon + gen.file;
			else if (!add_generation(found, &gen))
				return false;
		}
		line += length + (line[length] == '\n');
	}
	return seen && found->nr;
}

bool lru_gen_read(const char *sysroot, const char *path, const char *name, int node, struct generations *found)
{
	char *text = sysfile_all(sysroot, path, MAX_FILE);
	bool ok = text && lru_gen_parse(text, name, node, found);

	free(text);
	return ok;
}

uint64_t lru_gen_anon(const struct generations *state, uint64_t seq)
{
	for (unsigned int i = 0; i < state->nr; i++)
		if (state->gens[i].seq == seq)
			return state->gens[i].anon;
	return 0;
}

uint64_t lru_gen_total(const struct generations *state)
{
	uint64_t total = 0;

	for (unsigned int i = 0; i < state->nr; i++)
		total += state->gens[i].anon + state->gens[i].file;
	return total;
}

static double now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

int lru_gen_age(int fd, uint64_t memcg, int node, uint64_t seq, double *ns)
{
	char command[128];
	int length = snprintf(command, sizeof(command), "+ %llu %d %llu 200 1\n", (unsigned long long)memcg,
			      node, (unsigned long long)seq);
	double start = now_ns();
	ssize_t done = write(fd, command, (size_t)length);
	int error = done < 0 ? errno : 0;

	*ns = now_ns() - start;
	if (done >= 0 && done != length)
		return EIO;
	return error;
}
