// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Stores: the memory is write protected, so each store to it faults, is
 * noted, allowed, and followed by one trap after which the memory is
 * protected again. No instruction has to be understood for that. Instructions:
 * one trap before each, and a look at the bytes of the few that matter.
 */
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "trace.h"

enum { TRAP_FLAG = 0x100 };

static struct {
	char *region;
	size_t bytes, nr, room;
	struct store *stores;
	struct executed executed;
} trace;

static struct sigaction kept_segv, kept_trap;

static void protect(int protection)
{
	if (mprotect(trace.region, trace.bytes, protection))
		abort();
}

static void on_fault(int signal, siginfo_t *info, void *context)
{
	greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
	const uint8_t *code = (const uint8_t *)registers[REG_RIP];
	char *address = info->si_addr;

	(void)signal;
	if (address < trace.region || address >= trace.region + trace.bytes) {
		sigaction(SIGSEGV, &kept_segv, NULL);
		return;
	}
	if (trace.nr < trace.room)
		trace.stores[trace.nr] = (struct store){ (uintptr_t)address, *code == 0xf0 };
	trace.nr++;
	protect(PROT_READ | PROT_WRITE);
	registers[REG_EFL] |= TRAP_FLAG;
}

static void on_trap_after_store(int signal, siginfo_t *info, void *context)
{
	(void)signal;
	(void)info;
	protect(PROT_READ);
	((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
}

static void on_each_instruction(int signal, siginfo_t *info, void *context)
{
	const uint8_t *code = (const uint8_t *)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
	struct executed *executed = &trace.executed;
	bool lock = *code == 0xf0;

	(void)signal;
	(void)info;
	executed->instructions++;
	code += lock;
	code += (*code & 0xf0) == 0x40;
	if (lock && code[0] == 0x0f && code[1] == 0xb1)
		executed->lock_cmpxchg++;
	else if (lock)
		executed->lock_other++;
	else if (code[0] == 0x0f && code[1] == 0x0d)
		executed->prefetchw++;
	else if (code[0] == 0x0f && code[1] == 0x18)
		executed->prefetch_other++;
	else if ((code[0] == 0x86 || code[0] == 0x87) && code[1] < 0xc0)
		executed->xchg++;
}

static void handle(void (*fault)(int, siginfo_t *, void *), void (*trap)(int, siginfo_t *, void *))
{
	struct sigaction action = { .sa_flags = SA_SIGINFO, .sa_sigaction = trap };

	sigaction(SIGTRAP, &action, &kept_trap);
	if (!fault)
		return;
	action.sa_sigaction = fault;
	sigaction(SIGSEGV, &action, &kept_segv);
}

bool trace_supported(void)
{
	return true;
}

size_t trace_stores(void *region, size_t bytes, traced_fn *run, void *argument, struct store *stores,
		    size_t room)
{
	trace.region = region;
	trace.bytes = bytes;
	trace.stores = stores;
	trace.room = room;
	trace.nr = 0;
	handle(on_fault, on_trap_after_store);
	protect(PROT_READ);
	run(argument);
	protect(PROT_READ | PROT_WRITE);
	sigaction(SIGSEGV, &kept_segv, NULL);
	sigaction(SIGTRAP, &kept_trap, NULL);
	return trace.nr;
}

struct executed trace_instructions(traced_fn *run, void *argument)
{
	trace.executed = (struct executed){ 0 };
	handle(NULL, on_each_instruction);
	__builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() | TRAP_FLAG);
	run(argument);
	__builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() & ~(unsigned long long)TRAP_FLAG);
	sigaction(SIGTRAP, &kept_trap, NULL);
	return trace.executed;
}
