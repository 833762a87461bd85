# SPDX-License-Identifier: GPL-2.0-or-later
# agetest write by write, measured and published, from a results folder.
# gnuplot -c agetest.gp FOLDER MACHINE
folder = ARG1
machine = ARG2
here = ARG0[1:strlen(ARG0) - strlen('agetest.gp')]
load here.'common.gp'

set datafile separator comma
set datafile columnheaders
estimates = folder.'/estimates.csv'

# one column for the steady pass or a lead: the leads have names, and stand in the order of the writes
set table $rows
plot estimates using (field('case')):(field('variant')): \
		(stringcolumn('part') eq 'pass' ? 'steady' : 'lead'): \
		(field('ns_per_item')):(field('ns_lo')):(field('ns_hi')) with table \
	if (stringcolumn('kernel') eq 'agetest' \
		&& (stringcolumn('variant') eq 'base' || stringcolumn('variant') eq 'p6'))
unset table
unset datafile columnheaders
set datafile separator whitespace

nr_rows = exists("$rows") ? |$rows| : 0
if (nr_rows == 0) { exit status 0 }

# ms for the published number of folios, so that both can be read on one scale
published_folios = 131072
ms(text) = real(text) * published_folios / 1e6

# columns: write, ms, interval; of the first case alone
point(write, i) = sprintf('%d %g %g %g', write, ms(word($rows[i], 4)), ms(word($rows[i], 5)), \
	ms(word($rows[i], 6)))
highest = 7.6
array variants[2] = ['base', 'p6']
array found[2] = [0, 0]
do for [v = 1:2] {
	leads = 0
	if (v == 1) { set print $base } else { set print $p6 }
	do for [i = 1:nr_rows] {
		if (word($rows[i], 1) ne word($rows[1], 1)) { continue }
		if (word($rows[i], 2) ne variants[v] || !is_number(word($rows[i], 4))) { continue }
		leads = leads + (word($rows[i], 3) eq 'lead')
		write = word($rows[i], 3) eq 'lead' ? leads : 4
		cost = ms(word($rows[i], 4))
		if (cost > highest) { highest = cost }
		print point(write, i)
		found[v] = found[v] + 1
	}
	unset print
}
if (found[1] == 0 || found[2] == 0) { exit status 0 }

# what a write does on the increment series; write 4 stands for all that follow
set xtics ("write 1\nwalk and promote" 1, "write 2\nwalk only" 2, "write 3\nwalk, all promoted" 3, \
	"write 4 and on\nwalk and increment" 4)
set bmargin 4
set xrange [0.5:4.5]
set yrange [0:highest * 1.25]
set ylabel 'ms per write of 131072 folios'
set key top center maxrows 2 reverse Left samplen 1
do for [format in formats] {
	eval terminal(format, 900, 520)
	set output folder.'/agetest.'.format
	set title "agetest, write by write\n".machine noenhanced
	plot $base using ($1 - 0.33):2:3:4 with yerrorbars pointtype filled_circle pointsize 1.2 \
			linewidth 1.5 linecolor rgb blue title 'measured, base', \
		here.'published.dat' index 'agetest' using ($1 - 0.11):2 with points pointtype open_circle \
			pointsize 1.2 linewidth 1.5 linecolor rgb blue title 'published, base', \
		$p6 using ($1 + 0.11):2:3:4 with yerrorbars pointtype filled_triangle pointsize 1.3 \
			linewidth 1.5 linecolor rgb orange title 'measured, p6', \
		here.'published.dat' index 'agetest' using ($1 + 0.33):3 with points \
			pointtype open_triangle pointsize 1.3 linewidth 1.5 linecolor rgb orange \
			title 'published, series', \
		$base using ($1 - 0.33):2:(sprintf('%.2f', $2)) with labels offset 0,1 font ',9' notitle, \
		here.'published.dat' index 'agetest' using ($1 - 0.11):2:(sprintf('%.2f', $2)) \
			with labels offset 0,1 font ',9' notitle, \
		$p6 using ($1 + 0.11):2:(sprintf('%.2f', $2)) with labels offset 0,1 font ',9' notitle, \
		here.'published.dat' index 'agetest' using ($1 + 0.33):3:(sprintf('%.2f', $3)) \
			with labels offset 0,1 font ',9' notitle
	unset output
}
