#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The table can be pasted into a mail: ASCII, 72 columns, every variant, the floor, where cycles come from.
. "$(dirname "$0")/lib.sh"

works run inc_min_seq --folios 64 --replicates 6 --rounds 2
! grep -q '[^ -~]' out || fail 'not plain ASCII'
! grep -q '^.\{73\}' out || fail 'more than 72 columns'
for variant in base p1 p2 p3 p4 p5 p6 v3 control; do
	grep -q "^$variant  *[0-9]" out || fail "no row for $variant"
done
grep -q floor out || fail 'no floor'
grep -qE 'cycles: (pmu|calibrated|none)' out || fail 'no source of cycles'
works run walk --folios 600 --page-tables 2 --replicates 6 --rounds 2
! grep -q '^.\{73\}' out || fail 'walk: more than 72 columns'
works run agetest --folios 600 --replicates 6 --rounds 2
! grep -q '^.\{73\}' out || fail 'agetest: more than 72 columns'
