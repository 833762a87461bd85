#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# --cpu: where it may be, and that what may not is refused with the list of those that may.
. "$(dirname "$0")/lib.sh"

for where in 999 99999999999999999999 core:999 numa:999 kind:999 core:x core: core:-1 junk:0 -1 0x1 1.5 '' '0 0' all; do
	run run empty --cpu="$where"
	[ $status = 2 ] || fail "exit status $status of --cpu '$where'"
	complains ' one of '
done
run run empty --cpu 999
complains 'there is no CPU 999 here'
# what hwloc has to say of its own is not in our output
head -c 100000 /dev/zero >locality
# shellcheck disable=SC2086
HWLOC_PCI_LOCALITY=$work/locality works run empty $tiny
! grep -q 'PCI_LOCALITY' err || fail 'hwloc speaks in between'
# shellcheck disable=SC2086
works run empty $tiny --cpu core:0 --format csv
grep -q '^cpu [0-9]*: ..*' err || fail 'does not say which CPU and why'
cpu=$(column cpu out | sed -n 1p)
# shellcheck disable=SC2086
works run empty $tiny --cpu "$cpu" --format csv
[ "$(column cpu out | sort -u)" = "$cpu" ] || fail "was not measured on CPU $cpu"

command -v taskset >/dev/null || skip 'no taskset'
allowed=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\)[-,]\([0-9]*\).*/\1 \2/p' /proc/self/status)
[ -n "$allowed" ] || skip 'one CPU only'
one=${allowed% *} other=${allowed#* }
status=0
taskset -c "$one" "$foliolab" run empty --cpu "$other" >out 2>err </dev/null || status=$?
[ $status = 2 ] || fail "exit status $status outside the allowed set"
complains "choose one of $one"
# shellcheck disable=SC2086
taskset -c "$other" "$foliolab" run empty $tiny --format csv >out 2>err </dev/null || fail 'not in a set of one'
[ "$(column cpu out | sort -u)" = "$other" ] || fail "was not measured on CPU $other"
