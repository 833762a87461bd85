#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Values out of bounds or of another kind: status 2 and one line that names option and value.
. "$(dirname "$0")/lib.sh"

for value in -1 -0 1.5 1e3 0x10 '' ' 1' junk 1T 1073741825 2G 18446744073709551616 99999999999999999999999; do
	refused "--folios $value:" run empty --folios="$value"
done
for value in junk '' runs runs: runs:0 runs:-1 runs:x Shuffled ascending,descending; do
	refused "--layout $value:" run inc_min_seq --layout="$value"
done
for value in 1001 -1 50% junk; do
	refused "--promoted $value:" run inc_min_seq --promoted="$value"
	refused "--young $value:" run walk --young="$value"
done
refused '--promoted 100:' run inc_min_seq --promoted-pattern alternating --promoted 100
refused '--promoted-pattern every:' run inc_min_seq --promoted-pattern every
refused '--page-tables 1025:' run walk --page-tables 1025
refused '--order 10:' run inc_min_seq --order 10
refused '--zones 0:' run inc_min_seq --zones 0
refused '--zones 5:' run inc_min_seq --zones 5
refused '--type both:' run inc_min_seq --type both
refused '--refs 5:' run set_refs --refs 5
for value in 0 4097 -1 1K5; do
	refused "--batch $value:" run list_move --batch="$value"
done
refused '--seed -1:' run empty --seed=-1
for value in 0 0.09 -1 86401 nan inf 1e400 0x1p3 10s '' 1,5; do
	refused "--budget $value:" run empty --budget="$value"
done
for value in -1 101 nan 5%; do
	refused "--precision $value:" run empty --precision="$value"
done
refused '--replicates 0:' run empty --replicates 0
refused '--replicates 100001:' run empty --replicates 100001
refused '--rounds 0:' run empty --rounds 0
refused '--passes 0:' run empty --passes 0
refused '--passes 4097:' run empty --passes 4097
refused '--passes 3:' run empty --passes 3
refused '--format xml:' run empty --format xml
refused '--format CSV:' run empty --format CSV
refused '--out:' run empty --out=
