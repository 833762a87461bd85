// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/number.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void use_point(struct number *number)
{
	const char *point = localeconv()->decimal_point;
	size_t length = strlen(point);
	char *found = length ? strstr(number->text, point) : NULL;

	if (!found)
		return;
	*found = '.';
	memmove(found + 1, found + length, strlen(found + length) + 1);
}

struct number number_fixed(double value, int decimals)
{
	struct number number = { "-" };

	if (!isfinite(value))
		return number;
	snprintf(number.text, sizeof(number.text), "%.*f", decimals, value);
	use_point(&number);
	return number;
}

struct number number_exact(double value)
{
	struct number number = { "" };

	if (!isfinite(value))
		return number;
	snprintf(number.text, sizeof(number.text), "%.9g", value);
	use_point(&number);
	return number;
}
