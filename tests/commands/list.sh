#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# foliolab list: every kernel that issue 2 names, their variants, one kernel alone.
. "$(dirname "$0")/lib.sh"

works list
for kernel in inc_min_seq walk set_refs agetest cmpxchg list_move counters empty; do
	grep -q "^$kernel  *[a-z].*?" out || fail "$kernel and its question are not listed"
done
works list inc_min_seq
for variant in base p1 p2 p3 p4 p5 p6 v3; do
	grep -q "^  $variant  *[a-z]" out || fail "variant $variant is not listed"
done
for kernel in walk set_refs; do
	works list $kernel
	grep -q '^  skip  *[a-z]' out || fail "$kernel has no variant skip"
done
refused "no kernel 'junk'" list junk
refused 'one kernel only' list walk empty
