// SPDX-License-Identifier: GPL-2.0-or-later
/* foliolab lift: the functions of a kernel tree, as it is and after each patch of a series. */
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "commands/session.h"
#include "lift/kernel.h"
#include "output/say.h"

struct lift_options {
	struct options shared; /* first: input of the shared parsers, too */
	struct lift_request request;
	const char *variants, *config;
	bool list, beside;
};

enum {
	KEY_VARIANTS = 'v',
	KEY_TREE = 't',
	KEY_SERIES = 's',
	KEY_FUNCTION = 'f',
	KEY_LIST = 'l',
	KEY_BESIDE = 'b',
	KEY_WORK = 'w',
	KEY_KEEP = 'k',
	KEY_CONFIG = 'c'
};

static error_t parse_config(struct lift_options *options, const char *text)
{
	if (flavour_find(text, NULL) < 0)
		return options_complain(&options->shared,
					"--config %s: choose plain, list-hardened or debug-list", text);
	options->config = text;
	return 0;
}

static error_t parse_function(struct lift_options *options, const char *text)
{
	options->request.what = liftable_find(text);
	if (options->request.what)
		return 0;
	return options_complain(&options->shared, "--function %s: choose %s, %s, %s or %s", text,
				liftables[0].function, liftables[1].function, liftables[2].function,
				liftables[3].function);
}

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct lift_options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = state->child_inputs[1] = &options->shared;
		return 0;
	case KEY_TREE:
		options->request.tree = text;
		return 0;
	case KEY_SERIES:
		options->request.series = text;
		return 0;
	case KEY_FUNCTION:
		return parse_function(options, text);
	case KEY_VARIANTS:
		options->variants = text;
		return 0;
	case KEY_LIST:
		options->list = true;
		return 0;
	case KEY_BESIDE:
		options->beside = true;
		return 0;
	case KEY_WORK:
		options->request.work = text;
		return 0;
	case KEY_KEEP:
		options->request.keep = true;
		return 0;
	case KEY_CONFIG:
		return parse_config(options, text);
	case ARGP_KEY_ARG:
		return options_complain(&options->shared, "%s: give the tree with --tree DIR", text);
	case ARGP_KEY_END:
		if (!options->request.tree || !*options->request.tree)
			return options_complain(&options->shared,
						"lift what: give a kernel tree with --tree DIR");
		if (options->request.work && !*options->request.work)
			return options_complain(&options->shared, "--work: give the name of a folder");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option own_options[] = {
	{ "tree", KEY_TREE, "DIR", 0, "kernel tree (6.1 or newer), or the few files that are needed of one",
	  0 },
	{ "series", KEY_SERIES, "MBOX", 0, "patches, as b4 am or git format-patch --stdout writes them", 0 },
	{ "function", KEY_FUNCTION, "NAME", 0, "function to lift (inc_min_seq)", 0 },
	{ "list", KEY_LIST, NULL, 0, "say what this tree offers, and what stands in the way of the rest", 0 },
	{ "beside", KEY_BESIDE, NULL, 0, "measure the hand-written variants in the same rounds", 0 },
	{ "variants", KEY_VARIANTS, "A,B...", 0,
	  "stages and hand-written variants to measure, the first is the baseline", 0 },
	{ "config", KEY_CONFIG, "CONFIG", 0, "list checks compiled in: plain, list-hardened or debug-list", 0 },
	{ "work", KEY_WORK, "DIR", 0, "where to build and keep ($XDG_CACHE_HOME/foliolab)", 0 },
	{ "keep", KEY_KEEP, NULL, 0, "say where that is, and keep what failed", 0 },
	{ 0 },
};

static const struct argp_child children[] = {
	{ &workload_argp, 0, "The world:", 1 },
	{ &measuring_argp, 0, "Measuring and reporting:", 2 },
	{ 0 },
};

static const struct argp argp = {
	.options = own_options,
	.parser = parse,
	.doc = "Measures real kernel functions: as they are in a tree, then after each patch of a series.\v"
	       "The functions are compiled as they are found and RUN, with your rights: lift only what you would "
	       "also boot. Nothing is written outside the work folder. See docs/lifting.md.",
	.children = children,
};

/* stages, then the hand-written variants where they were asked for */
static int choose_variants(const struct lift_options *options, const struct lifted_kernel *kernel,
			   struct bench_case *bench)
{
	size_t nr = options->beside ? kernel->kernel.nr_variants : kernel->nr_stages;

	if (options->variants)
		return options_variants(options->variants, bench);
	for (size_t i = 0; i < nr && i < MAX_VARIANTS; i++)
		bench->variants[bench->nr_variants++] = (unsigned int)i;
	return 0;
}

static int make_case(const struct lift_options *options, const struct lift *lift,
		     const struct lifted_kernel *kernel, struct bench_case *bench)
{

	*bench = (struct bench_case){
		.id = kernel->kernel.name,
		.kernel = &kernel->kernel,
		.control = &kernel->control,
		.flavour = options->request.flavour,
		.library = lift ? lift->library : NULL,
		.load = options_workload(&options->shared, &kernel->kernel),
		.effort = options->shared.effort,
	};
	return options_refused(bench);
}

/* each function on its own: one that cannot be lifted says by which symbol */
static int list_functions(const struct lift_options *options)
{
	struct lift *lift = malloc(sizeof(*lift));
	int status = EXIT_FAILED;

	for (size_t i = 0; lift && i < nr_liftables; i++) {
		struct lift_request request = options->request;
		char error[1024];

		request.what = &liftables[i];
		if (lift_build(lift, &request, error, sizeof(error))) {
			printf("%-20sno: %s\n", request.what->function, error);
			continue;
		}
		printf("%-20syes%s%s\n", request.what->function, lift->failure[0] ? ", until " : "",
		       lift->failure);
		for (size_t stage = 0; request.series && stage < lift->nr; stage++)
			printf("  %-10s%s\n", lift->stage[stage].name, lift->stage[stage].what);
		status = 0;
	}
	free(lift);
	return status;
}

static int measure(const struct lift_options *options, const struct bench_case *bench, int argc, char **argv)
{
	struct outcome outcome = { 0 };
	struct session session;
	bool complete = false;
	int status = session_open(&session, &options->shared, argc, argv);

	if (!status) {
		session_plan(&session, bench, 1);
		status = session_run(&session, bench, &outcome);
	}
	if (!status) {
		complete = strcmp(outcome.stopped, "interrupted");
		status = print_outcome(&session, &outcome);
	}
	outcome_free(&outcome);
	if (session_close(&session, complete) && !status)
		status = EXIT_FAILED;
	return status;
}

static void say_notes(const struct lift_options *options, const struct lift *lift)
{
	for (size_t i = 0; i < lift->nr_notes; i++)
		say_warning("%s", lift->note[i]);
	if (options->request.keep)
		fprintf(stderr, "lifted code is in %s\n", lift->folder);
}

int command_lift(int argc, char **argv)
{
	struct lift_options options = { .request.what = &liftables[0] };
	struct lifted_kernel *kernel = calloc(1, sizeof(*kernel));
	struct lift *lift = calloc(1, sizeof(*lift));
	struct bench_case bench;
	char error[1024];
	int status;

	options_defaults(&options.shared);
	status = options_parse(&argp, argc, argv, &options.shared, &options);
	if (!status && (!kernel || !lift)) {
		say_error("not enough memory: close something");
		status = EXIT_FAILED;
	}
	if (!status)
		options.request.flavour = options_flavour(&options.shared, options.config);
	if (!status && options.list) {
		status = list_functions(&options);
		goto out;
	}
	/* what is wrong with the workload is said before anything is built */
	if (!status) {
		lifted_describe(kernel, lift, &options.request);
		status = make_case(&options, NULL, kernel, &bench);
	}
	if (status)
		goto out;
	if (lift_build(lift, &options.request, error, sizeof(error))) {
		say_error("%s", error);
		if (options.request.keep && lift->folder[0])
			fprintf(stderr, "what was built until then is in %s\n", lift->folder);
		status = EXIT_FAILED;
		goto out;
	}
	say_notes(&options, lift);
	lifted_describe(kernel, lift, &options.request);
	status = make_case(&options, lift, kernel, &bench);
	if (!status)
		status = choose_variants(&options, kernel, &bench);
	if (!status)
		status = measure(&options, &bench, argc, argv);
	if (!status && lift->failure[0]) {
		say_error("%s: the stages before it were measured", lift->failure);
		status = EXIT_FAILED;
	}
out:
	free(kernel);
	free(lift);
	return status;
}
