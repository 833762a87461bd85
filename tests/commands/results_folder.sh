#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The results folder: made with all above it, complete, and refused where there is something already.
. "$(dirname "$0")/lib.sh"

# shellcheck disable=SC2086
works run empty $tiny --out deep/er/results
for file in environment.json samples.csv estimates.csv; do
	[ -s deep/er/results/$file ] || fail "no $file"
done
[ "$(find deep/er/results -type f | wc -l)" = 3 ] || fail 'other files, too'
grep -q '"complete": true' deep/er/results/environment.json || fail 'not complete'
[ -n "$emulated" ] || grep -q '"fresh_address_layout": true' deep/er/results/environment.json ||
	fail 'processes are not started by exec'
rows_whole deep/er/results/samples.csv
rows_whole deep/er/results/estimates.csv

mkdir empty
# shellcheck disable=SC2086
works run empty $tiny --out empty/

# not_here WORDS FOLDER: status 1 or 2, one line, and nothing in the folder is touched
not_here() {
	# shellcheck disable=SC2086
	run run empty $tiny --out "$2"
	[ $status = 1 ] || [ $status = 2 ] || fail "exit status $status with --out $2"
	[ ! -s out ] || fail "measured all the same with --out $2"
	complains "$1"
}

cksum deep/er/results/* >before
not_here 'not empty' deep/er/results
cksum deep/er/results/* | diff before - || fail 'a results folder was touched'
echo kept >file
not_here 'cannot be used' file
not_here 'cannot be used' file/below
not_here 'cannot be used' /proc/foliolab
[ "$(cat file)" = kept ] || fail 'a file was touched'
mkdir hidden
: >hidden/.kept
not_here 'not empty' hidden
