#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Which pictures are drawn of what, and that no text in a results folder is taken for a command.
# The second argument is plots/draw.sh.
. "$(dirname "$0")/lib.sh"
draw=$(readlink -f "$2")
command -v gnuplot >/dev/null || skip 'no gnuplot'

# folder NAME CPUS MODEL: two variants over five sizes in two layouts
folder() {
	mkdir "$1"
	awk -v cpus="$2" -v model="$3" 'BEGIN {
		printf "{\n  \"complete\": true,\n  \"arch\": \"x86_64\",\n  \"cpu_model\": \"%s\",\n  \"cpu\": 0\n}\n", model
	}' >"$1/environment.json"
	awk -v cpus="$2" 'BEGIN {
		print "kernel,variant,cpu,folios,layout,cycles_per_item,cycles_lo,cycles_hi,ns_per_item,ratio,ratio_lo,ratio_hi,part"
		for (cpu = 0; cpu < cpus; cpu++)
			for (folios = 512; folios <= 8192; folios *= 2)
				for (l = 0; l < 2; l++)
					for (v = 0; v < 2; v++)
						printf "scan,%s,%d,%d,%s,%d,%d,%d,9,1,1,1,pass\n", v ? "p6" : "base", cpu, folios, \
							l ? "shuffled" : "ascending", 40 + cpu % 3 - 9 * v, 38 - 9 * v, 44 - 9 * v
	}' >"$1/estimates.csv"
}

# drawn FOLDER PICTURE...: these as SVG and PNG, and no others
drawn() {
	"$draw" "$1" >out 2>err || fail "draw.sh $1"
	where=$1
	shift
	for picture; do
		[ -s "$where/$picture.svg" ] || fail "$where: no $picture.svg"
		head -c 4 "$where/$picture.png" | grep -q PNG || fail "$where: no $picture.png"
	done
	[ "$(find "$where" -name '*.png' | wc -l)" = $# ] || fail "$where: other pictures, too: $(ls "$where")"
}

folder one 1 Plain
works table one --out one-merged
drawn one-merged curves-scan
grep -q 'Plain' one-merged/curves-scan.svg || fail 'the title does not say the CPU'
folder two 2 Plain
works table one two --out both
drawn both beside-scan
folder many 128 Plain
works table many --out many-merged
drawn many-merged beside-scan cpus-scan

# beside companions; a loop that has none is not said to have none
mkdir beside
cp one-merged/cpus.csv one-merged/environment.json beside/
awk 'NR == 1 { print $0 ",contention,companions,companion_ns"; next }
	/ascending/ { print $0 ",none,0,"; for (n = 63; n > 0; n = int(n / 2)) print $0 ",readers," n ",4" }' \
	one-merged/estimates.csv >beside/estimates.csv
drawn beside curves-scan contention-scan
grep -q 'ascending' beside/curves-scan.svg || fail 'a panel without its layout'
! grep -q 'contention' beside/curves-scan.svg || fail 'a panel names what is not there'
# of a prefetch folder the map alone
folder map 1 Plain
sed -i 's/^scan,/inc_min_seq,/' map/estimates.csv
echo 'loop,prefetch,idle,hw_prefetch,level,bytes,layout,ratio,ratio_lo,ratio_hi,control_lo,control_hi,nop_lo,nop_hi,finding,without_ns,with_ns,most_ns
scan/base,prefetchw prev,no,as found,L1,16384,ascending,0.9,0.88,0.92,0.99,1.01,,,helps,10,9,' >map/map.csv
drawn map prefetch_map

# nothing to draw of one size
sed '/,1024,\|,2048,\|,4096,\|,8192,/d' one-merged/estimates.csv >few.csv
mkdir few
cp one-merged/cpus.csv few/
mv few.csv few/estimates.csv
drawn few

# rows without the columns of a plot: one line for each
mkdir without
echo '{}' >without/environment.json
printf 'kernel,variant,part,case\nwalk,base,pass,a\n' >without/estimates.csv
! "$draw" without >out 2>err || fail 'draws what it has no columns for'
grep -q '^draw.sh: page_tables could not be drawn: no column folios ' err || fail 'which column?'
! grep -qv '^draw.sh: [a-z_]* could not be drawn: no column [a-z_]* in the rows, measure anew$' err || fail 'more than one line'

# shellcheck disable=SC2016 # no expansion wanted here, nor anywhere
folder odd 1 '`touch touched` $(touch touched)'
# shellcheck disable=SC2016
sed -i 's/,base,/,"`touch touched`",/; s/,ascending,/,"'"'"'; system('"'"'touch touched'"'"')",/' odd/estimates.csv
works table odd --out odd-merged
drawn odd-merged curves-scan
[ -z "$(find . -name touched)" ] || fail 'text in a results folder was taken for a command'
