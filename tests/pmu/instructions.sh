#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# instructions.sh COUNT_PASS TABLE BUILD [renew]: instructions, loads, stores and locked operations
# per item of every pass, as valgrind simulates them, against the table of what they are to be.
# BUILD says how the loops were compiled; a table made otherwise is not compared (77). With renew
# the table is written.
# instructions.sh COUNT_PASS LIBRARY FUNCTION lifted: prints those of a lifted function's stages.
set -u
LC_ALL=C
export LC_ALL

if [ $# -lt 3 ]; then
	echo 'usage: instructions.sh COUNT_PASS TABLE BUILD [renew]' >&2
	exit 2
fi
program=$1 table=$2 build=$3 renew=${4-}

if ! command -v valgrind >/dev/null; then
	echo 'skipped: no valgrind: apt-get install valgrind' >&2
	exit 77
fi
lifted=
if [ "$renew" = lifted ]; then
	lifted=1
elif [ -z "$renew" ]; then
	if [ ! -r "$table" ]; then
		echo "skipped: no table for this architecture: $table" >&2
		exit 77
	fi
	holds=$(sed -n 's/^# build: //p' "$table")
	if [ "$holds" != "$build" ]; then
		echo "skipped: the table holds for $holds, this is $build" >&2
		exit 77
	fi
fi

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
# each call of counted_pass() is written to a file of its own
if ! valgrind --quiet --tool=callgrind --collect-atstart=no --toggle-collect=counted_pass \
	--dump-after=counted_pass --cache-sim=yes --collect-bus=yes --callgrind-out-file="$work/out" \
	"$program" ${lifted:+"$table" "$build"} >"$work/calls" 2>"$work/errors"; then
	cat "$work/errors" >&2
	echo 'instructions.sh: the passes could not be counted: see above' >&2
	exit 1
fi

# the summary of each call beside what it was; then what twice the folios add, per item
calls=$(wc -l <"$work/calls")
i=0
while [ $i -lt "$calls" ]; do
	i=$((i + 1))
	events=$(sed -n 's/^events: //p' "$work/out.$i" | sed 1q)
	[ "$events" = 'Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw Ge' ] || {
		echo "instructions.sh: valgrind counts other events: $events" >&2
		exit 1
	}
	sed -n 's/^summary: //p' "$work/out.$i" | sed 1q
done >"$work/counts"
paste -d ' ' "$work/calls" "$work/counts" | awk '
	NR % 2 { first = $0; next }
	{
		split(first, before, " ")
		items = $6 - before[6]
		if (!items) items = $5 - before[5]
		printf "%s,%s,%s,%s,%.4f,%.4f,%.4f,%.4f\n", $1, $2, $3, $4, ($7 - before[7]) / items,
			($8 - before[8]) / items, ($9 - before[9]) / items, ($16 - before[16]) / items
	}' >"$work/table"

if [ -n "$lifted" ]; then
	echo 'kernel,config,variant,path,instructions,loads,stores,locked'
	cat "$work/table"
	exit 0
fi
{
	echo '# What twice as many folios add, per item; made by: cmake --build build --target renew-counts'
	echo "# build: $build"
	echo 'kernel,config,variant,path,instructions,loads,stores,locked'
	cat "$work/table"
} >"$work/new"

if [ -n "$renew" ]; then
	cp "$work/new" "$table"
	echo "wrote $table"
	exit 0
fi
if ! diff -u "$table" "$work/new"; then
	echo 'instructions.sh: counts differ: explain them in the commit that renews the table:' \
		'cmake --build build --target renew-counts' >&2
	exit 1
fi
