// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Runs as the first process of a guest whose clock advances by one nanosecond
 * per instruction. A child maps memory in a memcg of its own; each write to
 * debugfs lru_gen that ages it is a region. Says, for the parent to read:
 *
 *   guest 1 COUNTER
 *   region INDEX STEP COUNT BEFORE AFTER
 *   done
 *
 * STEP is a character of the argument steps=: '0' an empty region, 'r' a write
 * that is refused, 'a' an aging write; 't' has the child touch all its pages
 * again, which is no region.
 */
#define _GNU_SOURCE
#include "guest.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/random.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/swap.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define LRU_GEN "/debug/lru_gen"

enum { PAGE = 4096, HUGE = 2 << 20, SWAPPINESS = 200, WORD = 256 };

struct child {
	pid_t pid;
	int tell, told;
};

static _Noreturn void end(void)
{
	fflush(stdout);
	tcdrain(STDOUT_FILENO);
	reboot(RB_AUTOBOOT);
	_exit(1);
}

_Noreturn void give_up(const char *what)
{
	printf("error %s: %s\n", what, strerror(errno));
	end();
}

/*
 * Where the instruction of these lies is known to whoever links the program and
 * to the plugin that watches for it.
 */
__attribute__((noinline, section(".region_begins"))) static void region_begins(void)
{
	__asm__ volatile("nop" : : : "memory");
}

__attribute__((noinline, section(".region_ends"))) static void region_ends(void)
{
	__asm__ volatile("nop" : : : "memory");
}

static void write_to(const char *path, const char *text)
{
	int file = open(path, O_WRONLY);

	if (file < 0 || write(file, text, strlen(text)) < 0)
		give_up(path);
	close(file);
}

/* an argument of the kernel's command line, which init is given in its environment */
static const char *argument(const char *name, const char *otherwise)
{
	const char *given = getenv(name);

	return given ? given : otherwise;
}

static void mount_all(void)
{
	static const struct {
		const char *type, *at;
	} table[] = {
		{ "devtmpfs", "/dev" },  { "proc", "/proc" },  { "sysfs", "/sys" },
		{ "debugfs", "/debug" }, { "cgroup2", "/cg" },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (mount(table[i].type, table[i].at, table[i].type, 0, NULL) && errno != EBUSY)
			give_up(table[i].type);
}

/* the same in every boot, and there before anybody waits for it */
static void seed_random(void)
{
	struct {
		int bits, bytes;
		char data[64];
	} entropy = { 512, 64, "the same in every boot" };
	int file = open("/dev/urandom", O_RDWR);

	if (file < 0 || ioctl(file, RNDADDENTROPY, &entropy))
		give_up("seeding /dev/urandom");
	close(file);
}

/* what mkswap writes: version, last page, no bad ones, and the signature that ends the first page */
static void swap_on(const char *path)
{
	static char page[PAGE + 1];
	struct {
		char boot[1024];
		uint32_t version, last_page, bad_pages;
	} *header = (void *)page;
	int file = open(path, O_RDWR);
	off_t bytes = file < 0 ? -1 : lseek(file, 0, SEEK_END);

	if (bytes < (off_t)16 * PAGE)
		give_up(path);
	header->version = 1;
	header->last_page = (uint32_t)(bytes / PAGE) - 1;
	snprintf(page + PAGE - 10, 11, "SWAPSPACE2");
	if (pwrite(file, page, PAGE, 0) != PAGE || close(file) || swapon(path, 0))
		give_up("swapon");
}

/* on some kernels already so; a kernel without huge pages has no such file */
static void settings(void)
{
	write_to("/sys/kernel/mm/lru_gen/enabled", "y");
	if (!access("/sys/kernel/mm/transparent_hugepage/enabled", F_OK))
		write_to("/sys/kernel/mm/transparent_hugepage/enabled", "never");
	write_to("/cg/cgroup.subtree_control", "+memory");
	if (mkdir("/cg/lab", 0755))
		give_up("/cg/lab");
}

static _Noreturn void touch_when_told(size_t bytes, int told, int tell)
{
	char *memory, *page, word = 0;

	write_to("/cg/lab/cgroup.procs", "0");
	memory = mmap(NULL, bytes + HUGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED || page == MAP_FAILED)
		give_up("mmap");
	/* from a whole page-table page on, so that twice the memory is twice the tables */
	memory += HUGE - (uintptr_t)memory % HUGE;
	for (;;) {
		/* empties the TLB: what is in it is not found young, and how much QEMU keeps its clock decides */
		if (word &&
		    (mprotect(memory, bytes, PROT_READ) || mprotect(memory, bytes, PROT_READ | PROT_WRITE)))
			give_up("mprotect");
		for (size_t i = 0; i < bytes; i += PAGE)
			((volatile char *)memory)[i]++;
		/* drains the CPU's batch of folios that are not on a list yet */
		if (!word) {
			*(volatile char *)page = 1;
			madvise(page, PAGE, MADV_COLD);
			munmap(page, PAGE);
		}
		if (write(tell, "d", 1) != 1 || read(told, &word, 1) != 1)
			_exit(0);
	}
}

static void child_start(struct child *child, size_t bytes)
{
	int to[2], from[2];

	if (pipe(to) || pipe(from))
		give_up("pipe");
	*child = (struct child){ .tell = to[1], .told = from[0] };
	child->pid = fork();
	if (!child->pid)
		touch_when_told(bytes, to[0], from[1]);
}

static void child_wait(const struct child *child)
{
	char word;

	if (read(child->told, &word, 1) != 1)
		give_up("the child ended");
	usleep(100000);
}

static void generations(unsigned long long *id, unsigned long *newest, char said[WORD])
{
	static char text[1 << 16];
	int file = open(LRU_GEN, O_RDONLY);
	size_t size = 0;
	ssize_t got;

	if (file < 0)
		give_up(LRU_GEN);
	while ((got = read(file, text + size, sizeof(text) - 1 - size)) > 0)
		size += (size_t)got;
	close(file);
	text[size] = 0;
	if (!generations_find(text, "/lab", id, newest, said, WORD)) {
		errno = ENOENT;
		give_up("the memcg in " LRU_GEN);
	}
}

static void run_region(size_t index, char step, int lru_gen)
{
	char before[WORD], after[WORD], command[96];
	unsigned long long id = 0;
	unsigned long newest = 0;
	uint64_t count;
	ssize_t wrote = 0;
	int length;

	generations(&id, &newest, before);
	/* a generation that is not there yet is refused */
	length = snprintf(command, sizeof(command), "+ %llu 0 %lu %d 1\n", id, newest + (step == 'r'),
			  SWAPPINESS);
	/* wakes up just behind a tick: none falls into the region */
	usleep(1);
	region_begins();
	count = counter_start();
	if (step != '0')
		wrote = write(lru_gen, command, (size_t)length);
	count = counter_stop(count);
	region_ends();
	if ((wrote < 0) != (step == 'r'))
		give_up("a write to " LRU_GEN);
	generations(&id, &newest, after);
	printf("region %zu %c %llu %s %s\n", index, step, (unsigned long long)count, before, after);
}

int main(void)
{
	size_t bytes = (size_t)atoi(argument("megabytes", "64")) << 20, index = 0;
	const char *steps = argument("steps", "00rraaaaaa");
	struct child child;
	int lru_gen;

	setvbuf(stdout, NULL, _IOLBF, 0);
	mount_all();
	seed_random();
	settings();
	swap_on("/dev/ram0");
	child_start(&child, bytes);
	child_wait(&child);
	counter_open();
	lru_gen = open(LRU_GEN, O_RDWR);
	if (lru_gen < 0)
		give_up(LRU_GEN);
	/* a machine's firmware may have left a line without an end */
	printf("\nguest 1 %s\n", counter_name());
	for (const char *step = steps; *step; step++) {
		if (*step != 't') {
			run_region(index++, *step, lru_gen);
		} else if (write(child.tell, "t", 1) == 1) {
			child_wait(&child);
		}
	}
	printf("done\n");
	kill(child.pid, SIGKILL);
	waitpid(child.pid, NULL, 0);
	end();
}
