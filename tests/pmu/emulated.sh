#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Under emulation of programs one by one: no perf_event_open, no second program that could be started.
# Both are said, and the lab measures.
. "$(dirname "$0")/../commands/lib.sh"
small='--folios 4096 --replicates 2 --rounds 2 --variants base,p6'

works counters
[ ! -s err ] || fail 'something on stderr'
grep -q '^no hardware PMU: the system has no perf_event_open$' out || fail 'why is there no PMU?'
grep -q '^no perf_event_open: ' out || fail 'no remedy'
for metric in instructions page_faults; do
	grep -q "^$metric  *no perf_event_open" out || fail "$metric counts"
done

# shellcheck disable=SC2086
works run inc_min_seq $small --counters instructions,page_faults --out results --format csv
[ "$(column ns_per_item out | grep -c '^[1-9]')" = 3 ] || fail 'not measured'
column instructions out | grep -q . && fail 'counted all the same'
[ "$(column replicates out | sort -u)" = 2 ] || fail 'not two whole processes'
column cycles_per_item out | grep -q . && fail 'cycles of an emulated core'

# binfmt_misc may know how to start another: then nothing is shared, and nothing said
case $(sed -n 's/.*"fresh_address_layout": \([a-z]*\).*/\1/p' results/environment.json) in
true) told=0 ;;
false) told=1 ;;
*) fail 'is the address layout a fresh one?' ;;
esac
[ "$(grep -c '^foliolab: warning: .*address layout' err)" = "$told" ] || fail "not said $told times"

# a process without exec heeds a signal as one with it does
start run inc_min_seq --folios 4096 --budget 60 --precision 0 --out interrupted
within 60 has_samples interrupted || fail 'no samples come'
kill -INT $pid
wait $pid || fail 'an interrupted run fails'
none_left || fail 'a process is left'
exit 0
