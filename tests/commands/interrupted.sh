#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# SIGINT and SIGTERM: ends soon, with what was measured written, a note that it is partial, and no
# process left. To the process alone, and as ^C does it, to its children as well.
. "$(dirname "$0")/lib.sh"

# interrupt FOLDER SIGNAL [-]: - for its whole group
interrupt() {
	start run inc_min_seq --folios 4096 --budget 60 --precision 0 --out "$1"
	within 60 has_samples "$1" || fail 'no samples come'
	kill -s "$2" -- "${3-}$pid" || fail 'cannot be signalled'
	status=0
	wait $pid || status=$?
	[ $status -lt 128 ] || fail "killed by the signal: $status"
	within 5 none_left || fail 'a process is left'
	grep -q '"complete": false' "$1/environment.json" || fail 'said to be complete'
	has_samples "$1" || fail 'samples are gone'
	rows_whole "$1/samples.csv"
	rows_whole "$1/estimates.csv"
	[ "$(wc -l <"$1/estimates.csv")" -gt 1 ] || fail 'no estimates'
	[ "$(find "$1" -type f | wc -l)" = 3 ] || fail 'files that should not be there'
	grep -q '^base  *[0-9-]' out || fail 'no table'
	grep -q 'partial' err || fail 'not said to be partial'
}

interrupt one INT
interrupt group INT -
interrupt terminated TERM
