#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Draws every plot that a results folder has the rows for, as SVG and PNG in
# that folder. Without gnuplot there are no plots, and that is no failure.
set -u
LC_ALL=C
export LC_ALL

if [ $# -ne 1 ] || [ ! -r "$1/estimates.csv" ]; then
	echo 'draw.sh: no estimates.csv to draw from: draw.sh FOLDER' >&2
	exit 2
fi
if ! command -v gnuplot >/dev/null 2>&1; then
	echo 'draw.sh: warning: no gnuplot, so no plots: apt-get install gnuplot-nox' >&2
	exit 0
fi

# gnuplot takes a file name that begins with < for a command
case $1 in
/*) folder=$1 ;;
*) folder=./$1 ;;
esac
here=$(dirname -- "$0")

# first string under a key, at most 60 plain characters of it
value() {
	[ -r "$folder/environment.json" ] || return 0
	sed -n -e '2000q' -e 's/^.*"'"$1"'": *"\([^"\\]\{1,60\}\).*$/\1/p' "$folder/environment.json" |
		sed 1q | tr -cd '[:print:]\n'
}

machine=$(value cpu_model)
release=$(value kernel)
compiler=$(value compiler)
[ -n "$release" ] && machine="${machine:+$machine; }Linux $release"
[ -n "$compiler" ] && machine="${machine:+$machine; }$compiler"

# what was to be counted: each METRIC has a METRIC_rounds beside it
metrics=$(sed -n -e '1s/,/\n/gp' -e 1q "$folder/estimates.csv" | sed -n 's/^\([A-Za-z0-9_:=.-]*\)_rounds$/\1/p' | tr '\n' ' ')

plots='ladder agetest page_tables why'
[ ! -e "$folder/map.csv" ] || plots="$plots prefetch_map"
status=0
for plot in $plots; do
	rm -f "$folder/$plot.svg" "$folder/$plot.png"
	gnuplot -c "$here/$plot.gp" "$folder" "$machine" "$metrics" && continue
	rm -f "$folder/$plot.svg" "$folder/$plot.png"
	echo "draw.sh: $plot could not be drawn: see above" >&2
	status=1
done
exit $status
