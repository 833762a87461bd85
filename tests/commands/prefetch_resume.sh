#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A map killed with SIGKILL at any moment and taken up with --resume has the same cases as one that was
# left alone, none twice, and no row of what was not finished.
# The second argument: over which layouts.
. "$(dirname "$0")/lib.sh"
layouts=$2

few="--loops inc_min_seq/base,inc_min_seq/p6-noprefetch --layouts $layouts --sizes 2K,4K --replicates 2 --rounds 1"

# shellcheck disable=SC2086
works prefetch $few --out whole
column case whole/done.csv | sort >cases
# of two loops and two bounds in two working sets, the loops in each layout
[ "$(wc -l <cases)" = "$(($(echo "$layouts" | tr , '\n' | wc -l) * 4 + 4))" ] || fail 'not the cases that were asked for'

# not without --resume, and not another plan
# shellcheck disable=SC2086
run prefetch $few --out whole
[ $status = 1 ] || fail "exit status $status into a folder that is not empty"
complains 'not empty'
cksum whole/* >before
# shellcheck disable=SC2086
run prefetch $few --layouts runs:8 --out whole --resume
[ $status = 1 ] || fail "exit status $status of another plan"
complains 'cannot be taken up'
cksum whole/* | diff before - || fail 'the folder was touched'

# check FOLDER: what must be true once it is complete
check() {
	grep -q '"complete": true' "$1/environment.json" || fail 'not complete'
	column case "$1/done.csv" | sort | diff cases - || fail 'other cases, or one twice'
	column case "$1/estimates.csv" | sort -u | diff cases - || fail 'other cases in estimates.csv'
	for file in estimates.csv samples.csv map.csv; do
		rows_whole "$1/$file"
	done
	[ -z "$(cut -d, -f1,3,4,5 "$1/samples.csv" | sort | uniq -d)" ] || fail 'a sample twice'
	[ -z "$(awk -F, '{ print $1, $2, $20, $21 }' "$1/estimates.csv" | sort | uniq -d)" ] || fail 'an estimate twice'
	[ "$(wc -l <"$1/estimates.csv")" = "$(wc -l <whole/estimates.csv)" ] || fail 'more or fewer estimates'
	[ "$(wc -l <"$1/map.csv")" = "$(wc -l <whole/map.csv)" ] || fail 'more or fewer cells'
	[ -z "$(find "$1" -name '.*' -type f)" ] || fail 'a half file is left'
}

# moments before, between and within cases
for after in 0 0.1 0.3 0.55 0.8 1.15 1.6; do
	# shellcheck disable=SC2086
	start prefetch $few --out cut --resume
	sleep $after
	kill -s KILL "$pid" 2>/dev/null
	wait $pid 2>/dev/null
	within 10 none_left || fail 'a process is left'
	pid=
done
# shellcheck disable=SC2086
works prefetch $few --out cut --resume
check cut

# killed over and over until it is done: it comes to an end
tries=0
until [ -e often/environment.json ] && grep -q '"complete": true' often/environment.json; do
	tries=$((tries + 1))
	[ $tries -lt 60 ] || fail 'does not get anywhere'
	# shellcheck disable=SC2086
	start prefetch $few --out often --resume
	sleep 1.5
	kill -s KILL "$pid" 2>/dev/null
	wait $pid 2>/dev/null
	pid=
done
check often

has_rows() {
	[ "$(wc -l 2>/dev/null <told/done.csv || echo 0)" -gt 2 ]
}

# a signal that can be heeded: what was finished is there, and is not measured again
# shellcheck disable=SC2086
start prefetch $few --rounds 2000 --out told
within 60 has_rows || fail 'no case is finished'
kill -s INT "$pid"
wait $pid || fail 'fails when interrupted'
pid=
grep -q 'partial' err || fail 'not said to be partial'
column case told/done.csv | sort >first
# shellcheck disable=SC2086
works prefetch $few --out told --resume
check told
[ "$(column case told/done.csv | head -n "$(wc -l <first)" | sort)" = "$(cat first)" ] || fail 'measured again'
