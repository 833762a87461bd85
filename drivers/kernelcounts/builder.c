// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
#include "kernelcounts/builder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernelcounts/boot.h"
#include "kernelcounts/initramfs.h"
#include "kernelcounts/kconfig.h"
#include "lift/cache.h"
#include "lift/spawn.h"

enum {
	MAX_BUILD_S = 6 * 3600,
	MAX_CONFIG = 4 << 20,
	MAX_ARGUMENT = 2 * PATH_MAX,
	MAX_FILE_NAME = MAX_ARGUMENT + PATH_MAX,
};
#define MAX_IMAGE (1L << 32)

static const char fragments_name[] = "fragments.config";

const char *builder_parts(void)
{
	static char installed[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", installed, sizeof(installed) - 1);

	installed[length < 0 ? 0 : length] = 0;
	for (int up = 0; up < 2; up++) {
		char *end = strrchr(installed, '/');

		if (end)
			*end = 0;
	}
	length = (ssize_t)strlen(installed);
	snprintf(installed + length, sizeof(installed) - (size_t)length, "/share/foliolab/kernelcounts");
	return access(installed, R_OK) ? FOLIOLAB_KERNELCOUNTS : installed;
}

static void compiler_name(const struct builder *builder, char name[64])
{
	snprintf(name, 64, "%sgcc", builder->arch->triple);
}

int builder_compiler(struct builder *builder, char *error, size_t size)
{
	char name[64];
	const char *const argv[] = { name, "--version", NULL };
	struct text said = { 0 };
	int status;

	compiler_name(builder, name);
	status = spawn_run(argv, "/", &said, error, size);
	if (!status)
		snprintf(builder->compiler, sizeof(builder->compiler), "%.*s",
			 (int)line_length(said.data, said.data + said.size), said.data);
	else if (status > 0)
		snprintf(error, size, "%s --version failed: install a compiler for %s", name,
			 builder->arch->name);
	text_free(&said);
	return status ? -1 : 0;
}

/* one target of the kernel's make; what it says goes into a log of that name */
static int run_make(const struct builder *builder, const char *target, const char *name, char *error,
		    size_t size)
{
	char log[MAX_ARGUMENT], out[MAX_ARGUMENT], arch[32], cross[64], jobs[16];
	/* the last three are in the image: the same image for the same source */
	const char *const argv[] = {
		"make",
		"-C",
		"tree",
		out,
		arch,
		cross,
		jobs,
		"KBUILD_BUILD_TIMESTAMP=@0",
		"KBUILD_BUILD_USER=foliolab",
		"KBUILD_BUILD_HOST=foliolab",
		target,
		NULL,
	};
	struct spawn_job job = {
		.argv = argv,
		.folder = builder->folder,
		.seconds = MAX_BUILD_S,
		.max_file = MAX_IMAGE,
		.stop = builder->stop,
	};
	int status;

	snprintf(out, sizeof(out), "O=%s/build", builder->folder);
	snprintf(arch, sizeof(arch), "ARCH=%s", builder->arch->arch);
	snprintf(cross, sizeof(cross), "CROSS_COMPILE=%s", builder->arch->triple);
	snprintf(jobs, sizeof(jobs), "-j%u", builder->jobs);
	snprintf(log, sizeof(log), "%s/log/%s.make", builder->folder, name);
	job.log = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (job.log < 0) {
		snprintf(error, size, "%s cannot be written: %s", log, strerror(errno));
		return -1;
	}
	status = spawn_job(&job, error, size);
	close(job.log);
	if (status > 0) {
		snprintf(error, size, "make %s failed: see %s", target, log);
		return -1;
	}
	return status;
}

static int append_config(const struct builder *builder, const char *path, char *error, size_t size)
{
	int file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
	ssize_t put = file < 0 ? -1 : write(file, builder->config->data, builder->config->size);

	if (file >= 0)
		close(file);
	if (put == (ssize_t)builder->config->size)
		return 0;
	snprintf(error, size, "%s cannot be written: %s", path, strerror(errno));
	return -1;
}

/* what the tree knows of the fragments holds; what it does not is told by kconfig_missed() */
static int configure(const struct builder *builder, char *error, size_t size)
{
	char path[MAX_ARGUMENT], done[MAX_ARGUMENT];
	int status;

	snprintf(done, sizeof(done), "%s/%s", builder->folder, fragments_name);
	snprintf(path, sizeof(path), "%s/build/.config", builder->folder);
	if (!access(done, R_OK) && !access(path, R_OK))
		return run_make(builder, "olddefconfig", "config", error, size);
	status = run_make(builder, "tinyconfig", "config", error, size);
	if (!status)
		status = append_config(builder, path, error, size);
	if (!status)
		status = run_make(builder, "olddefconfig", "config", error, size);
	if (!status && text_write(builder->config, AT_FDCWD, done) && errno != EEXIST) {
		snprintf(error, size, "%s cannot be written: %s", done, strerror(errno));
		status = -1;
	}
	return status;
}

static int keep_file(const char *build, const char *name, const char *stage)
{
	char from[MAX_FILE_NAME], to[MAX_FILE_NAME];
	const char *const argv[] = { "cp", "--reflink=auto", from, to, NULL };
	struct text said = { 0 };
	char error[256];
	int status;

	snprintf(from, sizeof(from), "%s/%s", build, name);
	snprintf(to, sizeof(to), "%s/%s", stage, strrchr(name, '/') ? strrchr(name, '/') + 1 : name);
	status = spawn_run(argv, "/", &said, error, sizeof(error));
	text_free(&said);
	return status;
}

/* under another name until it is whole */
static int keep_stage(const struct builder *builder, const char *stage, char *error, size_t size)
{
	const char *const files[] = { builder->arch->image, "System.map", "vmlinux", ".config" };
	char build[MAX_ARGUMENT], partial[MAX_ARGUMENT];
	int status;

	snprintf(build, sizeof(build), "%s/build", builder->folder);
	snprintf(partial, sizeof(partial), "%s.partial", stage);
	cache_remove(partial);
	status = mkdir(partial, 0700);
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]) && !status; i++)
		status = keep_file(build, files[i], partial);
	if (!status)
		status = rename(partial, stage);
	if (status)
		snprintf(error, size, "%s cannot be kept: is there room and was all of it built?", stage);
	return status ? -1 : 0;
}

int builder_make(struct builder *builder, const char *key, const char *name, char stage[PATH_MAX],
		 char *error, size_t size)
{
	int status;

	snprintf(stage, PATH_MAX, "%s/stage-%.16s", builder->folder, key);
	if (!access(stage, R_OK))
		return 0;
	status = configure(builder, error, size);
	if (!status)
		status = run_make(builder, builder->arch->target, name, error, size);
	if (!status)
		status = keep_stage(builder, stage, error, size);
	return status;
}

static int compile(const char *const *argv, const char *what, char *error, size_t size)
{
	struct text said = { 0 };
	int status = spawn_run(argv, builder_parts(), &said, error, size);

	if (status > 0)
		snprintf(error, size, "%s does not compile: %.*s", what,
			 (int)line_length(said.data, said.data + said.size), said.data);
	text_free(&said);
	return status ? -1 : 0;
}

int builder_guest(const struct builder *builder, const char *folder, char *error, size_t size)
{
	char name[64], counter[64], program[MAX_ARGUMENT], archive[MAX_ARGUMENT], plugin[MAX_ARGUMENT];
	/* where the plugin looks for the begin and the end of a region */
	static const char begins[] = LINK_BEGINS, ends[] = LINK_ENDS;
	const char *const guest[] = {
		name, "-O2",           "-std=gnu11",          "-static", "-no-pie", begins,
		ends, "guest/guest.c", "guest/generations.c", counter,   "-o",      program,
		NULL,
	};
	const char *const shared[] = {
		"cc", "-O2",  "-std=gnu11", "-shared", "-fPIC", "-fvisibility=hidden", "plugin/plugin.c",
		"-o", plugin, NULL,
	};

	compiler_name(builder, name);
	snprintf(counter, sizeof(counter), "guest/%s", builder->arch->counter);
	snprintf(program, sizeof(program), "%s/guest", folder);
	snprintf(archive, sizeof(archive), "%s/initramfs", folder);
	snprintf(plugin, sizeof(plugin), "%s/plugin.so", folder);
	if (compile(guest, "the guest's program", error, size) || compile(shared, "the plugin", error, size))
		return -1;
	return initramfs_write(archive, program, error, size);
}
