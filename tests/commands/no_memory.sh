#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Worlds that do not fit are refused in one line, before they are touched, and so is a small stack.
. "$(dirname "$0")/lib.sh"

# shellcheck disable=SC2086
for kilobytes in 64 256 1000; do
	(ulimit -s $kilobytes && exec "$foliolab" run inc_min_seq $tiny) >out 2>err </dev/null && fail "with a stack of $kilobytes KB"
	[ ! -s out ] || fail "a table with a stack of $kilobytes KB"
	complains "beyond $kilobytes KB"
done
# shellcheck disable=SC2086
(ulimit -s 1024 && exec "$foliolab" run inc_min_seq $tiny --counters all) >out 2>err </dev/null || fail 'with a stack of 1 MB'

# 512 GB of folios
run run inc_min_seq --folios 16M --order 9 --replicates 1 --rounds 1
if [ $status = 0 ]; then
	skip 'this machine has the memory'
fi
[ $status = 1 ] || fail "exit status $status without memory"
[ ! -s out ] || fail 'a table from nothing'
complains 'memory'
