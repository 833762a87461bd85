// SPDX-License-Identifier: GPL-2.0-or-later
#include <math.h>

#include "reproduce/verdict.h"

static const double ALLOWED_FACTOR = 1.5;

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[] = {
		[VERDICT_REPRODUCED] = "reproduced",
		[VERDICT_OTHER_SIZE] = "same direction, other size",
		[VERDICT_NO_EFFECT] = "no effect here",
		[VERDICT_OPPOSITE] = "opposite",
		[VERDICT_ELSEWHERE] = "needs another machine or the real kernel",
		[VERDICT_UNKNOWN] = "too few processes to tell",
	};

	return names[verdict];
}

enum verdict verdict_of(double published, struct interval measured, double *factor)
{
	*factor = log(measured.mid) / log(published);
	if (isnan(measured.lo) || isnan(measured.hi))
		return VERDICT_UNKNOWN;
	if (measured.lo <= 1 && measured.hi >= 1)
		return VERDICT_NO_EFFECT;
	if (*factor < 0)
		return VERDICT_OPPOSITE;
	if (*factor > ALLOWED_FACTOR || *factor < 1 / ALLOWED_FACTOR)
		return VERDICT_OTHER_SIZE;
	return VERDICT_REPRODUCED;
}
