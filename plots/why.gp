# SPDX-License-Identifier: GPL-2.0-or-later
# Why a rung costs what it costs: its cycles and what was counted, per item, in a small panel each,
# from a results folder. gnuplot -c why.gp FOLDER MACHINE METRICS
folder = ARG1
machine = ARG2
load ARG0[1:strlen(ARG0) - strlen('why.gp')].'common.gp'

set datafile separator comma
set datafile columnheaders
estimates = folder.'/estimates.csv'

# the first case that was counted, and what of it; nothing but zeroes explains nothing
metrics = ''
best = ''
kernel = ''
do for [metric in ARG3] {
	set table $counted
	plot estimates using (stringcolumn('kernel')):(stringcolumn('case')) with table \
		if (strlen(stringcolumn(metric)) && column(metric) > 0 && stringcolumn('part') eq 'pass')
	unset table
	if (exists("$counted") && |$counted| > 0) {
		metrics = metrics.' '.metric
		if (best eq '') {
			kernel = word($counted[1], 1)
			best = word($counted[1], 2)
		}
	}
}
if (words(metrics) == 0) { exit status 0 }

# a block of rows for each panel; the control is the base again
panels = 'cycles_per_item'.metrics
nr = words(panels)
do for [i = 1:nr] {
	eval sprintf('set table $panel%d', i)
	plot estimates using (field('variant')):(field(word(panels, i))) with table \
		if (stringcolumn('part') eq 'pass' && stringcolumn('case') eq best \
			&& stringcolumn('variant') ne 'control')
	unset table
}
unset datafile columnheaders
set datafile separator whitespace

across = nr < 3 ? nr : 3
down = (nr + across - 1) / across
title(name) = name eq 'cycles_per_item' ? 'core cycles' : name
do for [format in formats] {
	eval terminal(format, 400 * across, 90 + 260 * down)
	set output folder.'/why.'.format
	set multiplot layout down,across title kernel.': what a rung does, per item'."\n".machine noenhanced
	unset key
	set style fill solid 0.8 noborder
	set boxwidth 0.6
	set yrange [0:*]
	set offsets 0.5, 0.5, graph 0.15, 0
	set xtics rotate by -45
	do for [i = 1:nr] {
		set title title(word(panels, i)) noenhanced
		block = sprintf('$panel%d', i)
		eval sprintf('plot %s using 0:2:xtic(1) with boxes linecolor rgb %s, %s using 0:2:(sprintf("%%.3g", $2)) with labels offset 0,0.6 font ",9"', \
			block, i == 1 ? 'orange' : 'blue', block)
	}
	unset multiplot
	unset output
}
