// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "lift/compile.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build_info.h"
#include "lift/spawn.h"
#include "lifted/lifted.h"

enum { MAX_ARGUMENTS = 64 + 2 * MAX_STAGES, MAX_MISSING = 6 };

/* those of the hand-written loops, then what a library needs; a call to nothing known is an error */
static const char flags[] = "-std=gnu11 " FOLIOLAB_KERNEL_FLAGS " " FOLIOLAB_LIFT_FLAGS
			    " -fPIC -fvisibility=hidden -fno-diagnostics-color"
			    " -Werror=implicit-function-declaration -Werror=implicit-int -Werror=int-conversion"
			    " -Werror=incompatible-pointer-types -I.";

struct arguments {
	char text[2048]; /* flags, with NULs between them */
	const char *argv[MAX_ARGUMENTS + 1];
	size_t nr;
};

static void add(struct arguments *arguments, const char *argument)
{
	if (arguments->nr < MAX_ARGUMENTS)
		arguments->argv[arguments->nr++] = argument;
}

static void begin(struct arguments *arguments)
{
	char *kept = NULL;

	*arguments = (struct arguments){ 0 };
	snprintf(arguments->text, sizeof(arguments->text), "%s", flags);
	if (access(FOLIOLAB_LIFT_CC, X_OK)) {
		add(arguments, "cc");
	} else {
		add(arguments, FOLIOLAB_LIFT_CC);
		/* a cross compiler's; on the machine that it compiled for there is another compiler */
		if (*FOLIOLAB_LIFT_SYSROOT)
			add(arguments, FOLIOLAB_LIFT_SYSROOT);
	}
	for (char *flag = strtok_r(arguments->text, " ", &kept); flag; flag = strtok_r(NULL, " ", &kept))
		add(arguments, flag);
	add(arguments, "-I");
	add(arguments, compile_headers());
}

const char *compile_headers(void)
{
	static char installed[PATH_MAX];
	char *end;
	ssize_t length = readlink("/proc/self/exe", installed, sizeof(installed) - 1);

	installed[length < 0 ? 0 : length] = 0;
	for (int up = 0; up < 2; up++) {
		end = strrchr(installed, '/');
		if (end)
			*end = 0;
	}
	length = (ssize_t)strlen(installed);
	snprintf(installed + length, sizeof(installed) - (size_t)length, "/share/foliolab/kernels");
	return access(installed, R_OK) ? FOLIOLAB_KERNELS : installed;
}

int compile_identity(struct text *identity, char *error, size_t size)
{
	struct arguments arguments;
	struct text said = { 0 };
	const char *version[3] = { NULL, "--version", NULL };
	int status;

	begin(&arguments);
	version[0] = arguments.argv[0];
	status = spawn_run(version, "/", &said, error, size);
	if (status > 0)
		snprintf(error, size, "%s --version failed: install gcc", version[0]);
	else if (!status)
		text_print(identity, "%s %s %s", version[0], flags, said.data);
	text_free(&said);
	return status ? -1 : 0;
}

/* what the compiler quotes on a line, 'name'; of a member that is not there its name and not the struct's */
static bool quoted(const char *line, size_t length, char name[64])
{
	static const char member[] = "member named ";
	const char *from = memmem(line, length, member, sizeof(member) - 1);
	const char *open = memchr(from ? from : line, '\'', length - (size_t)((from ? from : line) - line)),
		   *close;

	if (!open)
		return false;
	open++;
	close = memchr(open, '\'', length - (size_t)(open - line));
	if (!close || close == open || close - open > 60)
		return false;
	snprintf(name, 64, "%.*s", (int)(close - open), open);
	return true;
}

/* whether a complaint is that something is not there */
static bool means_missing(const char *line, size_t length)
{
	static const char *const words[] = {
		"implicit declaration of", "undeclared",      "unknown type name", "has no member named",
		"incomplete type",         "storage size of", "no member named",   "call to undeclared",
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (memmem(line, length, words[i], strlen(words[i])))
			return true;
	return false;
}

/* "what it lacks: a, b (mm/vmscan.c:12)", or else the first error as it is */
static void explain(const struct text *said, char *error, size_t size)
{
	const char *at = said->data, *end = at + said->size;
	char names[MAX_MISSING][64], first[256] = "the compiler failed", where[80] = "";
	size_t nr = 0, length, used;

	for (; at < end; at += length + 1) {
		char name[64];
		bool known = false;

		length = line_length(at, end);
		if (!memmem(at, length, "error:", 6))
			continue;
		if (!nr)
			snprintf(first, sizeof(first), "%.*s", (int)length, at);
		/* behind a plain mistake nothing that is said need be true */
		if (!means_missing(at, length)) {
			if (!nr)
				break;
			continue;
		}
		for (size_t i = 0; quoted(at, length, name) && i < nr; i++)
			known |= !strcmp(names[i], name);
		if (known || nr == MAX_MISSING || !quoted(at, length, name))
			continue;
		if (!nr)
			snprintf(where, sizeof(where), "%.*s", (int)strcspn(at, " "), at);
		snprintf(names[nr++], 64, "%s", name);
	}
	if (!nr) {
		snprintf(error, size, "it does not compile: %s", first);
		return;
	}
	used = strlen(where);
	while (used && where[used - 1] == ':')
		where[--used] = 0;
	used = (size_t)snprintf(error, size, "it does not compile: missing here is ");
	for (size_t i = 0; i < nr && used < size; i++)
		used += (size_t)snprintf(error + used, size - used, "%s%s", i ? ", " : "", names[i]);
	if (used < size)
		snprintf(error + used, size - used, " (first at %s)", where);
}

static int run_compiler(struct arguments *arguments, const char *folder, char *error, size_t size)
{
	struct text said = { 0 };
	int status;

	if (arguments->nr == MAX_ARGUMENTS) {
		snprintf(error, size, "too many arguments for the compiler");
		return -1;
	}
	status = spawn_run(arguments->argv, folder, &said, error, size);
	if (status > 0)
		explain(&said, error, size);
	text_free(&said);
	return status ? -1 : 0;
}

static const char *const copies[] = { "plain", "control" };

int compile_stage(const char *folder, unsigned int number, const char *define, char *error, size_t size)
{
	char source[32], object[48], pass[64], chosen[64];

	snprintf(source, sizeof(source), "stage%u.c", number);
	for (int copy = 0; copy < 2; copy++) {
		struct arguments arguments;

		begin(&arguments);
		snprintf(object, sizeof(object), "stage%u_%s.o", number, copies[copy]);
		snprintf(pass, sizeof(pass), "-DLIFTED_PASS=lifted_stage%u_%s", number, copies[copy]);
		add(&arguments, pass);
		if (*define) {
			snprintf(chosen, sizeof(chosen), "-D%s", define);
			add(&arguments, chosen);
		}
		add(&arguments, "-c");
		add(&arguments, source);
		add(&arguments, "-o");
		add(&arguments, object);
		if (run_compiler(&arguments, folder, error, size))
			return -1;
	}
	return 0;
}

int compile_library(const char *folder, unsigned int stages, char *error, size_t size)
{
	char objects[2][MAX_STAGES][32], table[PATH_MAX];
	struct arguments arguments;

	begin(&arguments);
	snprintf(table, sizeof(table), "%s/lifted/table.c", compile_headers());
	add(&arguments, "-shared");
	add(&arguments, "-Wl,-z,defs,-z,now,-z,noexecstack");
	add(&arguments, table);
	/* the control copies behind all others, so that they lie elsewhere */
	for (int copy = 0; copy < 2; copy++) {
		for (unsigned int i = 0; i < stages; i++) {
			snprintf(objects[copy][i], sizeof(objects[copy][i]), "stage%u_%s.o", i, copies[copy]);
			add(&arguments, objects[copy][i]);
		}
	}
	add(&arguments, "-o");
	add(&arguments, "lifted.so");
	return run_compiler(&arguments, folder, error, size);
}
