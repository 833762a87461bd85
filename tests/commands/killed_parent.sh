#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# SIGKILL of the program: its child goes with it, and the folder says that it is not complete.
. "$(dirname "$0")/lib.sh"

start run inc_min_seq --folios 4096 --budget 60 --precision 0 --out results
within 60 has_samples results || fail 'no samples come'
kill -KILL $pid
wait $pid 2>/dev/null
within 10 none_left || fail 'a process is left'
grep -q '"complete": false' results/environment.json || fail 'said to be complete'
rows_whole results/samples.csv
