#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A child that hangs is given up after half a minute and some slices, costs one replicate, and is gone.
. "$(dirname "$0")/lib.sh"

# the one that is stopped may just have ended by itself
for attempt in 1 2 3 4 5; do
	rm -rf results
	start run inc_min_seq --variants base,p6 --folios 4096 --replicates 1 --rounds 300 --budget 0.1 --out results
	within 60 has_samples results || fail 'no samples come'
	for child in $(replicates); do
		kill -s STOP "$child"
	done
	wait $pid || fail 'one hung process ends the run'
	none_left || fail 'a process is left'
	! grep -q '1 of 2 processes crashed or hung' err || exit 0
done
fail "a hung process is not said in $attempt runs"
