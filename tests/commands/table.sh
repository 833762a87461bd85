#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Results folders beside each other: text, CSV, JSON, and a merged folder that can be read again;
# what a fleet left, put together. The second argument is the lab's own folder.
. "$(dirname "$0")/lib.sh"
lab=$2

# an x86 folder that was measured, and an arm64 one made from it as its lab would have written it
# shellcheck disable=SC2086
works run inc_min_seq $tiny --variants base,p6 --out x86
arch=$(sed -n 's/.*"arch": "\(.*\)".*/\1/p' x86/environment.json)
cp -r x86 arm
sed -i 's/"arch": "[^"]*"/"arch": "aarch64"/; s/"cpu_model": [^,]*,/"cpu_model": "Neoverse, N1",/' arm/environment.json

works table x86
grep -q '^inc_min_seq, folios 64, layout ascending; .* per item$' out || fail 'no heading'
grep -q '^ *base  *p6  *control$' out || fail 'no variants beside each other'
works table x86 arm
grep -q '^A: x86, cpu [0-9]' out || fail 'the first machine is not named'
grep -q '^B: arm, cpu [0-9].*; Neoverse, N1, aarch64' out || fail 'the second machine is not named'
grep -q '^variant  *A  *B$' out || fail 'no machines beside each other'
[ "$(awk 'length > 72' out)" = '' ] || fail 'lines are too long'

works table x86 arm --format csv --out merged
sed 's/"[^"]*"/quoted/g' out >plain
rows_whole plain
[ "$(column machine plain | sort -u | tr '\n' ' ')" = 'arm x86 ' ] || fail 'machines are not told'
[ "$(column arch plain | sort -u | tr '\n' ' ')" = "aarch64 $arch " ] || [ "$arch" = aarch64 ] ||
	fail 'architectures are not told'
cmp -s out merged/estimates.csv || fail 'the merged folder holds other rows'
grep -q '^arm,aarch64,Neoverse  N1,' merged/cpus.csv || fail 'no cpus.csv'
works table merged --format csv
cmp -s out merged/estimates.csv || fail 'merged rows change when read again'
works table x86 arm --format json
grep -q '"cpu_model": "Neoverse, N1"' out || fail 'no JSON'

# bad <words> <argument...>: one line, exit status 1
bad() {
	words=$1
	shift
	run table "$@"
	[ $status = 1 ] || fail "exit status $status, not 1, of: table $*"
	[ ! -s out ] || fail "something on stdout: table $*"
	complains "$words"
}
bad 'not empty' x86 --out merged
bad 'cannot be opened' nowhere
mkdir empty
bad 'environment.json cannot be read' empty
cp -r x86 cut
# the last line is not whole
truncate -s -3 cut/estimates.csv
bad 'the end is missing' cut
cp x86/estimates.csv cut/
printf '\0\0' >>cut/estimates.csv
bad 'no text' cut
sed 's/^inc_min_seq,p6,\([^,]*,[^,]*,[^,]*,\)[^,]*,/inc_min_seq,p6,\1NaN,/' x86/estimates.csv >cut/estimates.csv
bad 'line 3: nothing one could measure as cycles_per_item' cut
refused 'name results folders' table
refused 'choose text, csv or json' table x86 --format xml

sed -i 's/"complete": true/"complete": false/' arm/environment.json
works table arm
grep -q 'arm is not complete' err || fail 'partial figures are not told'

# a fleet's folders, one of them not complete, by the example's script; as root or not, with or without gnuplot
mkdir fleet
mv x86 arm fleet/
sed -i 's/"complete": false/"complete": true/' fleet/arm/environment.json
cp -r fleet/arm fleet/late
sed -i 's/"complete": true/"complete": false/' fleet/late/environment.json
"$lab/examples/fleet/together.sh" "$foliolab" "$lab/plots/draw.sh" fleet all >out 2>err || fail 'together.sh'
grep -q '^variant  *A  *B$' out || fail 'no table over the fleet'
grep -q 'late.* is not complete: left out' err || fail 'what is left out is not told'
[ "$(sed 1d all/cpus.csv | cut -d, -f1 | sort | tr '\n' ' ')" = 'arm x86 ' ] || fail 'other machines'
