#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Two folders against each other: exit status 3 for a regression, 0 without one, 1 and 2 for errors.
. "$(dirname "$0")/lib.sh"

# folder NAME BASE P6 [MODEL]: ns of two variants, each with an interval of 1% to both sides
folder() {
	mkdir "$1"
	printf '{"complete": true, "arch": "x86_64", "cpu_model": "%s"}\n' "${4-some}" >"$1/environment.json"
	awk -v base="$2" -v p6="$3" 'BEGIN {
		print "kernel,variant,cpu,folios,layout,ns_per_item,ns_lo,ns_hi,ratio,ratio_lo,ratio_hi"
		printf "age,base,1,4096,ascending,%g,%g,%g,1,1,1\n", base, base * 0.99, base * 1.01
		r = p6 / base
		printf "age,p6,1,4096,ascending,%g,%g,%g,%g,%g,%g\n", p6, p6 * 0.99, p6 * 1.01, r, r * 0.998, r * 1.002
	}' >"$1/estimates.csv"
}

# compared STATUS ARGUMENT...
compared() {
	wanted=$1
	shift
	run diff "$@"
	[ $status = "$wanted" ] || fail "exit status $status, not $wanted, of: diff $*"
	case $* in
	*--format*) ;;
	*) [ "$(awk 'length > 72' out)" = '' ] || fail 'lines are too long' ;;
	esac
}

folder old 40 20
folder same 40.1 20.05
folder slow 40 24
folder drift 48 24
folder fast 40 16
folder moved 40 20 other

compared 0 old same
grep -q '^2 compared: 0 slower, 0 faster, 2 no difference, 0 cannot tell;' out || fail 'a difference where there is none'
compared 3 old slow
grep -q '^p6 .* SLOWER$' out || fail 'a regression is not named'
compared 0 old slow --threshold 30
grep -q '^p6 .* slower$' out || fail 'slower within the threshold is not told'
# all of the machine slower: the baseline is, the loop beside it is not
compared 3 old drift
grep -q '^base .* SLOWER \*$' out || fail 'the baseline is not judged by itself'
grep -q '^p6 .* no difference$' out || fail 'the loop is not judged by its baseline'
compared 0 old fast
grep -q '^p6 .* faster$' out || fail 'faster is not told'
compared 0 old moved
grep -q '^the machines differ' out || fail 'another machine is not told'
grep -q 'the machines differ' err || fail 'no warning of another machine'

compared 3 old slow --format csv
rows_whole out
[ "$(column verdict out | tr '\n' ' ')" = 'no difference slower ' ] || fail 'verdicts in CSV'
[ "$(column regression out | tr '\n' ' ')" = '0 1 ' ] || fail 'regressions in CSV'
compared 3 old slow --format json
grep -q '"verdict": "slower"' out || fail 'no JSON'

sed -i 's/^age,/other,/' same/estimates.csv
compared 1 old same
complains 'have nothing in common'
compared 1 old nowhere
complains 'cannot be opened'
refused 'name two folders' diff old
refused 'give two folders' diff old same slow
refused '--threshold -1' diff old same --threshold=-1
