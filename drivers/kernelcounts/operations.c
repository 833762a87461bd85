// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernelcounts/operations.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_INSN = 15, MAX_SYMBOLS = 1 << 20 };

/* a line of the plugin's */
struct executed {
	uint64_t address, executed, loads, stores, flags_loads, flags_stores;
	uint8_t bytes[MAX_INSN];
	size_t size;
};

static int by_address(const void *a, const void *b)
{
	const struct symbol *one = a, *other = b;

	return (one->address > other->address) - (one->address < other->address);
}

static bool add_symbol(struct symbols *symbols, size_t *room, uint64_t address, const char *name)
{
	struct symbol *grown;

	if (symbols->nr == *room) {
		*room = *room ? 2 * *room : 4096;
		grown = *room > MAX_SYMBOLS ? NULL : realloc(symbols->symbol, *room * sizeof(*grown));
		if (!grown)
			return false;
		symbols->symbol = grown;
	}
	symbols->symbol[symbols->nr] = (struct symbol){ .address = address };
	snprintf(symbols->symbol[symbols->nr++].name, MAX_SYMBOL, "%s", name);
	return true;
}

/* the kernel's text and the functions in it; marks of the assembler begin with $ */
int symbols_parse(struct symbols *symbols, const struct text *map, char *error, size_t size)
{
	const char *at = map->data ? map->data : "", *end = at + map->size;
	size_t room = 0, length;

	*symbols = (struct symbols){ 0 };
	for (; at < end; at += length + (at + length < end)) {
		char line[160], name[MAX_SYMBOL], kind;
		uint64_t address;

		length = line_length(at, end);
		snprintf(line, sizeof(line), "%.*s", (int)(length < sizeof(line) ? length : sizeof(line) - 1),
			 at);
		if (sscanf(line, "%" SCNx64 " %c %55s", &address, &kind, name) != 3)
			continue;
		/* on some kernels its end is said to be data */
		if (!strcmp(name, "_stext"))
			symbols->from = address;
		else if (!strcmp(name, "_etext"))
			symbols->to = address;
		else if (strchr("tTwW", kind) && name[0] != '$' && !add_symbol(symbols, &room, address, name))
			break;
	}
	if (at < end || !symbols->nr || symbols->to <= symbols->from) {
		snprintf(error, size, "System.map makes no sense");
		return -1;
	}
	qsort(symbols->symbol, symbols->nr, sizeof(*symbols->symbol), by_address);
	return 0;
}

void symbols_free(struct symbols *symbols)
{
	free(symbols->symbol);
	*symbols = (struct symbols){ 0 };
}

/* the last one at or before an address, or NULL */
static struct symbol *symbol_at(struct symbols *symbols, uint64_t address)
{
	size_t low = 0, high = symbols->nr;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (symbols->symbol[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &symbols->symbol[low - 1] : NULL;
}

static bool take_bytes(const char *text, struct executed *executed)
{
	size_t length = strlen(text);

	if (!length || length % 2 || length > 2 * (size_t)MAX_INSN)
		return false;
	for (size_t i = 0; i < length; i += 2) {
		char pair[3] = { text[i], text[i + 1], 0 };

		if (!isxdigit((unsigned char)pair[0]) || !isxdigit((unsigned char)pair[1]))
			return false;
		executed->bytes[i / 2] = (uint8_t)strtoul(pair, NULL, 16);
	}
	executed->size = length / 2;
	return true;
}

static bool take_executed(const char *line, struct executed *executed)
{
	char bytes[2 * MAX_INSN + 1];

	return sscanf(line, "%" SCNx64 " %30s %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64,
		      &executed->address, bytes, &executed->executed, &executed->loads, &executed->stores,
		      &executed->flags_loads, &executed->flags_stores) == 7 &&
	       take_bytes(bytes, executed);
}

static void add(uint64_t count[NR_OPERATIONS], const struct executed *executed, struct opcode opcode)
{
	count[OP_INSTRUCTIONS] += executed->executed;
	if (opcode.prefetch)
		count[OP_PREFETCHES] += executed->executed;
	if (opcode.locked) {
		count[OP_LOCKED] += executed->executed;
	} else if (opcode.stack) {
		count[OP_STACK] += executed->loads + executed->stores;
	} else {
		count[OP_FLAGS_LOADS] += executed->flags_loads;
		count[OP_LOADS] += executed->loads;
		count[OP_STORES] += executed->stores;
	}
}

/* the path that a region stands for, or NR_AGING_PATHS */
static enum aging_path path_of(const struct aging_regions *regions, size_t region)
{
	enum aging_path path = 0;

	while (path < NR_AGING_PATHS && regions->at[path] != region)
		path++;
	return path;
}

int operations_parse(struct operations *operations, struct symbols *symbols, const struct text *written,
		     const struct aging_regions *regions, opcode_fn *opcode, char *error, size_t size)
{
	const char *at = written->data ? written->data : "", *end = at + written->size;
	enum aging_path path = NR_AGING_PATHS;
	size_t length, nr = 0;

	*operations = (struct operations){ 0 };
	for (; at < end; at += length + (at + length < end)) {
		struct executed executed = { 0 };
		struct symbol *symbol;
		char line[192];

		length = line_length(at, end);
		snprintf(line, sizeof(line), "%.*s", (int)(length < sizeof(line) ? length : sizeof(line) - 1),
			 at);
		if (!strncmp(line, "region ", 7)) {
			path = path_of(regions, nr++);
			continue;
		}
		if (!nr || !take_executed(line, &executed)) {
			snprintf(error, size, "the plugin wrote something odd: '%.80s'", line);
			return -1;
		}
		if (path == NR_AGING_PATHS)
			continue;
		add(operations->count[path], &executed, opcode(executed.bytes, executed.size));
		symbol = symbol_at(symbols, executed.address);
		if (symbol)
			symbol->executed[path] += executed.executed;
	}
	if (nr == NR_GUEST_REGIONS)
		return 0;
	snprintf(error, size, "the plugin wrote %zu regions, not %d", nr, NR_GUEST_REGIONS);
	return -1;
}

static double without_walk(uint64_t count, uint64_t walk, enum aging_path path, uint64_t folios)
{
	return ((double)count - (path == AGING_WALK ? 0 : (double)walk)) / (double)folios;
}

double operations_per_folio(const struct operations *operations, enum aging_path path,
			    enum operation operation, uint64_t folios)
{
	return without_walk(operations->count[path][operation], operations->count[AGING_WALK][operation],
			    path, folios);
}

double symbol_per_folio(const struct symbol *symbol, enum aging_path path, uint64_t folios)
{
	return without_walk(symbol->executed[path], symbol->executed[AGING_WALK], path, folios);
}
