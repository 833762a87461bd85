#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# --format json: one array of objects, with the same rows and names as CSV.
. "$(dirname "$0")/lib.sh"

works run inc_min_seq --variants base,p6 --folios 64 --replicates 5 --rounds 20 --format json
! grep -qiE '[:,] *-?(nan|inf)' out || fail 'nan or inf'
if command -v jq >/dev/null; then
	rows=$(jq -r '.[] | "\(.kernel) \(.variant) \(.ratio | type) \(has("cycles_lo"))"' out) || fail 'no JSON'
elif command -v python3 >/dev/null; then
	rows=$(python3 -c '
import json, sys
for row in json.load(open("out")):
    kind = "number" if isinstance(row["ratio"], (int, float)) else type(row["ratio"]).__name__
    print(row["kernel"], row["variant"], kind, str("cycles_lo" in row).lower())') || fail 'no JSON'
else
	# what can be told without a parser
	[ "$(tr -d ' \n' <out | sed 's/^\(.\).*\(.\)$/\1\2/')" = '[]' ] || fail 'no array'
	skip 'neither jq nor python3 to parse JSON with'
fi
[ "$rows" = 'inc_min_seq base number true
inc_min_seq p6 number true
inc_min_seq control number true' ] || fail "other rows: $rows"
