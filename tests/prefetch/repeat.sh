#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# repeat.sh FOLIOLAB [TIMES]: the quick map TIMES times over (5), a quarter of an hour on a quiet
# machine, and so no part of ./lab test. No cell that is a finding in two maps may change sign; the planted prefetch
# (shuffled list, address known in advance, distance 4, beyond L2) must be found to help by more than
# half, and the planted null, an idle instruction in its place, must not be found in any. Each map must
# end within 150 s. Not told where nothing can be said of the planted cells: then the machine is too busy (77).
set -u
LC_ALL=C
export LC_ALL

if [ $# -lt 1 ] || [ $# -gt 2 ]; then
	echo 'usage: repeat.sh FOLIOLAB [TIMES]' >&2
	exit 2
fi
foliolab=$1 times=${2-5}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

i=0
while [ $i -lt "$times" ]; do
	i=$((i + 1))
	before=$(date +%s)
	"$foliolab" prefetch --out "$work/$i" >/dev/null || exit 1
	took=$(($(date +%s) - before))
	echo "map $i: $took s, $(grep -c ',\(helps\|hurts\),' "$work/$i/map.csv") findings"
	[ $took -le 150 ] || {
		echo "FAILED: map $i took more than 150 s"
		exit 1
	}
done

awk -F, '
	FNR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
	{
		cell = $at["loop"] " " $at["prefetch"] " " $at["level"] " " $at["layout"]
		finding = $at["finding"]
		planted = $at["loop"] == "prefetch/none" && $at["level"] == "LLC" && $at["layout"] == "shuffled"
		if (planted && $at["prefetch"] ~ / known@4$/ && finding == "unknown")
			unknown++
		else if (planted && $at["prefetch"] ~ /^(prefetchw|pstl1keep) known@4$/ && !(finding == "helps" && $at["ratio"] < 0.5)) {
			print "FAILED: planted and not found: " cell ": " finding
			failed++
		} else if (planted && $at["prefetch"] == "nop known@4" && finding != "none") {
			print "FAILED: planted null found: " cell ": " finding
			failed++
		}
		if (finding != "helps" && finding != "hurts")
			next
		if (cell in sign && sign[cell] != finding) {
			print "FAILED: changes sign: " cell
			failed++
		}
		sign[cell] = finding
	}
	END { exit failed ? 1 : unknown ? 77 : 0 }' "$work"/*/map.csv
