/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures as text, with a point whatever the locale says. */
#ifndef FOLIOLAB_NUMBER_H
#define FOLIOLAB_NUMBER_H

struct number {
	char text[40];
};

/**
 * number_fixed - for people: that many decimals, "-" for what was not measured (NAN)
 */
struct number number_fixed(double value, int decimals);

/**
 * number_exact - for files: nine significant digits, "" for what was not measured
 */
struct number number_exact(double value);

#endif
