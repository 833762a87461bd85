#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Threads on other CPUs: what was asked for is what was run, its cost to them is told and empty where
# there are none, and what cannot be is refused.
. "$(dirname "$0")/lib.sh"

refused '--contention junk:' run cmpxchg --contention junk
refused '--contention :' run cmpxchg --contention=
refused '--companions 1: say what they do' run cmpxchg --companions 1
refused '--companions 1: say what they do' run cmpxchg --contention none --companions 1
for value in 0 -1 1024 junk ''; do
	refused "--companions $value:" run cmpxchg --contention readers --companions="$value"
done
refused '--companions 1023: beside CPU' run cmpxchg --contention readers --companions 1023
refused '--place between:' run cmpxchg --contention readers --place between
refused 'leave --contention out' run walk --contention writers
refused 'lines is measured without --contention' run cmpxchg --contention readers --variants skip,lines
refused 'give 2 folios or more' run cmpxchg --contention readers --folios 1

tiny='--replicates 1 --rounds 1 --format csv'
# alone: no figure, and no 0 in its place
# shellcheck disable=SC2086
works run cmpxchg --variants always,skip $tiny
rows_whole out
[ "$(column contention out | sort -u)" = none ] || fail 'contended'
[ "$(column companions out | sort -u)" = 0 ] || fail 'companions'
for name in companion_ns companion_ns_lo companion_ns_hi companion_ratio companion_ratio_lo companion_ratio_hi; do
	[ -z "$(column $name out)" ] || fail "a $name of none"
done

command -v taskset >/dev/null || skip 'no taskset'
taskset -c 0 true 2>/dev/null || skip 'no CPU 0'
status=0
taskset -c 0 "$foliolab" run cmpxchg --contention readers --out one >out 2>err </dev/null || status=$?
[ $status = 2 ] || fail "exit status $status with one CPU"
[ ! -e one ] || fail 'a folder of nothing'
complains '--companions 1: beside CPU 0 only 0'

allowed=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\)[-,]\([0-9]*\).*/\1 \2/p' /proc/self/status)
[ -n "$allowed" ] || skip 'one CPU only'
for contention in readers writers; do
	# passes that last, so that some are undisturbed on a busy machine; all samples come to files
	works run cmpxchg --contention $contention --replicates 2 --rounds 20 --format csv --out $contention
	rows_whole out
	[ "$(column variant out | tr '\n' ' ')" = 'always skip apart control ' ] || fail 'other variants'
	[ "$(column contention out | sort -u)" = $contention ] || fail "contention is not $contention"
	[ "$(column companions out | sort -u)" = 1 ] || fail 'not one companion'
	column companion_ns out | grep -qE '^[0-9.]+$' || fail 'no cost to companions'
	! column companion_ns out | grep -qE '^0(\.0*)?$' || fail 'a cost of 0'
	[ "$(column companion_ratio out | head -n 1)" = 1 ] || fail "the baseline's ratio is not 1"
	column companion_ns $contention/samples.csv | grep -qE '^[0-9.]+$' || fail 'no cost in samples'
	grep -A 1 '"companion_cpus"' $contention/environment.json | grep -q '"[0-9]*": "[0-9]*"' || fail 'not told which CPUs'
	grep -q '^cpu [0-9]*: for companions' err || fail 'not said which CPUs'
done
# shellcheck disable=SC2086
works run cmpxchg --contention readers --place far --smt --variants 'skip,alw*' $tiny
[ "$(column variant out | tr '\n' ' ')" = 'skip always control ' ] || fail 'other variants'
works run cmpxchg --contention readers --replicates 1 --rounds 2
grep -q '^each reader  *ns/read' out || fail 'no table of readers'
grep -q ', 1 reader; cpu' out || fail 'readers not in the title'
