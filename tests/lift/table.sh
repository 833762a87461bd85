#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Hand-written against lifted in cycles, per rung and layout, measured in turn.
# BUDGET (60): seconds for each layout. usage: table.sh PROGRAM SOURCES SERIES
set -eu
program=$1
here=$(cd "$(dirname "$0")" && pwd)
"$here/fetch-source.sh" 7.3 "$2"
[ -f "$3" ] || { echo "no series at $3: cmake -DFOLIOLAB_SERIES=FILE"; exit 77; }
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
"$here/make-mailbox.sh" "$3" >"$top/box"

# rows of estimates: pairs each stage with its rung
pairs() {
	awk -F, -v folios="$1" -v layout="$2" '
	NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
	$column["part"] == "pass" {
		cycles[$column["variant"]] = $column["cycles_per_item"]
		ns[$column["variant"]] = $column["ns_per_item"]
	}
	END {
		split("tree patch1 patch2 patch3 patch4 patch5 patch6", stage, " ")
		split("base p1 p2 p3 p4 p5 p6", rung, " ")
		for (i = 1; i <= 7; i++) {
			lifted = cycles[stage[i]]; written = cycles[rung[i]]; unit = ""
			if (lifted == "" || lifted == 0) { lifted = ns[stage[i]]; written = ns[rung[i]]; unit = " ns" }
			ratio = written / lifted
			note = ratio > 1.1 || ratio < 0.9 ? "  apart" : ""
			printf "%-8s%-12s%-5s%13.1f%9.1f%8.3f%s%s\n", folios, layout, rung[i], written, lifted, ratio, unit, note
		}
	}'
}

printf '%-8s%-12s%-5s%13s%9s%8s\n' folios layout rung hand-written lifted ratio
for workload in '4096 ascending' '131072 ascending' '131072 runs:16' '131072 shuffled'; do
	"$program" lift --tree "$2/7.3" --series "$top/box" --beside --folios "${workload% *}" \
		--variants tree,base,patch1,p1,patch2,p2,patch3,p3,patch4,p4,patch5,p5,patch6,p6 \
		--layout "${workload#* }" --budget "${BUDGET:-60}" --format csv 2>"$top/err" >"$top/csv" ||
		{ cat "$top/err"; exit 1; }
	pairs "${workload% *}" "${workload#* }" <"$top/csv"
done
