# SPDX-License-Identifier: GPL-2.0-or-later
# Cost of an operation against how many other CPUs are at the same line, and what that costs them.
# gnuplot -c contention.gp DATA NAME OUTPUT: DATA/NAME.dat and DATA/NAME.gp as series.awk writes them
here = ARG0[1:strlen(ARG0) - strlen('contention.gp')]
load here.'common.gp'
data = ARG1.'/'.ARG2.'.dat'
load ARG1.'/'.ARG2.'.gp'

array colour[8] = [blue, orange, green, '#CC79A7', '#000000', '#56B4E9', '#E69F00', '#8C6BB1']
array shape[8] = [7, 9, 5, 13, 6, 8, 4, 12]

set xlabel 'companions on other CPUs'
set key top left reverse Left samplen 3 noenhanced
stats data using 1 name 'COUNT' nooutput
set xrange [-0.4:COUNT_max + 0.4]
step = COUNT_max > 16 ? 8 : 1
set xtics step
do for [format in formats] {
	eval terminal(format, 1100, 520)
	set output ARG3.'/'.ARG2.'.'.format
	set multiplot layout 1,2 title kernel.': beside companions'."\n".machines noenhanced
	set title 'the loop itself'
	set ylabel 'ns per item'
	set yrange [0:*]
	plot for [i = 1:nr_series] data index i - 1 using 1:2:3:4 with yerrorbars linewidth 1 pointsize 0 \
			linecolor rgb colour[i] notitle, \
		for [i = 1:nr_series] data index i - 1 using 1:2 smooth unique with linespoints linewidth 1.5 \
			pointtype shape[i] dashtype i linecolor rgb colour[i] title series[i]
	set title 'its companions'
	set ylabel 'ns per operation of a companion'
	plot for [i = 1:nr_series] data index i - 1 using 1:5 smooth unique with linespoints linewidth 1.5 \
			pointtype shape[i] dashtype i linecolor rgb colour[i] title series[i]
	unset multiplot
	unset output
}
