#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# disassembly.sh RULES OBJDUMP OBJECT...: whether the compiler kept what the kernels claim, by the
# rules of x86_64, of arm64-lse or of arm64-llsc. Exit status 77 where that cannot be looked at:
# other machines, and sanitized objects.
set -eu

here=$(dirname "$0")
rules=$1 objdump=$2
shift 2

case $rules in
x86_64) machine=x86_64 program=$here/disassembly.awk ;;
arm64-*) machine=aarch64 program=$here/atomics_arm64.awk ;;
*)
	echo "disassembly: written for plain x86-64 and arm64 objects, not for $rules"
	exit 77
	;;
esac
if ! command -v "$objdump" >/dev/null; then
	echo "disassembly: no objdump (Debian: binutils)"
	exit 77
fi

# without relocations, and without what an exclusive prefetches for itself just before its load
plain_code() {
	awk '/: R_/ { next }
		held != "" && !/\tlda?xr\t/ { print held }
		{ held = "" }
		/\tprfm\tpstl1strm,/ { held = $0; next }
		{ print }'
}

failed=0
for object in "$@"; do
	kernel=$(basename "$object" .c.o)
	[ "$kernel" != catalog ] || continue
	text=$("$objdump" -dr --no-show-raw-insn "$object")
	printf '%s\n' "$text" | plain_code | awk -v machine=$machine -v kernel="$kernel" -f "$here/prefetches.awk" || failed=1
	printf '%s\n' "$text" | awk -v kernel="$kernel" -v atomics="${rules#arm64-}" -f "$program" || failed=1
done
exit $failed
