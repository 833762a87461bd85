#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Without transparent huge pages: 4 KB pages, said in a warning and in the page_size column. The
# second argument is a program that runs another without them.
. "$(dirname "$0")/lib.sh"
without_thp=$2

[ "$(cat /proc/sys/vm/nr_hugepages 2>/dev/null || echo 0)" = 0 ] || skip 'there are huge pages of another kind'
"$without_thp" true || skip 'transparent huge pages cannot be turned off'
"$without_thp" "$foliolab" run inc_min_seq --folios 64K --replicates 1 --rounds 1 --format csv >out 2>err </dev/null ||
	fail 'does not run on small pages'
[ "$(column page_size out | sort -u)" = "$(getconf PAGESIZE)" ] || fail 'another page size'
grep -q '^foliolab: warning: .*pages.*: ..*$' err || fail 'no warning'
