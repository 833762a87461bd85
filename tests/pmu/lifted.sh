#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A lifted function's instructions are counted as the lab's own loops are, and those beside it come out
# as alone. lifted.sh PROGRAM COUNT_PASS TESTS TABLE BUILD: TESTS is the folder of all tests, TABLE what
# the lab's own count where they are compiled as BUILD says.
. "$(dirname "$0")/../commands/lib.sh"
count_pass=$2 tests=$3 table=$4 build=$5
for tool in valgrind ctags; do
	command -v $tool >/dev/null || skip "no $tool: apt-get install valgrind universal-ctags"
done

sh "$tests/lift/make-tree.sh" tree || fail 'no tree'
works lift --tree tree --work lifted --folios 64 --replicates 1 --rounds 1
"$tests/pmu/instructions.sh" "$count_pass" "$(echo lifted/*/lifted.so)" inc_min_seq lifted >counted || fail 'not counted'
rows_whole counted
for path in increment promoted; do
	grep -q "^lifted:inc_min_seq,plain,tree,$path,[1-9]" counted || fail "the tree's $path path is not counted"
done
# one locked operation for each folio that is incremented
grep '^lifted:inc_min_seq,plain,tree,increment,' counted | grep -q ',1\.000[0-9]*$' || fail 'locked operations'

# the same loops, from the same objects
grep -v '^kernel,' counted | grep -v ',tree,' | sed 's/^lifted://' | sort >beside
[ -s beside ] || fail 'no hand-written variants beside it'
if [ "$(sed -n 's/^# build: //p' "$table")" = "$build" ]; then
	sort "$table" >own
	[ -z "$(comm -23 beside own)" ] || fail "beside a lifted function they count otherwise: $(comm -23 beside own)"
fi
exit 0
