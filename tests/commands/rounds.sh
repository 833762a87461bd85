#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# --replicates and --rounds: exactly so many processes, each with exactly so many rounds.
. "$(dirname "$0")/lib.sh"

works run inc_min_seq --variants base,p6 --folios 64 --replicates 3 --rounds 2 --out results
rows_whole results/samples.csv
# shellcheck disable=SC2094 # other files
for name in variant replicate round; do
	column "$name" results/samples.csv >"$name"
done
paste -d ' ' replicate round variant | sort >rows
for replicate in 0 1 2; do
	for round in 0 1; do
		printf "$replicate $round %s\n" base control p6
	done
done | diff - rows || fail 'other rounds'
