# SPDX-License-Identifier: GPL-2.0-or-later
# Where a prefetch helps or hurts, from map.csv of a results folder: a row for each loop and prefetch, a
# column for each working set and order of memory. Only findings are coloured, and each says its figure.
# gnuplot -c prefetch_map.gp FOLDER MACHINE
folder = ARG1
machine = ARG2
load ARG0[1:strlen(ARG0) - strlen('prefetch_map.gp')].'common.gp'

set datafile separator comma
set datafile columnheaders
# a prefetch is two words, "prefetchw next", and so takes two columns
set table $cells
plot folder.'/map.csv' using (stringcolumn('loop')):(stringcolumn('prefetch')):(stringcolumn('hw_prefetch') eq 'off' ? 'off' : 'on'): \
		(stringcolumn('level')):(stringcolumn('layout')):(field('ratio')):(stringcolumn('finding')) with table
unset table
unset datafile columnheaders
set datafile separator whitespace
nr = exists("$cells") ? |$cells| : 0
if (nr == 0) { exit status 0 }

loop_of(i) = word($cells[i], 1)
prefetch_of(i) = word($cells[i], 2).' '.word($cells[i], 3)
row_of(i) = loop_of(i).'|'.word($cells[i], 2).'_'.word($cells[i], 3).'|'.word($cells[i], 4)
column_of(i) = word($cells[i], 5).'|'.word($cells[i], 6)
# place of a word in a list of words, 0 where it is not there
place(list, name) = strstrt(' '.list.' ', ' '.name.' ') == 0 ? 0 \
	: words((' '.list.' ')[1:strstrt(' '.list.' ', ' '.name.' ')]) + 1

rows = ''
columns = ''
do for [i = 1:nr] {
	if (place(rows, row_of(i)) == 0) { rows = rows.' '.row_of(i) }
	if (place(columns, column_of(i)) == 0) { columns = columns.' '.column_of(i) }
}
nr_rows = words(rows)
nr_columns = words(columns)

part(text, n) = n == 1 ? text[1:strstrt(text, '|') - 1] : n == 2 ? part(text[strstrt(text, '|') + 1:*].'|', 1) \
	: text[strstrt(text[strstrt(text, '|') + 1:*], '|') + strstrt(text, '|') + 1:*]
spaced(text) = text[1:strstrt(text, '_') - 1].' '.text[strstrt(text, '_') + 1:*]

# colours end here; what is beyond is as dark, and the figure says it
most = 30
set print $tiles
found = 0
do for [i = 1:nr] {
	finding = word($cells[i], 8)
	percent = is_number(word($cells[i], 7)) ? (real(word($cells[i], 7)) - 1) * 100 : 0
	if (finding eq 'helps' || finding eq 'hurts') {
		found = found + 1
		print sprintf('%d %d %.1f', place(columns, column_of(i)), nr_rows + 1 - place(rows, row_of(i)), percent)
	}
}
# far outside: gnuplot will not draw an empty block
print '-9 -9 0'
unset print
# what has no row was not measured: nothing can be said of it, either
seen = ''
do for [i = 1:nr] {
	if (word($cells[i], 8) ne 'unknown') { seen = seen.' '.row_of(i).'|'.column_of(i) }
}
set print $unknown
do for [r = 1:nr_rows] {
	do for [k = 1:nr_columns] {
		if (strstrt(seen.' ', ' '.word(rows, r).'|'.word(columns, k).' ') == 0) {
			print sprintf('%d %d', k, nr_rows + 1 - r)
		}
	}
}
print '-9 -9'
unset print

clipped(x) = x > most ? most : x < -most ? -most : x
do for [format in formats] {
	eval terminal(format, 340 + 62 * nr_columns, 170 + 24 * nr_rows)
	set output folder.'/prefetch_map.'.format
	set title "what a prefetch changes, in percent of the loop without it; blank: no finding; ?: nothing can be said\n". \
		machine noenhanced
	set xrange [0.5:nr_columns + 0.5]
	set yrange [0.5:nr_rows + 0.5]
	set border 0
	set tics scale 0
	unset grid
	unset key
	set xtics rotate by -40 ()
	unset x2tics
	set xtics nomirror
	set ytics ()
	do for [k = 1:nr_columns] {
		name = word(columns, k)
		set xtics add (name[strstrt(name, '|') + 1:*] k)
	}
	# the working set over its columns, and a line where the next one begins
	from = 1
	do for [k = 1:nr_columns] {
		level = part(word(columns, k), 1)
		last = k == nr_columns
		if (!last) { last = part(word(columns, k + 1), 1) ne level }
		if (last) {
			set label level at (from + k) / 2.0, nr_rows + 0.9 center noenhanced
			if (k < nr_columns) {
				set arrow from k + 0.5, 0.5 to k + 0.5, nr_rows + 0.5 nohead linecolor rgb '#808080' linewidth 1.5
			}
			from = k + 1
		}
	}
	before = ''
	do for [k = 1:nr_rows] {
		name = word(rows, k)
		off = part(name, 3) eq 'off' ? ', hw off' : ''
		set ytics add (part(name, 1).': '.spaced(part(name, 2)).off nr_rows + 1 - k) noenhanced
		if (k > 1 && part(name, 1) ne before) {
			set arrow from 0.5, nr_rows + 1.5 - k to nr_columns + 0.5, nr_rows + 1.5 - k nohead \
				linecolor rgb '#808080' linewidth 1
		}
		before = part(name, 1)
	}
	# neutral at zero, and as light there in black and white
	set palette defined (-1 blue, -0.5 '#80B9D8', 0 '#FFFFFF', 0.5 '#EAAF80', 1 orange)
	set cbrange [-most:most]
	set cblabel 'helps (below 0) or hurts, %'
	set style fill solid 1 border rgb '#FFFFFF'
	set object 1 rectangle from 0.5, 0.5 to nr_columns + 0.5, nr_rows + 0.5 behind \
		fillstyle empty border rgb '#A0A0A0'
	plot $tiles using 1:2:(0.5):(0.5):(clipped($3)) with boxxyerror fillcolor palette, \
		$tiles using 1:2:(sprintf(abs($3) < 9.95 ? '%+.1f' : '%+.0f', $3)):(abs($3) > 20 ? 0xFFFFFF : 0) \
			with labels font ',10' textcolor rgb variable, \
		$unknown using 1:2:('?') with labels font ',9' textcolor rgb '#808080'
	unset label
	unset arrow
	unset output
}
