// SPDX-License-Identifier: GPL-2.0-or-later
/* foliolab age --memcached: operations per second while the kernel ages and evicts. */
#include <stdio.h>
#include <stdlib.h>

#include "age/memcached.h"
#include "age/report.h"
#include "commands/age_internal.h"
#include "output/say.h"

/* as many as are whole, in @nr; 0, or EXIT_FAILED after one line */
static int run_repeats(const struct age_options *options, const struct age *age, double *ops, size_t *nr)
{
	char error[1024];

	for (*nr = 0; *nr < options->plan.repeats && !age_interrupted(); ++*nr) {
		if (memcached_repeat(age, options->plan.bytes, age_interrupted, &ops[*nr], error,
				     sizeof(error))) {
			say_error("%s", error);
			return EXIT_FAILED;
		}
		if (!(ops[*nr] > 0))
			break;
	}
	return 0;
}

static int report(const struct age_options *options, struct session *session, const double *ops, size_t nr)
{
	struct age_figures figures;
	int status = age_figures_of_ops(&figures, &options->plan, ops, nr);

	if (status) {
		say_error("out of memory: close other programs");
	} else {
		age_keep(session, &figures);
		if (session->options->format == FORMAT_TEXT)
			age_report_ops(stdout, &options->plan, &figures);
		else
			age_print_outcomes(session, &figures);
		if (nr < options->plan.repeats)
			say_warning("interrupted: what was measured until then is partial");
		status = say_stdout_done();
	}
	age_figures_free(&figures);
	return status;
}

int age_memcached(const struct age_options *options, const struct age *age, struct session *session,
		  bool *whole)
{
	double *ops = calloc(options->plan.repeats, sizeof(*ops));
	size_t nr = 0;
	int status;

	if (!ops) {
		say_error("out of memory: close other programs");
		return EXIT_FAILED;
	}
	status = run_repeats(options, age, ops, &nr);
	if (!status && nr)
		status = report(options, session, ops, nr);
	else if (!status)
		say_warning("interrupted: no repeat was whole");
	*whole = !status && nr == options->plan.repeats;
	free(ops);
	return status;
}
