#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# foliolab counters: says what counts here and why the rest does not, whatever is forbidden.
. "$(dirname "$0")/../commands/lib.sh" "$1"
denied=$2

state() {
	sed -n "s/^$1  *\([a-z][a-zA-Z _]*[a-zA-Z]\)\( .*\)\{0,1\}$/\1/p" out | sed 's/   .*//'
}

works counters
[ ! -s err ] || fail 'something on stderr'
grep -q '^cpu [0-9]*: ' out || fail 'which CPU?'
grep -Eq '^(no hardware PMU: |hardware PMU: )' out || fail 'is there a PMU, and why not?'
grep -q '^perf_event_paranoid' out || fail 'what is the paranoid level?'
grep -q '^path of software events: ' out || fail 'which path served?'
! awk 'length > 72 && / .* /' out | grep . || fail 'lines too long'
for metric in instructions locked_ops rfo_all l1d_miss mem_order_clears page_faults; do
	[ -n "$(state $metric)" ] || fail "what of $metric?"
done
if grep -q '^no hardware PMU' out; then
	[ "$(state instructions)" = 'no PMU' ] || [ "$(state instructions)" = 'no permission' ] ||
		[ "$(state instructions)" = 'no perf_event_open' ] || fail 'instructions without a PMU'
fi

works counters --format csv
[ "$(head -n 1 out)" = metric,what,state,event,path,reason,remedy ] || fail 'other columns'
works counters --format json
if command -v python3 >/dev/null; then
	python3 -c 'import json; json.load(open("out"))["metrics"][0]["state"]' || fail 'no JSON'
fi

for pmu in spr skl amd64_fam19h_zen4 arm_n1 arm_ac76 adl_glc; do
	works counters --pmu $pmu
	grep -q "^instructions  *[a-z]" out || fail "$pmu without instructions"
done
works counters --pmu amd64_fam19h_zen3
grep -A 1 '^locked_ops  *not on this core' out | grep -q 'bus locks alone' || fail 'no reason for what is lacking'
refused "no table for 'nix'" counters --pmu nix
refused '--format xml' counters --format xml
refused 'give a core' counters spr
refused 99999 counters --cpu 99999

# one CPU
cpu=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status)
taskset -c "$cpu" "$foliolab" counters >out 2>err || fail 'with a cpuset of one CPU'

# no perf, and none allowed
for error in ENOSYS EACCES; do
	status=0
	"$denied" $error "$foliolab" counters >out 2>err || status=$?
	[ $status != 77 ] || skip 'no seccomp filter can be set'
	[ $status = 0 ] || fail "$error: exit status $status"
	case $error in
	ENOSYS) wanted='no perf_event_open' ;;
	EACCES) wanted='no permission' ;;
	esac
	[ "$(state page_faults)" = "$wanted" ] || fail "$error: page_faults: $(state page_faults)"
	[ "$(state instructions)" = "$wanted" ] || fail "$error: instructions: $(state instructions)"
	grep -q "^$wanted: " out || fail "$error: no remedy"
done

# not root
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && for_others; then
	as_nobody ./program counters >out 2>err ||
		fail 'as another user'
	[ -n "$(state instructions)" ] || fail 'as another user: nothing said'
fi
exit 0
