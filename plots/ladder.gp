# SPDX-License-Identifier: GPL-2.0-or-later
# Cost of a folio on each rung of the series, from a results folder.
# gnuplot -c ladder.gp FOLDER MACHINE
folder = ARG1
machine = ARG2
load ARG0[1:strlen(ARG0) - strlen('ladder.gp')].'common.gp'

set datafile separator comma
set datafile columnheaders
estimates = folder.'/estimates.csv'

# rows of the increment path: small folios of one zone, none promoted
set table $rows
plot estimates using (field('case')):(field('layout')):(field('variant')): \
		(field('cycles_per_item')):(field('cycles_lo')):(field('cycles_hi')): \
		(field('ns_per_item')):(field('ns_lo')):(field('ns_hi')): \
		(field('ratio_lo')):(field('ratio_hi')):(field('folios')): \
		(field('cycle_source')) with table \
	if (stringcolumn('kernel') eq 'inc_min_seq' && stringcolumn('part') eq 'pass' \
		&& stringcolumn('promoted') eq '0' && stringcolumn('promoted_pattern') ne 'alternating' \
		&& stringcolumn('order') eq '0' && stringcolumn('zones') eq '1' \
		&& (stringcolumn('layout') eq 'ascending' \
			|| (stringcolumn('layout') eq 'runs' && stringcolumn('run_length') eq '16')))
set table $floors
plot estimates using (field('cycles_per_item')):(field('ns_per_item')) with table \
	if (stringcolumn('kernel') eq 'cmpxchg' && stringcolumn('variant') eq 'lines' \
		&& stringcolumn('part') eq 'pass')
unset table
unset datafile columnheaders
set datafile separator whitespace

nr_rows = exists("$rows") ? |$rows| : 0
if (nr_rows == 0) { exit status 0 }

# of several cases with a layout, the one with the most rungs
array layouts[2] = ['ascending', 'runs']
array best[2] = ['', '']
do for [l = 1:2] {
	most = 0
	do for [i = 1:nr_rows] {
		if (word($rows[i], 2) eq layouts[l]) {
			rungs = 0
			do for [k = 1:nr_rows] { rungs = rungs + (word($rows[k], 1) eq word($rows[i], 1)) }
			if (rungs > most) {
				most = rungs
				best[l] = word($rows[i], 1)
			}
		}
	}
}
shown(i) = word($rows[i], 1) eq best[1] || word($rows[i], 1) eq best[2]

# cycles where all that is shown has them, else ns
in_cycles = 1
do for [i = 1:nr_rows] {
	if (shown(i) && !is_number(word($rows[i], 4))) { in_cycles = 0 }
}
mid = in_cycles ? 4 : 7
unit = in_cycles ? 'cycles' : 'ns'
source(i) = in_cycles ? ' ('.word($rows[i], 13).')' : ''
floor_cost = NaN
nr_floors = exists("$floors") ? |$floors| : 0
if (nr_floors) { floor_cost = real(word($floors[1], in_cycles ? 1 : 2)) }

highest = 0
do for [i = 1:nr_rows] {
	cost = real(word($rows[i], mid))
	if (shown(i) && cost > highest) { highest = cost }
}
if (highest == 0) { exit status 0 }

array names[2] = ['ascending: folios in address order', 'runs:16: runs of 16 folios, shuffled']
panels = (best[1] ne '') + (best[2] ne '')
do for [format in formats] {
	eval terminal(format, panels == 2 ? 1000 : 720, 500)
	set output folder.'/ladder.'.format
	set multiplot layout 1,panels title "inc_min_seq: cost of a folio, patch by patch\n".machine noenhanced
	set yrange [0:highest * 1.4]
	set key top right reverse Left samplen 2
	do for [l = 1:2] {
		if (best[l] eq '') { continue }
		band_lo = NaN
		band_hi = NaN
		rungs = 0
		base = NaN
		intervals = 0
		set print $panel
		do for [i = 1:nr_rows] {
			if (word($rows[i], 1) ne best[l]) { continue }
			folios = word($rows[i], 12)
			label = unit.' per folio'.source(i)
			if (is_number(word($rows[i], mid + 1))) { intervals = 1 }
			variant = word($rows[i], 3)
			if (rungs == 0) { base = real(word($rows[i], mid)) }
			if (variant eq 'control') {
				band_lo = base * real(word($rows[i], 10))
				band_hi = base * real(word($rows[i], 11))
			} else {
				rungs = rungs + 1
				print sprintf('%d %s %s %s %s', rungs, variant, word($rows[i], mid), \
					word($rows[i], mid + 1), word($rows[i], mid + 2))
			}
		}
		unset print
		set title names[l] noenhanced
		set xrange [0.4:rungs + 0.6]
		set xlabel folios.' folios'
		set ylabel label
		plot band_hi with filledcurves y=band_lo fillcolor rgb grey \
				title (band_lo == band_lo ? 'control: no difference from base' : ''), \
			floor_cost with lines dashtype 2 linewidth 2 linecolor rgb green \
				title (floor_cost == floor_cost ? 'floor: a lone locked cmpxchg' : ''), \
			$panel using 1:3:4:5:xtic(2) with yerrorbars pointtype filled_circle pointsize 1 \
				linewidth 1.5 linecolor rgb blue \
				title (intervals ? 'measured, with 95% interval' : 'measured'), \
			$panel using 1:3:(sprintf('%.1f', $3)) with labels offset 0,1 font ',10' notitle
	}
	unset multiplot
	unset output
}
