# SPDX-License-Identifier: GPL-2.0-or-later
# Walk over N page tables of the same folios, measured and published, from a
# results folder. gnuplot -c page_tables.gp FOLDER MACHINE
folder = ARG1
machine = ARG2
here = ARG0[1:strlen(ARG0) - strlen('page_tables.gp')]
load here.'common.gp'

set datafile separator comma
set datafile columnheaders
estimates = folder.'/estimates.csv'

# walks that find every PTE young
set table $rows
plot estimates using (field('variant')):(field('folios')):(field('page_tables')):(field('items')): \
		(field('ns_per_item')):(field('ns_lo')):(field('ns_hi')): \
		(field('ratio')):(field('ratio_lo')):(field('ratio_hi')) with table \
	if (stringcolumn('kernel') eq 'walk' && stringcolumn('part') eq 'pass' \
		&& stringcolumn('young') eq '1000' && stringcolumn('order') eq '0' \
		&& (stringcolumn('variant') eq 'base' || stringcolumn('variant') eq 'skip'))
unset table
unset datafile columnheaders
set datafile separator whitespace

nr_rows = exists("$rows") ? |$rows| : 0
if (nr_rows == 0) { exit status 0 }

# as many folios as were published, where that was measured, else the most
published_folios = 524288
folios = 0
do for [i = 1:nr_rows] {
	count = int(word($rows[i], 2))
	if (folios != published_folios && (count > folios || count == published_folios)) { folios = count }
}

# columns: N, ms per pass, interval, change in percent, interval
ms(i, column) = real(word($rows[i], column)) * real(word($rows[i], 4)) / 1e6
percent(i, column) = (real(word($rows[i], column)) - 1) * 100
point(i) = sprintf('%s %g %g %g %g %g %g', word($rows[i], 3), ms(i, 5), ms(i, 6), ms(i, 7), \
	percent(i, 8), percent(i, 9), percent(i, 10))
array variants[2] = ['base', 'skip']
array found[2] = [0, 0]
do for [v = 1:2] {
	if (v == 1) { set print $base } else { set print $skip }
	do for [i = 1:nr_rows] {
		if (word($rows[i], 1) ne variants[v] || int(word($rows[i], 2)) != folios) { continue }
		if (!is_number(word($rows[i], 5)) || !is_number(word($rows[i], 4))) { continue }
		print point(i)
		found[v] = found[v] + 1
	}
	unset print
}
if (found[1] == 0 || found[2] == 0) { exit status 0 }

set logscale x 2
set xrange [0.8:80]
set xtics (1, 2, 4, 8, 16, 32, 64)
set xlabel 'page tables that map the folios'
set key reverse Left samplen 3
do for [format in formats] {
	eval terminal(format, 1000, 500)
	set output folder.'/page_tables.'.format
	set multiplot layout 1,2 title "walk: young PTEs of the same folios in N page tables\n".machine noenhanced

	set title sprintf('time of a pass, %d folios', folios)
	set logscale y
	set yrange [*:*]
	set ylabel 'ms per pass'
	set key top left
	plot here.'published.dat' index 'page_tables' using 1:2 with linespoints dashtype 2 \
			pointtype open_circle linecolor rgb blue title 'published, base', \
		here.'published.dat' index 'page_tables' using 1:3 with linespoints dashtype 2 \
			pointtype open_triangle linecolor rgb orange title 'published, patched', \
		$base using 1:2 smooth unique with lines linewidth 1.5 linecolor rgb blue notitle, \
		$skip using 1:2 smooth unique with lines linewidth 1.5 linecolor rgb orange notitle, \
		$base using 1:2:3:4 with yerrorbars pointtype filled_circle linewidth 1.5 \
			linecolor rgb blue title 'measured, base', \
		$skip using 1:2:3:4 with yerrorbars pointtype filled_triangle linewidth 1.5 \
			linecolor rgb orange title 'measured, skip'

	set title 'change by skipping what would not change'
	unset logscale y
	set yrange [*:5<*]
	set ylabel 'percent'
	set key bottom left
	plot 0 with lines linewidth 1 linecolor '#808080' notitle, \
		here.'published.dat' index 'page_tables' using 1:(($3 / $2 - 1) * 100) with linespoints \
			dashtype 2 pointtype open_triangle linecolor rgb orange title 'published', \
		$skip using 1:5 smooth unique with lines linewidth 1.5 linecolor rgb orange notitle, \
		$skip using 1:5:6:7 with yerrorbars pointtype filled_triangle linewidth 1.5 \
			linecolor rgb orange title 'measured, with 95% interval'
	unset multiplot
	unset output
}
