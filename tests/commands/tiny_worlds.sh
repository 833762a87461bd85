#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# One folio and two: every kernel runs them, by default on the rest of its own workload. None: it
# does, or says why not. No figure is nan or inf.
. "$(dirname "$0")/lib.sh"

for kernel in inc_min_seq walk set_refs agetest cmpxchg list_move counters empty; do
	for folios in 0 1 2; do
		run run $kernel --folios $folios --replicates 1 --rounds 1 --format csv
		if [ $folios = 0 ] && [ $status = 2 ]; then
			complains ''
			continue
		fi
		[ $status = 0 ] || fail "exit status $status: $kernel with $folios folios"
		rows_whole out
		! grep -qiE '(^|,)-?(nan|inf)' out || fail "$kernel with $folios folios: nan or inf"
		[ "$(column folios out | sort -u)" = $folios ] || fail 'another number of folios'
	done
done
