# SPDX-License-Identifier: GPL-2.0-or-later
# What all plots share; loaded by them. Colours are Okabe and Ito's, and every
# series has a point shape of its own, so that none is told by its colour alone.
blue = '#0072B2'
orange = '#D55E00'
green = '#009E73'
grey = '#D8D8D8'

filled_circle = 7
open_circle = 6
filled_triangle = 9
open_triangle = 8

formats = 'svg png'
# terminals by format; the width and height of a plot in pixels
terminal(format, width, height) = format eq 'svg' \
	? sprintf("set terminal svg size %d,%d font 'sans,12' background '#ffffff'", width, height) \
	: sprintf("set terminal pngcairo size %d,%d font 'sans,11' background '#ffffff'", width, height)

set border 3 linecolor '#404040'
set tics nomirror out
set grid ytics linetype 1 linecolor '#E8E8E8' linewidth 1
set errorbars small

# what a results folder leaves empty was not measured
field(name) = strlen(stringcolumn(name)) ? stringcolumn(name) : 'NaN'
is_number(text) = text ne 'NaN'
