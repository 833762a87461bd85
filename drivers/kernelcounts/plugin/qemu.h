/* SPDX-License-Identifier: GPL-2.0-or-later */
/* As much of QEMU's interface for TCG plugins, version 1, as is used here: Debian packages no header of it. */
#ifndef FOLIOLAB_KERNELCOUNTS_QEMU_H
#define FOLIOLAB_KERNELCOUNTS_QEMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PLUGIN_EXPORT __attribute__((visibility("default")))

typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_info_t;

/* QEMU's enums: no registers touched, any kind of access, an addition in line */
enum { PLUGIN_NO_REGS = 0, PLUGIN_ANY_ACCESS = 3, PLUGIN_ADD_U64 = 0 };

typedef void plugin_translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block);
typedef void plugin_executed(unsigned int cpu, void *data);
typedef void plugin_accessed(unsigned int cpu, qemu_plugin_meminfo_t info, uint64_t address, void *data);

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, plugin_translated *translated);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn, plugin_executed *executed,
					    int registers, void *data);
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn, int operation, void *at,
						uint64_t value);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn, plugin_accessed *accessed, int registers,
				      int kind, void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t info);

#endif
