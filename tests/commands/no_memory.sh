#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Worlds that do not fit are refused in one line, before they are touched.
. "$(dirname "$0")/lib.sh"

# 512 GB of folios
run run inc_min_seq --folios 16M --order 9 --replicates 1 --rounds 1
if [ $status = 0 ]; then
	skip 'this machine has the memory'
fi
[ $status = 1 ] || fail "exit status $status without memory"
[ ! -s out ] || fail 'a table from nothing'
complains 'memory'
