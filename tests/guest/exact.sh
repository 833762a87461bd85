#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# exact.sh CPU BUILD LIBRARIES KERNEL ATOMICS PATH [renew]: instructions per folio in a guest with that
# CPU are the same in each of 50 rounds, and what the table says where that was made by the same
# compiler. Each instruction takes one nanosecond there, and the PMU counts them exactly. ATOMICS, lse
# or llsc, is what the lab must choose there, PATH the path that must serve. BUILD is the folder of an
# arm64 build, LIBRARIES the root folder with its shared libraries, KERNEL what kernel.sh made.
set -u
LC_ALL=C
export LC_ALL
here=$(dirname -- "$0")
cpu=$1 build=$2 libraries=$3 kernel=$4 atomics=$5 path=$6 renew=${7-}
table=$here/instructions-$atomics.csv

fail() {
	echo "FAILED: $cpu: $*" >&2
	cat "$work/said" >&2
	exit 1
}

if [ ! -e "$kernel/whole" ] || [ ! -x "$build/foliolab" ]; then
	echo 'skipped: no kernel or no program for it: ./lab test-guests makes them' >&2
	exit 77
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
"$here/machine.sh" arm64 "$kernel" "$libraries" "$build/foliolab" "$here/in_guest.sh" "$cpu" norandmaps \
	-- -icount shift=0 >"$work/said"
status=$?
[ $status != 77 ] || exit 77
[ $status = 0 ] || fail "exit status $status in the guest"

grep -q "^atomics $atomics$" "$work/said" || fail "not measured with $atomics"
# sample PATH FOLIOS VARIANT instructions COUNT times N: one line for each variant, 60 times less those disturbed
grep '^sample .* instructions ' "$work/said" >"$work/samples" || fail 'nothing was counted'
[ "$(cut -d ' ' -f 4 "$work/samples" | sort -u | wc -l)" -ge 8 ] || fail 'variants are missing'
# the count of most rounds; any other is a failure, but for what an interrupt between a load and a
# store exclusive costs: the five instructions of one more turn
retry=0
[ "$atomics" = lse ] || retry=5
awk -v retry=$retry '
	$6 == "times" { print "not counted: " $0 >"/dev/stderr"; bad = 1; next }
	{ key = $2 " " $3 " " $4; line[NR] = $0; of[NR] = key }
	$8 > most[key] { most[key] = $8; mode[key] = $6; modes[key] = $0 }
	END {
		for (i in line) {
			split(line[i], field, " ")
			more = (field[6] - mode[of[i]]) * field[3] * (field[2] == "increment" ? 2 : 1)
			turns = retry ? int(more / retry + 0.5) : 0
			if (more - turns * retry > 0.1 || more - turns * retry < -0.1) {
				print "not the same: " line[i] >"/dev/stderr"
				bad = 1
			}
		}
		for (key in modes) {
			print modes[key]
			if (most[key] < 50) {
				print "too few times: " modes[key] >"/dev/stderr"
				bad = 1
			}
		}
		exit bad
	}' "$work/samples" >"$work/modes" || fail 'not the same in each round'
# one PMU event has one count, by whatever name; and what never counts has none
if grep -q '^sample .* preset [0-9]' "$work/said"; then
	sed -n 's/ preset / instructions /p' "$work/said" | sort >"$work/presets"
	sort "$work/samples" | diff - "$work/presets" >&2 || fail 'PAPI_TOT_INS counts something else'
fi
! grep '^sample .* ldrex [0-9]' "$work/said" || fail 'a column that is not empty'

# offer LEVEL,metric,what,state,event,path,...
offers() {
	grep -q "^offer $1,$2,.*,$3,.*$4" "$work/said" || fail "$1: $2 is not: $3 $4"
}
offers paranoid1 instructions counts "$path"
offers paranoid3 instructions counts 'libpfm4 and perf_event_open'
offers paranoid1 atomic_ldrex 'opens but never counts' ''
offers paranoid1 page_faults counts ''

# built HEADER-WORD: what the program was built with
built() {
	sed -n "s/^#define $1[^\"]*\"\(.*\)\"/\1/p" "$build/drivers/build_info.h"
}
made="$(built FOLIOLAB_COMPILER) $(built FOLIOLAB_KERNEL_FLAGS)"
{
	echo '# Instructions that twice as many folios add, per folio; see docs/counters.md'
	echo "# build: $made"
	echo 'variant,path,instructions'
	sort -k 4,4 -k 2,2 -k 3,3n "$work/modes" | awk '
		$3 == 4096 { before = $6 * $3; next }
		{ printf "%s,%s,%.4f\n", $4, $2, ($6 * $3 - before) / ($3 - 4096) }' | grep -v '^control,'
} >"$work/table"
if [ -n "$renew" ]; then
	cp "$work/table" "$table"
	echo "wrote $table"
	exit 0
fi
if [ "$(sed -n 's/^# build: //p' "$table")" != "$made" ]; then
	echo "$cpu: exact; not compared: the table holds for another compiler" >&2
	exit 0
fi
diff -u "$table" "$work/table" || fail 'counts differ: explain them in the commit that renews the table'
