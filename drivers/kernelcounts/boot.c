// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "kernelcounts/boot.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "kernelcounts/figures.h"
#include "lift/spawn.h"

enum {
	MAX_BOOT_S = 900,
	MAX_CONSOLE = 4 << 20,
	MAX_WRITTEN = 256 << 20,
	MAX_QEMU = 40,
	MAX_BOOT_PATH = 2 * PATH_MAX,
};

/* the options that all guests share, behind those of their kind */
static const char *const common[] = {
	"-smp",       "1",           "-icount",   "shift=0,sleep=off",
	"-m",         "2048",        "-rtc",      "base=2026-11-30,clock=vm",
	"-nographic", "-nodefaults", "-serial",   "stdio",
	"-no-reboot", "-initrd",     "initramfs",
};

struct command {
	const char *argv[MAX_QEMU + 1];
	size_t nr;
	char kernel[PATH_MAX + 64], append[256], plugin[512];
};

static void add(struct command *command, const char *argument)
{
	if (command->nr < MAX_QEMU)
		command->argv[command->nr++] = argument;
}

static void make_command(struct command *command, const struct boot *boot)
{
	const char *image = strrchr(boot->arch->image, '/') + 1;

	*command = (struct command){ 0 };
	for (const char *const *option = boot->arch->qemu; *option; option++)
		add(command, *option);
	for (size_t i = 0; i < sizeof(common) / sizeof(common[0]); i++)
		add(command, common[i]);
	snprintf(command->kernel, sizeof(command->kernel), "%s/%s", boot->stage, image);
	snprintf(command->append, sizeof(command->append),
		 "%s quiet panic=-1 norandmaps megabytes=%u steps=" GUEST_STEPS, boot->arch->append,
		 boot->megabytes);
	add(command, "-kernel");
	add(command, command->kernel);
	add(command, "-append");
	add(command, command->append);
	if (!boot->symbols)
		return;
	snprintf(command->plugin, sizeof(command->plugin),
		 "./plugin.so,begin=" REGION_BEGINS ",end=" REGION_ENDS ",from=%" PRIx64 ",to=%" PRIx64
		 ",folios=%" PRIx64 ",folios_end=%" PRIx64 ",out=%s.operations",
		 boot->symbols->from, boot->symbols->to, boot->arch->folios, boot->arch->folios_end,
		 boot->name);
	add(command, "-plugin");
	add(command, command->plugin);
}

/* a file that a boot writes */
static void file_of(const struct boot *boot, const char *suffix, char path[MAX_BOOT_PATH])
{
	snprintf(path, MAX_BOOT_PATH, "%s/%s.%s", boot->folder, boot->name, suffix);
}

static int read_console(const char *path, struct console *console, char *error, size_t size)
{
	struct text said = { 0 };
	const char *wrong;
	char what[300];
	int status;

	/* a guest that died can have said anything */
	if (text_read(&said, AT_FDCWD, path, MAX_CONSOLE, &wrong)) {
		snprintf(error, size, "%s: %s, where a guest's words should be", path, wrong);
		return -1;
	}
	status = console_parse(console, &said, what, sizeof(what));
	if (status)
		snprintf(error, size, "%s: see %s", what, path);
	text_free(&said);
	return status;
}

int boot_run(const struct boot *boot, struct console *console, char *error, size_t size)
{
	char path[MAX_BOOT_PATH];
	struct command command;
	struct spawn_job job = {
		.argv = command.argv,
		.folder = boot->folder,
		.seconds = MAX_BOOT_S,
		.max_file = MAX_WRITTEN,
		.stop = boot->stop,
	};
	int status;

	make_command(&command, boot);
	file_of(boot, "operations", path);
	unlink(path);
	file_of(boot, "console", path);
	job.log = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (job.log < 0) {
		snprintf(error, size, "%s cannot be written: %s", path, strerror(errno));
		return -1;
	}
	status = spawn_job(&job, error, size);
	close(job.log);
	if (status == SPAWN_STOPPED)
		return status;
	if (status) {
		if (status > 0)
			snprintf(error, size, "%s failed: see %s", command.argv[0], path);
		return -1;
	}
	return read_console(path, console, error, size);
}
