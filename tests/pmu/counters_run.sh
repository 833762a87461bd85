#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# --counters: columns per item with the rounds behind them, empty where nothing counts, and the lab
# measures whatever is forbidden.
. "$(dirname "$0")/../commands/lib.sh" "$1"
denied=$2
small='--folios 1024 --replicates 2 --rounds 2 --variants base,p6'

# shellcheck disable=SC2086
{
	works run inc_min_seq $small --counters task_clock,mem_order_clears --format csv
	rows_whole out
	head -n 1 out | grep -q ',task_clock,task_clock_rounds,mem_order_clears,mem_order_clears_rounds$' ||
		fail 'other columns'
	# the clock was counted in some round, or is empty: never 0
	column task_clock out | grep -qx 0 && fail 'a count of 0 for what was not counted'
	if column mem_order_clears_rounds out | grep -qx 0; then
		column mem_order_clears out | grep -q . && fail 'a count without a round'
	fi

	works run inc_min_seq $small --counters task_clock,instructions
	grep -q '^per folio ' out || grep -q 'task_clock' out || fail 'no table of counts'
	grep -Eq 'instructions' out || fail 'what of instructions?'

	works run inc_min_seq $small --counters task_clock --out folder --format json
	rows_whole folder/samples.csv
	rows_whole folder/estimates.csv
	head -n 1 folder/samples.csv | grep -q ',task_clock$' || fail 'no column of samples.csv'
	head -n 1 folder/estimates.csv | grep -q ',task_clock,task_clock_rounds$' || fail 'no column of estimates.csv'
	grep -q '"metric": "task_clock"' folder/environment.json || fail 'not in environment.json'
	grep -q '"task_clock_rounds": ' out || fail 'not in the JSON'

	works run inc_min_seq $small --counters none --format csv
	head -n 1 out | grep -q 'stopped$' || fail 'columns of nothing'
	works run inc_min_seq $small --counters all --format csv
	rows_whole out
	works run inc_min_seq $small --counters native:perf::CPU-CLOCK --format csv
	head -n 1 out | grep -q ',native:perf::CPU-CLOCK,' || fail 'no column for a native event'

	refused "no metric 'nix'" run inc_min_seq $small --counters nix
	refused 'only once' run inc_min_seq $small --counters instructions,instructions
	refused "no metric ''" run inc_min_seq $small --counters ''

	# one CPU
	cpu=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status)
	taskset -c "$cpu" "$foliolab" run inc_min_seq $small --counters task_clock,instructions --format csv >out 2>err ||
		fail 'with a cpuset of one CPU'
	[ "$(column ns_per_item out | grep -c .)" = 3 ] || fail 'one CPU: not measured'

	# not root
	if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && for_others; then
		as_nobody ./program run inc_min_seq $small \
			--counters task_clock,instructions --format csv >out 2>err || fail 'as another user'
		[ "$(column ns_per_item out | grep -c .)" = 3 ] || fail 'as another user: not measured'
	fi

	for error in ENOSYS EACCES; do
		status=0
		"$denied" $error "$foliolab" run inc_min_seq $small --counters task_clock,instructions --format csv \
			>out 2>err || status=$?
		[ $status != 77 ] || skip 'no seccomp filter can be set'
		[ $status = 0 ] || fail "$error: exit status $status"
		column task_clock out | grep -q . && fail "$error: counted all the same"
		[ "$(column ns_per_item out | grep -c .)" = 3 ] || fail "$error: not measured"
	done
}
exit 0
