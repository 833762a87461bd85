# SPDX-License-Identifier: GPL-2.0-or-later
# Many CPUs of machines at once: a row for each, its cost over the median of its kind at each size.
# gnuplot -c cpus.gp DATA NAME OUTPUT: DATA/NAME.dat and DATA/NAME.gp as series.awk writes them
here = ARG0[1:strlen(ARG0) - strlen('cpus.gp')]
load here.'common.gp'
data = ARG1.'/'.ARG2.'.dat'
load ARG1.'/'.ARG2.'.gp'

in_words(bytes) = bytes >= 2 ** 30 ? sprintf('%.3g GB', bytes / 2 ** 30) : bytes >= 2 ** 20 \
	? sprintf('%.3g MB', bytes / 2 ** 20) : sprintf('%.3g KB', bytes / 2 ** 10)

# darker costs more, in grey as well
stats data using 3 name 'RATIO' nooutput
low = RATIO_min < 0.98 ? RATIO_min : 0.98
high = RATIO_max > 1.02 ? RATIO_max : 1.02
set cbrange [low:high]
set palette defined (low '#FFFFE5', 1 '#FED98E', (1 + high) / 2 '#D95F0E', high '#4A1203')
set cblabel 'cost over the median of its kind'
set cbtics (sprintf('%.2f', low) low, '1' 1, sprintf('%.2f', high) high)
unset grid
set ylabel 'CPU, in order'
set xlabel 'working set'
across = nr_panels < 2 ? 1 : 2
down = (nr_panels + across - 1) / across
do for [format in formats] {
	eval terminal(format, 620 * across, 120 + 420 * down)
	set output ARG3.'/'.ARG2.'.'.format
	set multiplot layout down,across title kernel.': which CPU differs from the others'."\n".machines noenhanced
	do for [p = 1:nr_panels] {
		stats data index p - 1 using 1 name 'COLUMN' nooutput
		set title panel[p] noenhanced
		set xrange [-0.5:COLUMN_max + 0.5]
		set yrange [-0.5:nr_rows - 0.5]
		set xtics () rotate by -45
		plot data index p - 1 using 1:2:3 with image notitle, \
			data index p - 1 using 1:(int($2) == 0 && int($1) % 2 == 0 ? -1 : NaN):xtic(int($1) % 2 == 0 ? in_words($4) : '') with points pointsize 0 notitle
	}
	unset multiplot
	unset output
}
