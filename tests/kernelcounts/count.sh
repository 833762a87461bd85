#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# count.sh TARGET PROGRAM SOURCES [SERIES]: counts Debian's linux-source-7.3, and it after each patch of the series,
# on both architectures; as kernel-counts-check only the tree, on arm64. What counts.csv says for this compiler must
# come out. SOURCES is where the source is kept. From the environment: VERSION=6.12 counts another, without the series;
# CONFIG=list-hardened adds the fragment of that name; ARCH=x86_64 counts on that alone.
set -u
LC_ALL=C
export LC_ALL
if [ $# -lt 3 ]; then
	echo 'usage: count.sh TARGET PROGRAM SOURCES [SERIES]' >&2
	exit 2
fi
target=$1 program=$2 sources=$3 series=${4-} version=${VERSION-7.3} config=${CONFIG-small}
here=$(cd "$(dirname "$0")" && pwd)

"$here/../lift/fetch-source.sh" "$version" "$sources" whole || {
	echo "count.sh: no source of $version: see above; foliolab kernel-counts --tree DIR counts any other tree" >&2
	exit 1
}
results=$sources/counts-$(date -u +%Y%m%dT%H%M%SZ)
set -- --tree "$sources/$version" --work "$sources/work" --out "$results"
[ "$config" = small ] || set -- "$@" --config "$here/$config.config"
if [ "$target" = kernel-counts-check ]; then
	ARCH=arm64
elif [ "$version" = 7.3 ] && [ -f "$series" ]; then
	"$here/../lift/make-mailbox.sh" "$series" >"$sources/series.mbx" || exit 1
	set -- "$@" --series "$sources/series.mbx"
else
	echo "count.sh: no series: the tree alone" >&2
fi
[ -z "${ARCH-}" ] || set -- "$@" --arch "$ARCH"
"$program" kernel-counts "$@" || exit 1
echo "results are in $results"

# the rows that there are, as the table has them
awk -F, -v key="$version,$config" '
	FNR == 1 { file++ }
	/^#/ || /^version,/ || /^arch,/ { next }
	file == 1 {
		wanted[$1 "," $2 "," $3 "," $4] = $5 "," $6 "," $7 "," $8
		known = known || $1 "," $2 == key
		next
	}
	{
		row = key "," $1 "," $2
		# a subject may hold commas, figures come from the fields behind it
		sub(/^[^,]*,[^,]*,("[^"]*"|[^,]*),/, "")
		split($0, figure, ",")
		got = sprintf("%.3f,%.3f,%.3f,%.3f", figure[1], figure[2], figure[3], figure[4])
		if (known && !(row in wanted)) {
			printf "count.sh: %s: the table has no such row\n", row
			bad = 1
		}
		if (!(row in wanted))
			next
		rows++
		if (got != wanted[row]) {
			printf "count.sh: %s: %s, the table has %s\n", row, got, wanted[row]
			bad = 1
		}
	}
	END {
		if (!known)
			print "count.sh: the table has nothing of this to compare with"
		else if (!bad)
			printf "%d rows as in tests/kernelcounts/counts.csv\n", rows
		exit bad || (known && !rows)
	}' "$here/counts.csv" "$results/counted.csv" || {
	echo "count.sh: not as in the table, which is of $(sed -n 's/^# compilers: //p' "$here/counts.csv"); here are:" >&2
	for gcc in aarch64-linux-gnu-gcc x86_64-linux-gnu-gcc; do
		"$gcc" --version 2>/dev/null | sed 1q >&2
	done
	exit 1
}
