// SPDX-License-Identifier: GPL-2.0-or-later
/* Instructions as assemblers of both architectures encode them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "kernelcounts/opcode.h"

enum { L = 1, P = 2, S = 4 };

struct sample {
	const char *name;
	int is; /* locked, prefetch, stack */
	uint8_t size, bytes[10];
};

static void check(opcode_fn *fn, const struct sample *samples, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		struct opcode got = fn(samples[i].bytes, samples[i].size);
		int is = got.locked * L + got.prefetch * P + got.stack * S;

		if (is != samples[i].is)
			print_error("%s: %d\n", samples[i].name, is);
		assert_int_equal(is, samples[i].is);
	}
}

#define WORD(word)                                                                   \
	4,                                                                           \
	{                                                                            \
		(word) & 0xff, (word) >> 8 & 0xff, (word) >> 16 & 0xff, (word) >> 24 \
	}

static void test_arm64(void **state)
{
	static const struct sample samples[] = {
		{ "casal x0, x1, [x2]", L, WORD(0xc8e0fc41) },
		{ "cas w0, w1, [x2]", L, WORD(0x88a07c41) },
		{ "caspal x0, x1, x2, x3, [x4]", L, WORD(0x4860fc82) },
		{ "ldaddal x0, x1, [x2]", L, WORD(0xf8e00041) },
		{ "stset x0, [x1]", L, WORD(0xf820303f) },
		{ "swpal w0, w1, [sp]", L | S, WORD(0xb8e083e1) },
		{ "stlxr w0, x1, [x2]", L, WORD(0xc800fc41) },
		{ "stxp w0, x1, x2, [x3]", L, WORD(0xc8200861) },
		{ "ldaxr x0, [x1]", 0, WORD(0xc85ffc20) },
		{ "ldxp x0, x1, [x2]", 0, WORD(0xc87f0440) },
		{ "ldapr x0, [x1]", 0, WORD(0xf8bfc020) },
		{ "ldar x0, [x1]", 0, WORD(0xc8dffc20) },
		{ "stlr x0, [x1]", 0, WORD(0xc89ffc20) },
		{ "prfm pstl1keep, [x0]", P, WORD(0xf9800010) },
		{ "prfm pldl1keep, [x0, x1]", P, WORD(0xf8a16800) },
		{ "prfum pldl1keep, [x0, #-8]", P, WORD(0xf89f8000) },
		{ "ldr x0, [x1]", 0, WORD(0xf9400020) },
		{ "ldr x0, [sp, #16]", S, WORD(0xf9400be0) },
		{ "stp x29, x30, [sp, #-16]!", S, WORD(0xa9bf7bfd) },
		{ "stp x0, x1, [x2]", 0, WORD(0xa9000440) },
		{ "strb w0, [x1, x2]", 0, WORD(0x38226820) },
		{ "str x0, [x1], #8", 0, WORD(0xf8008420) },
		{ "add x0, sp, x1", 0, WORD(0x8b2163e0) },
		{ "mov x0, sp", 0, WORD(0x910003e0) },
		{ "bl .", 0, WORD(0x94000000) },
		{ "ret", 0, WORD(0xd65f03c0) },
	};

	(void)state;
	check(opcode_arm64, samples, sizeof(samples) / sizeof(samples[0]));
	assert_false(opcode_arm64(samples[0].bytes, 3).locked);
}

static void test_x86_64(void **state)
{
	static const struct sample samples[] = {
		{ "lock cmpxchg %rcx, (%rdi)", L, 5, { 0xf0, 0x48, 0x0f, 0xb1, 0x0f } },
		{ "lock xadd %eax, 8(%rsp)", L | S, 6, { 0xf0, 0x0f, 0xc1, 0x44, 0x24, 0x08 } },
		{ "xchg %rax, (%rdi)", L, 3, { 0x48, 0x87, 0x07 } },
		{ "xchg %rax, %rcx", 0, 2, { 0x48, 0x91 } },
		{ "lock btrq $5, (%rdi)", L, 6, { 0xf0, 0x48, 0x0f, 0xba, 0x37, 0x05 } },
		{ "lock incl %gs:8(%rax)", L, 5, { 0x65, 0xf0, 0xff, 0x40, 0x08 } },
		{ "prefetchw (%rdi)", P, 3, { 0x0f, 0x0d, 0x0f } },
		{ "prefetcht0 64(%rax)", P, 4, { 0x0f, 0x18, 0x48, 0x40 } },
		{ "nopw 0(%rax,%rax,1)", 0, 5, { 0x66, 0x0f, 0x1f, 0x04, 0x00 } },
		{ "mov (%rdi), %rax", 0, 3, { 0x48, 0x8b, 0x07 } },
		{ "mov 8(%rsp), %rax", S, 5, { 0x48, 0x8b, 0x44, 0x24, 0x08 } },
		{ "mov %rax, (%rsp,%rcx,8)", S, 4, { 0x48, 0x89, 0x04, 0xcc } },
		{ "mov (%r12), %rax", 0, 4, { 0x49, 0x8b, 0x04, 0x24 } },
		{ "mov %rax, 8(%rbp)", 0, 4, { 0x48, 0x89, 0x45, 0x08 } },
		{ "mov %rsp, %rax", 0, 3, { 0x48, 0x89, 0xe0 } },
		{ "movzwl 2(%rsp), %eax", S, 5, { 0x0f, 0xb7, 0x44, 0x24, 0x02 } },
		{ "push %rbx", S, 1, { 0x53 } },
		{ "push %r15", S, 2, { 0x41, 0x57 } },
		{ "pop %r12", S, 2, { 0x41, 0x5c } },
		{ "call .", S, 5, { 0xe8, 0xfb, 0xff, 0xff, 0xff } },
		{ "ret", S, 1, { 0xc3 } },
		{ "pushf", S, 1, { 0x9c } },
		{ "call *(%rax)", S, 2, { 0xff, 0x10 } },
		{ "push 8(%rdi)", S, 3, { 0xff, 0x77, 0x08 } },
		{ "jmp *(%rax)", 0, 2, { 0xff, 0x20 } },
		{ "incl (%rax)", 0, 2, { 0xff, 0x00 } },
		{ "rep stosq", 0, 3, { 0xf3, 0x48, 0xab } },
		{ "movsq", 0, 2, { 0x48, 0xa5 } },
		{ "lea 8(%rax), %rsp", 0, 4, { 0x48, 0x8d, 0x60, 0x08 } },
		{ "addq $1, 16(%rsp)", S, 6, { 0x48, 0x83, 0x44, 0x24, 0x10, 0x01 } },
		{ "mov %gs:0x10, %rax", 0, 9, { 0x65, 0x48, 0x8b, 0x04, 0x25, 0x10, 0x00, 0x00, 0x00 } },
	};

	(void)state;
	check(opcode_x86_64, samples, sizeof(samples) / sizeof(samples[0]));
	/* cut short: no byte behind the end is read */
	for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++)
		for (size_t size = 0; size < samples[i].size; size++) {
			uint8_t bytes[10];

			memcpy(bytes, samples[i].bytes, size);
			opcode_x86_64(bytes, size);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_arm64),
		cmocka_unit_test(test_x86_64),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
