#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# --help of each command and --version: on stdout, status 0, and nothing is measured.
. "$(dirname "$0")/lib.sh"

works --version
grep -qx 'foliolab [0-9.]*' out || fail 'no version'
[ ! -s err ] || fail 'something on stderr'

works --help
cp out commands
for command in list run reproduce prefetch lift counters; do
	grep -q "^  $command  *[a-z]" commands || fail "--help does not name $command"
	# a run is hindered by the limit, help is not
	works $command --help
	grep -q "^Usage: foliolab $command" out || fail "$command --help: no usage"
	[ ! -s err ] || fail "$command --help: something on stderr"
done

works run empty --help
[ ! -s err ] || fail 'run KERNEL --help measures'
for option in variants folios layout promoted promoted-pattern page-tables order cpu format out budget \
	precision replicates rounds seed distance when work-loads work-locked work-stores reclaim-zones; do
	grep -q -e "--$option=" out || fail "run --help does not name --$option"
done
works reproduce --help
grep -q -e '--figure=' out || fail 'reproduce --help does not name --figure'

run
[ $status = 2 ] || fail "exit status $status without a command"
[ ! -s out ] || fail 'something on stdout without a command'
grep -q '^usage: foliolab COMMAND' err || fail 'no usage without a command'
