#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A sweep that is killed again and again, at whatever moment, and taken up each time: in the end the
# same cases as those of one left alone, none twice, and samples of nothing else.
. "$(dirname "$0")/lib.sh"
plan='--folios 64..1K --layouts ascending,shuffled --variants base,p6 --replicates 2 --rounds 2 --budget 4'

# shellcheck disable=SC2086
works sweep $plan --out alone
kills=0
for moment in 0.02 0.1 0.25 0.4 0.15 0.3 0.2 0.5; do
	# shellcheck disable=SC2086
	start sweep $plan --out killed --resume
	sleep $moment
	if kill -KILL $pid 2>/dev/null; then kills=$((kills + 1)); fi
	wait $pid 2>/dev/null
	within 10 none_left || fail 'a process is left'
	pid=
done
[ $kills -ge 2 ] || skip 'it was done before it could be killed'
# shellcheck disable=SC2086
works sweep $plan --out killed --resume
grep -q '"complete": true' killed/environment.json || fail 'not complete'
for column in case variant; do
	column $column alone/estimates.csv >wanted
	column $column killed/estimates.csv >got
	cmp -s wanted got || fail "other rows: $column"
done
cut -d, -f1 alone/done.csv >wanted
cut -d, -f1 killed/done.csv >got
cmp -s wanted got || fail 'other cases'
rows_whole killed/samples.csv
# a round of a process once, and as many of them as when left alone
for folder in alone killed; do
	awk -F, 'NR > 1 { print $1, $3, $4, $5 }' $folder/samples.csv | sort >$folder.samples
done
[ -z "$(uniq -d killed.samples)" ] || fail 'a round was measured twice'
cmp -s alone.samples killed.samples || fail 'other samples'
# SIGINT: ends soon, says how to go on, and can be taken up as well
# shellcheck disable=SC2086
start sweep $plan --replicates 40 --out interrupted
within 60 has_samples interrupted || fail 'no samples come'
kill -s INT $pid
status=0
wait $pid || status=$?
[ $status = 0 ] || fail "exit status $status when interrupted"
grep -q -e '--resume' err || fail 'not said how to go on'
grep -q '"complete": false' interrupted/environment.json || fail 'said to be complete'
