#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# One seed, one series of draws: the order of variants and the offsets, in every process.
. "$(dirname "$0")/lib.sh"

# drawn FOLDER SEED: what was drawn by lot
drawn() {
	works run inc_min_seq --folios 64 --replicates 2 --rounds 4 --seed "$2" --out "$1"
	for name in variant replicate round stack_offset data_offset; do
		column $name "$1/samples.csv" >"$1.$name"
	done
	paste -d ' ' "$1.replicate" "$1.round" "$1.variant" "$1.stack_offset" "$1.data_offset" >"$1.drawn"
}

drawn one 5
drawn again 5
drawn other 6
diff one.drawn again.drawn || fail 'the same seed drew something else'
! cmp -s one.drawn other.drawn || fail 'another seed drew the same'
