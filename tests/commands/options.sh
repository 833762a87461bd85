#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What was asked for is what was run: the workload's columns say it.
. "$(dirname "$0")/lib.sh"

# is COLUMN VALUE: in every row
is() {
	[ "$(column "$1" out | sort -u)" = "$2" ] || fail "$1 is not $2"
}

once='--replicates 1 --rounds 1 --format csv'
# shellcheck disable=SC2086
works run inc_min_seq --variants p6,p1 --folios 1K --layout runs:16 --promoted 250 --promoted-pattern block \
	--zones 3 --type file --order 2 --seed 9223372036854775807 $once
is folios 1024
is layout runs
is run_length 16
is promoted 250
is promoted_pattern block
is zones 3
is type file
is order 2
[ "$(column variant out | tr '\n' ' ')" = 'p6 p1 control ' ] || fail 'the first variant named is not the baseline'
# shellcheck disable=SC2086
works run inc_min_seq --variants base --folios 100 --layout descending --promoted-pattern alternating $once
is layout descending
is promoted_pattern alternating
is promoted 500
# shellcheck disable=SC2086
works run walk --folios 1000 --page-tables 3 --young 500 --layout shuffled $once
is page_tables 3
is young 500
is layout shuffled
# shellcheck disable=SC2086
works run set_refs --folios 100 --refs 2 $once
is refs 2
# shellcheck disable=SC2086
works run list_move --folios 100 --batch 7 $once
is batch 7
# shellcheck disable=SC2086
works run counters --folios 100 $once
is batch 4096
# shellcheck disable=SC2086
works run prefetch --variants none --folios 100 --distance 64 --when after --work-loads 0 --work-locked 2 \
	--work-stores 1000 --reclaim-zones 4 $once
is distance 64
is when after
is work_loads 0
is work_locked 2
is work_stores 1000
is reclaim_zones 4
# shellcheck disable=SC2086
works run prefetch --variants none --folios 100 $once
is distance 4
is when before
