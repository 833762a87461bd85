#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# foliolab prefetch: map, bounds and verdict in each format and in the folder; what is none is refused.
. "$(dirname "$0")/lib.sh"

few='--loops inc_min_seq/base --layouts ascending,runs:8 --sizes 2K,8K --replicates 2 --rounds 1'

# shellcheck disable=SC2086
works prefetch $few --out results
grep -q '^inc_min_seq/base, 2K (2 KB)$' out || fail 'no block of the smaller working set'
grep -q '^inc_min_seq/base, 8K (8 KB)$' out || fail 'no block of the larger working set'
grep -q '^without, ns' out || fail 'no time without'
grep -q '^bounds .*latency ns' out || fail 'no bounds'
grep -q '^8K  *8 KB ' out || fail 'no bounds of the larger working set'
# two processes are too few to claim anything of
grep -q '^=> nothing can be said' out || fail 'a verdict from two processes'
! grep -qE '[-+][0-9.]+%' out || fail 'a finding from two processes'
! grep -qE '.{73}' out || fail 'lines of more than 72 columns'
! grep -q '[^ -~]' out || fail 'not ASCII'
cmp -s out results/report.txt || fail 'another report in the folder'
grep -q '^=> nothing can be said' results/verdict.txt || fail 'no verdict in the folder'
for file in estimates.csv samples.csv map.csv done.csv; do
	rows_whole results/$file
done
grep -q '"complete": true' results/environment.json || fail 'not complete'
grep -q '"plan": "prefetch: ' results/environment.json || fail 'the plan is not told'
# 2 sizes, 2 layouts, as many prefetches as base has
flavours=$("$foliolab" list inc_min_seq | grep -c '^  base-')
[ "$(column finding results/map.csv | wc -l)" = $((4 * flavours)) ] || fail 'not all cells in map.csv'
[ "$(column finding results/map.csv | sort -u)" = unknown ] || fail 'a finding in map.csv'
# 4 cases of the loop, 2 of each bound
[ "$(column case results/done.csv | sort -u | wc -l)" = 8 ] || fail 'not all cases in done.csv'
[ "$(column case results/estimates.csv | sort -u)" = "$(column case results/done.csv | sort)" ] ||
	fail 'other cases in estimates.csv'

# shellcheck disable=SC2086
works prefetch $few --format csv
rows_whole out
[ "$(column variant out | sort -u | tr '\n' ' ')" = "$(column variant results/estimates.csv | sort -u | tr '\n' ' ')" ] ||
	fail 'other variants in CSV'
# shellcheck disable=SC2086
works prefetch $few --format json
! grep -qiE '[:,] *-?(nan|inf)' out || fail 'nan or inf'
if command -v python3 >/dev/null; then
	python3 -c '
import json
all = json.load(open("out"))
assert sorted(all) == ["bounds", "estimates", "map", "verdict"], sorted(all)
assert len(all["bounds"]) == 2 and all["bounds"][1]["bytes"] == 8192
assert {cell["finding"] for cell in all["map"]} == {"unknown"}
assert all["estimates"][0]["kernel"]' || fail 'other JSON'
fi

refused 'name loops with --loops' prefetch scan
refused "no loop 'walk'" prefetch --loops walk
refused "no loop ''" prefetch --loops=
refused "no variant 'p4'" prefetch --flavours p4
refused '--layouts runs:0' prefetch --layouts runs:0
refused "no working set 'L7'" prefetch --sizes L7
refused '--resume: give --out' prefetch --resume
refused '--passes: leave it out' prefetch --passes 2
refused '--counters: leave it out' prefetch --counters instructions
refused '--hw-prefetch on: choose off' prefetch --hw-prefetch on
refused 'no such option' prefetch --hw-prefetch
refused 'no such option' prefetch --folios 10

# hardware prefetchers: where they cannot be switched it says so, and nothing is measured or written
if [ "$(id -u)" != 0 ] || [ ! -e /dev/cpu/0/msr ]; then
	# shellcheck disable=SC2086
	run prefetch $few --hw-prefetch off --out untouched
	[ $status = 1 ] || fail "exit status $status where prefetchers cannot be switched"
	complains 'leave --hw-prefetch out'
	[ ! -s out ] && [ ! -e untouched ] || fail 'measured all the same'
fi
