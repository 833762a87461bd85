#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Nothing needs root.
. "$(dirname "$0")/lib.sh"

[ "$(id -u)" = 0 ] || skip 'not root: every other test shows it'
command -v setpriv >/dev/null || skip 'no setpriv'
as_nobody true || skip 'setpriv is not allowed to'

# where it was built may be closed to others
for_others || skip 'the emulated program is in a folder closed to others'
chmod 777 .
# shellcheck disable=SC2086
as_nobody ./program run inc_min_seq $tiny --out results >out 2>err </dev/null || fail 'fails without root'
grep -q '"complete": true' results/environment.json || fail 'not complete'
mkdir closed
chmod 700 closed
status=0
# shellcheck disable=SC2086
as_nobody ./program run empty $tiny --out closed/results >out 2>err </dev/null || status=$?
[ $status = 1 ] || fail "exit status $status where it may not write"
complains 'cannot be used'
