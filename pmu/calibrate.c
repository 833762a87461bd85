// SPDX-License-Identifier: GPL-2.0-or-later
#include "calibrate.h"
#include "clock.h"

enum {
	CHUNKS = 5,
	/* 45,000 cycles: 11 us at 4 GHz, 15 us at 3 GHz */
	CHUNK_CYCLES = 45000,
	CHECKS = 40,
};

/* ns of one chunk of the chain */
static double chunk_ns(const struct calibration *calibration, enum chain chain, double *cycles)
{
	double per_link = chain_cycles(chain);
	uint64_t start = clock_ticks();
	size_t links = chain_run(chain, (size_t)(CHUNK_CYCLES / per_link));

	*cycles = (double)links * per_link;
	return (double)(clock_ticks() - start) * 1e9 / calibration->tick_hz;
}

/* the fastest of some chunks: the one that no gap fell into */
static double best_ghz(const struct calibration *calibration, enum chain chain, int chunks, struct gaps *gaps)
{
	double best = 0, spun = 0, cycles;

	for (int i = 0; i < chunks; i++) {
		double ns = chunk_ns(calibration, chain, &cycles);

		spun += ns;
		if (cycles / ns > best)
			best = cycles / ns;
	}
	if (gaps) {
		double lost = spun - chunks * cycles / best;

		gaps->spun += spun;
		/* less than 1 us is the clock's own jitter */
		gaps->lost += lost > 1000 ? lost : 0;
	}
	return best;
}

void calibration_init(struct calibration *calibration, double tick_hz)
{
	double multiply, rotate;

	*calibration = (struct calibration){ .tick_hz = tick_hz };
	if (!chain_cycles(CHAIN_MULTIPLY) || !chain_cycles(CHAIN_ROTATE))
		return;
	/* the clock may still be ramping up: the first look is thrown away */
	best_ghz(calibration, CHAIN_MULTIPLY, CHECKS * 10, NULL);
	multiply = best_ghz(calibration, CHAIN_MULTIPLY, CHECKS, NULL);
	rotate = best_ghz(calibration, CHAIN_ROTATE, CHECKS, NULL);
	calibration->trusted = multiply / rotate > 0.95 && multiply / rotate < 1.05;
}

double core_ghz(const struct calibration *calibration, struct gaps *gaps)
{
	if (!calibration->trusted)
		return 0;
	return best_ghz(calibration, CHAIN_MULTIPLY, CHUNKS, gaps);
}
