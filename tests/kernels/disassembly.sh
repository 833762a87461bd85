#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# disassembly.sh MACHINE OBJECT...: whether the compiler kept what the kernels claim. Exit
# status 77 where that cannot be looked at: machines but x86-64, and sanitized objects.
set -eu

here=$(dirname "$0")
machine=$1
shift

case $machine in
x86_64 | AMD64) ;;
*)
	echo "disassembly: written for plain x86-64 objects, not $machine"
	exit 77
	;;
esac
if ! command -v objdump >/dev/null; then
	echo "disassembly: no objdump (Debian: binutils)"
	exit 77
fi

failed=0
for object in "$@"; do
	kernel=$(basename "$object" .c.o)
	text=$(objdump -d --no-show-raw-insn "$object")
	printf '%s\n' "$text" | awk -v kernel="$kernel" -f "$here/disassembly.awk" || failed=1
done
exit $failed
