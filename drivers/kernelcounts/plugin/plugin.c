// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Counts, per instruction of the kernel's text, how often it was executed and
 * what it accessed, between two instructions of the guest's program. Knows
 * nothing of architectures: what an instruction is, its reader tells from its
 * bytes.
 *
 * arguments: begin= and end= (of a region, where that instruction lies), from=
 * and to= (the text), folios= and folios_end= (the array of struct page), all
 * hexadecimal; out= (a new file)
 *
 * Per region a line "region INDEX", then one for each instruction executed:
 *   ADDRESS BYTES EXECUTED LOADS STORES FLAGS_LOADS FLAGS_STORES
 * where flags are those of a folio: the first word of a struct page.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu.h"

enum { MAX_INSN = 15, STRUCT_PAGE = 64 };

struct count {
	uint64_t address, executed, loads, stores, flags_loads, flags_stores;
	uint8_t bytes[MAX_INSN], size;
	struct count *next; /* in order of translation */
};

static struct {
	uint64_t begin, end, from, to, folios, folios_end;
	FILE *out;
	struct count **counts; /* by address - from */
	struct count *first;
	unsigned int regions;
	bool counting;
} plugin;

PLUGIN_EXPORT int qemu_plugin_version = 1;
PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc,
				      char **argv);

static void on_begin(unsigned int cpu, void *data)
{
	(void)cpu;
	(void)data;
	for (struct count *count = plugin.first; count; count = count->next)
		count->executed = count->loads = count->stores = count->flags_loads = count->flags_stores = 0;
	plugin.counting = true;
}

static void on_end(unsigned int cpu, void *data)
{
	(void)cpu;
	(void)data;
	plugin.counting = false;
	fprintf(plugin.out, "region %u\n", plugin.regions++);
	for (const struct count *count = plugin.first; count; count = count->next) {
		if (!count->executed)
			continue;
		fprintf(plugin.out, "%" PRIx64 " ", count->address);
		for (unsigned int i = 0; i < count->size; i++)
			fprintf(plugin.out, "%02x", count->bytes[i]);
		fprintf(plugin.out, " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
			count->executed, count->loads, count->stores, count->flags_loads, count->flags_stores);
	}
	fflush(plugin.out);
}

static void on_access(unsigned int cpu, qemu_plugin_meminfo_t info, uint64_t address, void *data)
{
	struct count *count = data;
	bool flags = address >= plugin.folios && address < plugin.folios_end && !(address % STRUCT_PAGE);
	bool store = qemu_plugin_mem_is_store(info);

	(void)cpu;
	if (!plugin.counting)
		return;
	if (store) {
		count->stores++;
		count->flags_stores += flags;
	} else {
		count->loads++;
		count->flags_loads += flags;
	}
}

static struct count *count_of(uint64_t address)
{
	struct count **slot = &plugin.counts[address - plugin.from];

	if (!*slot) {
		*slot = calloc(1, sizeof(**slot));
		if (!*slot)
			abort();
		(*slot)->address = address;
		(*slot)->next = plugin.first;
		plugin.first = *slot;
	}
	return *slot;
}

static void on_translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
	(void)id;
	for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(block, i);
		uint64_t address = qemu_plugin_insn_vaddr(insn);
		struct count *count;

		if (address == plugin.begin)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, on_begin, PLUGIN_NO_REGS, NULL);
		if (address == plugin.end)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, on_end, PLUGIN_NO_REGS, NULL);
		if (address < plugin.from || address >= plugin.to)
			continue;
		count = count_of(address);
		/* text is patched while booting: what counts is what was executed last */
		count->size = (uint8_t)qemu_plugin_insn_size(insn);
		if (count->size > MAX_INSN)
			count->size = MAX_INSN;
		memcpy(count->bytes, qemu_plugin_insn_data(insn), count->size);
		qemu_plugin_register_vcpu_insn_exec_inline(insn, PLUGIN_ADD_U64, &count->executed, 1);
		qemu_plugin_register_vcpu_mem_cb(insn, on_access, PLUGIN_NO_REGS, PLUGIN_ANY_ACCESS, count);
	}
}

static bool take_argument(const char *argument)
{
	const struct {
		const char *name;
		uint64_t *to;
	} table[] = {
		{ "begin=", &plugin.begin },   { "end=", &plugin.end },
		{ "from=", &plugin.from },     { "to=", &plugin.to },
		{ "folios=", &plugin.folios }, { "folios_end=", &plugin.folios_end },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		size_t length = strlen(table[i].name);

		if (strncmp(argument, table[i].name, length))
			continue;
		*table[i].to = strtoull(argument + length, NULL, 16);
		return true;
	}
	if (strncmp(argument, "out=", 4) || plugin.out)
		return false;
	plugin.out = fopen(argument + 4, "wx");
	return plugin.out;
}

PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc,
				      char **argv)
{
	(void)info;
	for (int i = 0; i < argc; i++)
		if (!take_argument(argv[i]))
			return 1;
	if (!plugin.out || plugin.to <= plugin.from || plugin.to - plugin.from > 1 << 28)
		return 1;
	plugin.counts = calloc(plugin.to - plugin.from, sizeof(struct count *));
	if (!plugin.counts)
		return 1;
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translated);
	return 0;
}
