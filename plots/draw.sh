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

status=0
# draw NAME SCRIPT ARGUMENT...: SCRIPT leaves NAME.svg and NAME.png in the folder, or nothing
draw() {
	name=$1
	shift
	rm -f "$folder/$name.svg" "$folder/$name.png"
	if gnuplot -c "$@" 2>"$data/said"; then
		cat "$data/said" >&2
		return
	fi
	rm -f "$folder/$name.svg" "$folder/$name.png"
	# what it stumbles on is said last, and of a column that is missing a warning before
	why=$(sed -n 's/^.*no column with header "\([^"]*\)".*$/no column \1 in the rows, measure anew/p' "$data/said" | sed 1q)
	[ -n "$why" ] || why=$(grep . "$data/said" | tail -n 1)
	echo "draw.sh: $name could not be drawn: $(printf '%s' "$why" | tr -cd '[:print:]')" >&2
	status=1
}

data=$(mktemp -d) || exit 1
trap 'rm -rf "$data"' EXIT
cpus=$folder/cpus.csv
if [ ! -r "$cpus" ]; then
	# one CPU, of which its own folder tells
	cpu=$(sed -n -e '2000q' -e 's/^ *"cpu": *\([0-9]\{1,6\}\),*$/\1/p' "$folder/environment.json" 2>/dev/null | sed 1q)
	cpus=$data/cpus.csv
	{
		echo 'machine,arch,cpu_model,compiler,linux,cpu,kind,l1_bytes,l2_bytes,l3_bytes'
		printf '%s,%s,%s,%s,%s,%s,-1,0,0,0\n' here "$(value arch | tr ,\" '  ')" "$(value cpu_model | tr ,\" '  ')" \
			"$(value compiler | tr ,\" '  ')" "$(value kernel | tr ,\" '  ')" "${cpu:--1}"
	} >"$cpus"
	# a folder of one CPU may hold what these are about
	plots='ladder agetest page_tables why'
	[ ! -e "$folder/map.csv" ] || plots='prefetch_map why'
	for plot in $plots; do
		draw "$plot" "$here/$plot.gp" "$folder" "$machine" "$metrics"
	done
fi
# the map shows what a prefetch folder holds
[ ! -e "$folder/map.csv" ] || exit $status
awk -v out="$data" -f "$here/series.awk" "$cpus" "$folder/estimates.csv" >"$data/pictures" || status=1
while read -r script name; do
	draw "$name" "$here/$script.gp" "$data" "$name" "$folder"
done <"$data/pictures"
exit $status
