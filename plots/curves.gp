# SPDX-License-Identifier: GPL-2.0-or-later
# Cost of an item against the working set: variants, CPUs or machines, with the caches marked.
# gnuplot -c curves.gp DATA NAME OUTPUT: DATA/NAME.dat and DATA/NAME.gp as series.awk writes them
here = ARG0[1:strlen(ARG0) - strlen('curves.gp')]
load here.'common.gp'
data = ARG1.'/'.ARG2.'.dat'
load ARG1.'/'.ARG2.'.gp'

# told apart without colour, too: by the points' shapes and the lines' dashes
array colour[8] = [blue, orange, green, '#CC79A7', '#000000', '#56B4E9', '#E69F00', '#8C6BB1']
array shape[8] = [7, 9, 5, 13, 6, 8, 4, 12]
array dash[8] = [1, 2, 3, 4, 5, 1, 2, 3]
look(i) = (i - 1) % 8 + 1
# from the ninth on colours come again, but with other points
points(i) = (i - 1 + 3 * ((i - 1) / 8)) % 8 + 1

in_words(bytes) = bytes >= 2 ** 30 ? sprintf('%.3g GB', bytes / 2 ** 30) : bytes >= 2 ** 20 \
	? sprintf('%.3g MB', bytes / 2 ** 20) : sprintf('%.3g KB', bytes / 2 ** 10)

across = nr_panels < 2 ? 1 : 2
down = (nr_panels + across - 1) / across

set logscale x 2
stats data using 1 name 'SIZE' nooutput
set xrange [SIZE_min / 1.3:SIZE_max * 1.3]
set ylabel unit.' per item'
set xtics ()
do for [e = 10:36:2] {
	set xtics add (in_words(2.0 ** e) 2.0 ** e)
}
set key below horizontal reverse Left samplen 3 noenhanced
set style fill transparent solid 0.25 noborder

do for [c = 1:3] {
	size = real(word(caches, c))
	if (size > SIZE_min && size < SIZE_max) {
		set arrow from size, graph 0 to size, graph 1 nohead dashtype 3 linewidth 1 linecolor '#606060' back
		set label sprintf('L%d %s', c, in_words(size)) at size, graph 1.03 center font ',9' textcolor '#404040'
	}
}

do for [format in formats] {
	eval terminal(format, across == 1 ? 760 : 1100, 90 + 430 * down)
	set output ARG3.'/'.ARG2.'.'.format
	set multiplot layout down,across title kernel.': '.unit.' per item against the working set' \
		.(grouped ? '; line: median, band: all CPUs' : '')."\n".machines."\n " noenhanced
	do for [p = 1:nr_panels] {
		set title panel[p] noenhanced offset 0,0.7
		from = first[p] + 1
		to = first[p + 1]
		# what is to be read against each other has one range: the panels of a row
		start = paired && p % 2 == 0 ? first[p - 1] : first[p]
		end = paired && p % 2 == 1 && p < nr_panels ? first[p + 2] : to
		set yrange [*:*]
		stats data index start:end - 1 using 4 name 'COST' nooutput
		set yrange [0:COST_max * 1.08]
		if (grouped) {
			plot for [i = from:to] data index i - 1 using 1:3:4 with filledcurves \
					linecolor rgb colour[look(i - from + 1)] notitle, \
				for [i = from:to] data index i - 1 using 1:2 with linespoints linewidth 1.5 \
					pointtype shape[points(i - from + 1)] dashtype dash[look(i - from + 1)] \
					linecolor rgb colour[look(i - from + 1)] \
					title series[i]
		} else {
			plot for [i = from:to] data index i - 1 using 1:2:3:4 with yerrorbars linewidth 1 pointsize 0 \
					linecolor rgb colour[look(i - from + 1)] notitle, \
				for [i = from:to] data index i - 1 using 1:2 with linespoints linewidth 1.5 pointsize 0.9 \
					pointtype shape[points(i - from + 1)] dashtype dash[look(i - from + 1)] \
					linecolor rgb colour[look(i - from + 1)] title series[i]
		}
	}
	unset multiplot
	unset output
}
