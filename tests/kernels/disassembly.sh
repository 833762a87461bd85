#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# disassembly.sh MACHINE OBJECT...: whether the compiler kept what the kernels claim. Of arm64
# objects the prefetches alone are looked at, on any machine that has a disassembler for them. Exit
# status 77 where that cannot be done: other machines, and sanitized objects.
set -eu

here=$(dirname "$0")
machine=$1
shift

case $machine in
x86_64 | AMD64) machine=x86_64 ;;
aarch64 | arm64) machine=aarch64 ;;
*)
	echo "disassembly: written for plain x86-64 and arm64 objects, not $machine"
	exit 77
	;;
esac
disassembler=objdump
[ "$(uname -m)" = $machine ] || disassembler=$machine-linux-gnu-objdump
if ! command -v "$disassembler" >/dev/null; then
	echo "disassembly: no $disassembler (Debian: binutils, binutils-aarch64-linux-gnu)"
	exit 77
fi

failed=0
for object in "$@"; do
	kernel=$(basename "$object" .c.o)
	text=$("$disassembler" -d --no-show-raw-insn "$object")
	printf '%s\n' "$text" | awk -v machine="$machine" -v kernel="$kernel" -f "$here/prefetches.awk" || failed=1
	[ $machine = x86_64 ] || continue
	printf '%s\n' "$text" | awk -v kernel="$kernel" -f "$here/disassembly.awk" || failed=1
done
exit $failed
