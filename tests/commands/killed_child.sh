#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A child that dies costs one replicate, which is said; three in a row end the run with status 1.
. "$(dirname "$0")/lib.sh"

measure() {
	rm -rf results
	start run inc_min_seq --variants base,p6 --folios 4096 --replicates 4 --budget "$1" --out results
	within 60 has_samples results || fail 'no samples come'
}

# the one that is hit may just have ended by itself
for attempt in 1 2 3; do
	measure 10
	for child in $(replicates); do
		kill -KILL "$child"
	done
	wait $pid || fail 'one lost process ends the run'
	! grep -q '1 of 5 processes crashed or hung' err || break
	[ $attempt != 3 ] || fail 'a lost process is not said'
done
# what the lost one had sent is marked in samples.csv, and nothing else
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	{ processes[$at["replicate"]]++; lost[$at["replicate"]] += $at["left_out"] == 2 }
	END {
		for (process in processes) {
			if (!lost[process]) whole++
			else if (lost[process] != processes[process] || other++) exit 1
		}
		exit whole != 4
	}' results/samples.csv || fail 'not the rows of the lost process are marked as lost'
column replicates results/estimates.csv | grep -vqx 4 && fail 'not four whole processes'
grep -q '"complete": true' results/environment.json || fail 'not complete'

measure 30
while kill -0 $pid 2>/dev/null; do
	for child in $(replicates); do
		kill -KILL "$child" 2>/dev/null
	done
	sleep 0.02
done
status=0
wait $pid || status=$?
[ $status = 1 ] || fail "exit status $status when every process dies"
[ ! -s out ] || fail 'a table from nothing'
complains '3 processes in a row'
none_left || fail 'a process is left'
