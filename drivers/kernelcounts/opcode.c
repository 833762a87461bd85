// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernelcounts/opcode.h"

/* Arm Architecture Reference Manual, "Loads and Stores": bits that are fixed, and their values */
struct encoding {
	uint32_t mask, value;
};

static bool encoded(uint32_t word, const struct encoding *table, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if ((word & table[i].mask) == table[i].value)
			return true;
	return false;
}

struct opcode opcode_arm64(const uint8_t *bytes, size_t size)
{
	static const struct encoding locked[] = {
		{ 0x3fa07c00, 0x08a07c00 }, /* cas */
		{ 0xbfa07c00, 0x08207c00 }, /* casp */
		{ 0x3fe00000, 0x08000000 }, /* store exclusive */
		{ 0xbfe00000, 0x88200000 }, /* store exclusive pair */
		{ 0x3b200c00, 0x38200000 }, /* swp, ldadd, ldset and their like */
	};
	static const struct encoding ordered_load[] = { { 0x3ffffc00,
							  0x38bfc000 } }; /* ldapr, not one of these */
	static const struct encoding prefetch[] = {
		{ 0xffc00000, 0xf9800000 }, /* prfm, immediate */
		{ 0xffe00c00, 0xf8a00800 }, /* prfm, register */
		{ 0xffe00c00, 0xf8800000 }, /* prfum */
		{ 0xff000000, 0xd8000000 }, /* prfm, literal */
	};
	struct opcode opcode = { 0 };
	uint32_t word;

	if (size != 4)
		return opcode;
	word = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
	       (uint32_t)bytes[3] << 24;
	opcode.prefetch = encoded(word, prefetch, sizeof(prefetch) / sizeof(prefetch[0]));
	opcode.locked = encoded(word, locked, sizeof(locked) / sizeof(locked[0])) &&
			!encoded(word, ordered_load, 1);
	opcode.stack = (word & 0x0a000000) == 0x08000000 && (word >> 5 & 31) == 31;
	return opcode;
}

/* prefixes of instructions for 64-bit mode, REX left out */
static bool is_prefix(uint8_t byte)
{
	static const uint8_t prefixes[] = { 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf0, 0xf2, 0xf3 };

	for (size_t i = 0; i < sizeof(prefixes); i++)
		if (byte == prefixes[i])
			return true;
	return false;
}

/* push, pop, call, ret, enter, leave, pushf, popf: no byte says that they use the stack */
static bool uses_stack(uint8_t code, uint8_t next)
{
	uint8_t extension = next >> 3 & 7;

	if (code >= 0x50 && code <= 0x5f)
		return true;
	if (code == 0xff)
		return extension == 2 || extension == 6;
	switch (code) {
	case 0x68:
	case 0x6a:
	case 0x8f:
	case 0x9c:
	case 0x9d:
	case 0xc2:
	case 0xc3:
	case 0xc8:
	case 0xc9:
	case 0xe8:
		return true;
	default:
		return false;
	}
}

/* Intel's manual, volume 2, chapter 2: prefixes, REX, one byte of opcode or 0f and one, ModRM, SIB */
struct opcode opcode_x86_64(const uint8_t *bytes, size_t size)
{
	struct opcode opcode = { 0 };
	uint8_t rex = 0, code, next, scaled;
	bool two, memory;
	size_t at = 0;

	for (; at < size && is_prefix(bytes[at]); at++)
		opcode.locked |= bytes[at] == 0xf0;
	if (at < size && bytes[at] >> 4 == 4)
		rex = bytes[at++];
	two = at + 1 < size && bytes[at] == 0x0f;
	at += two;
	if (at >= size)
		return opcode;
	code = bytes[at++];
	next = at < size ? bytes[at] : 0xff;
	scaled = at + 1 < size ? bytes[at + 1] : 0;
	memory = next >> 6 != 3;
	if (two) {
		opcode.prefetch = (code == 0x0d || (code == 0x18 && (next >> 3 & 7) < 4)) && memory;
	} else if (uses_stack(code, next)) {
		opcode.stack = true;
		return opcode;
	} else if (code >> 4 == 0xa) {
		/* string operations and fixed addresses have no ModRM */
		return opcode;
	}
	opcode.locked |= !two && code >> 1 == 0x86 >> 1 && memory;
	opcode.stack = memory && (next & 7) == 4 && (scaled & 7) == 4 && !(rex & 1);
	return opcode;
}
