#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# count.sh TARGET PROGRAM SOURCES [SERIES]: counts Debian's linux-source-7.3, and it after each patch of the series,
# on both architectures; as kernel-counts-check only the tree, on arm64. What counts.csv says for this compiler must
# come out. SOURCES is where the source is kept; VERSION=6.12 counts another, without the series.
set -u
LC_ALL=C
export LC_ALL
if [ $# -lt 3 ]; then
	echo 'usage: count.sh TARGET PROGRAM SOURCES [SERIES]' >&2
	exit 2
fi
target=$1 program=$2 sources=$3 series=${4-} version=${VERSION-7.3}
here=$(cd "$(dirname "$0")" && pwd)

"$here/../lift/fetch-source.sh" "$version" "$sources" whole || {
	echo "count.sh: no source of $version: see above; foliolab kernel-counts --tree DIR counts any other tree" >&2
	exit 1
}
results=$sources/counts-$(date -u +%Y%m%dT%H%M%SZ)
set -- --tree "$sources/$version" --work "$sources/work" --out "$results"
if [ "$target" = kernel-counts-check ]; then
	set -- "$@" --arch arm64
elif [ "$version" = 7.3 ] && [ -f "$series" ]; then
	"$here/../lift/make-mailbox.sh" "$series" >"$sources/series.mbx" || exit 1
	set -- "$@" --series "$sources/series.mbx"
else
	echo "count.sh: no series: the tree alone" >&2
fi
"$program" kernel-counts "$@" || exit 1
echo "results are in $results"
[ "$version" = 7.3 ] || exit 0

# the rows that there are, as the table has them
awk -F, '
	FNR == 1 { file++ }
	/^#/ || /^arch,/ { next }
	file == 1 { wanted[$1 "," $2] = sprintf("%.3f,%.3f,%.3f", $3, $4, $5); next }
	{
		# a subject may hold commas, figures come from the fields behind it
		key = $1 "," $2
		sub(/^[^,]*,[^,]*,("[^"]*"|[^,]*),/, "")
		split($0, figure, ",")
		rows++
		got = sprintf("%.3f,%.3f,%.3f", figure[1], figure[3], figure[4])
		if (key in wanted && got != wanted[key]) {
			printf "count.sh: %s: walk, increment, promoted %s, the table has %s\n", key, got, wanted[key]
			bad = 1
		}
	}
	END { exit bad || !rows }' "$here/counts.csv" "$results/counted.csv" || {
	gcc=$(aarch64-linux-gnu-gcc --version | sed 1q)
	echo "count.sh: counts differ; the table is of $(sed -n 's/^# compiler: //p' "$here/counts.csv"), this is $gcc" >&2
	exit 1
}
echo 'as in tests/kernelcounts/counts.csv'
