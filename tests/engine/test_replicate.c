// SPDX-License-Identifier: GPL-2.0-or-later
/* The process of one replicate, as its parent and as a stranger speaks to it. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/replicate.h"
#include "model/random.h"

enum { TOO_LONG_S = 60 };

struct child {
	pid_t pid;
	int replies, complaints;
};

static struct child start(const void *request, size_t bytes)
{
	int in[2], out[2], err[2];
	struct child child;

	assert_int_equal(pipe2(in, O_CLOEXEC) | pipe2(out, O_CLOEXEC) | pipe2(err, O_CLOEXEC), 0);
	child.pid = fork();
	assert_true(child.pid >= 0);
	if (!child.pid) {
		dup2(in[0], STDIN_FILENO);
		dup2(out[1], STDOUT_FILENO);
		dup2(err[1], STDERR_FILENO);
		/* one that hangs is a failure, too: status SIGALRM */
		alarm(TOO_LONG_S);
		execl(FOLIOLAB, "foliolab", "replicate", (char *)NULL);
		_exit(127);
	}
	close(in[0]);
	close(out[1]);
	close(err[1]);
	/* a pipe holds a request, or whatever of it the child does not read */
	if (bytes)
		assert_true(write_whole(in[1], request, bytes));
	close(in[1]);
	child.replies = out[0];
	child.complaints = err[0];
	return child;
}

static int end(struct child *child, char *text, size_t size)
{
	size_t used = 0;
	ssize_t got;
	int status;

	while (used + 1 < size && (got = read(child->complaints, text + used, size - 1 - used)) > 0)
		used += (size_t)got;
	text[used] = '\0';
	close(child->complaints);
	if (child->replies >= 0)
		close(child->replies);
	assert_int_equal(waitpid(child->pid, &status, 0), child->pid);
	if (!WIFEXITED(status))
		fail_msg("ended by signal %d: %s", WTERMSIG(status), text);
	return WEXITSTATUS(status);
}

/* exit status 2, nothing on stdout, one line on stderr */
static void assert_refused(const void *request, size_t bytes, const char *what)
{
	struct child child = start(request, bytes);
	char text[4096], byte;
	int status;

	if (read(child.replies, &byte, 1))
		fail_msg("%s: something on standard output", what);
	status = end(&child, text, sizeof(text));
	if (status != 2 || strncmp(text, "foliolab: ", 10) || strchr(text, '\n') != text + strlen(text) - 1)
		fail_msg("%s: status %d and \"%s\"", what, status, text);
}

static struct request good_request(void)
{
	return (struct request){
		.magic = REQUEST_MAGIC,
		.replicate = 7,
		.kernel = "inc_min_seq",
		.nr_variants = 2,
		.variants = { 0, 6 },
		.load = { .folios = 1000, .zones = 1 },
		.rounds = 3,
		.passes = 2,
		.slice_s = 0.05,
		.seed = 1,
		.tick_hz = 1e9,
	};
}

static void test_no_request(void **state)
{
	struct request request = good_request();
	static const char text[] = "run inc_min_seq --folios 10\n";

	(void)state;
	assert_refused(NULL, 0, "nothing");
	assert_refused(text, sizeof(text) - 1, "words");
	assert_refused(&request, 1, "one byte");
	assert_refused(&request, sizeof(request) / 2, "half");
	assert_refused(&request, sizeof(request) - 1, "all but a byte");
	request.magic++;
	assert_refused(&request, sizeof(request), "magic");
}

static void test_hostile_requests(void **state)
{
	struct request request;

	(void)state;
#define REFUSED(member, value)                                      \
	do {                                                        \
		request = good_request();                           \
		request.member = (value);                           \
		assert_refused(&request, sizeof(request), #member); \
	} while (0)
	REFUSED(nr_variants, 0);
	REFUSED(nr_variants, MAX_VARIANTS + 1);
	REFUSED(nr_variants, UINT32_MAX);
	REFUSED(variants[1], 1000);
	REFUSED(variants[0], UINT32_MAX);
	REFUSED(load.folios, (size_t)MAX_FOLIOS + 1);
	REFUSED(load.folios, SIZE_MAX);
	REFUSED(load.folio_order, MAX_FOLIO_ORDER + 1);
	REFUSED(load.layout, (enum layout)77);
	REFUSED(load.layout, LAYOUT_RUNS);
	REFUSED(load.promoted_permille, 1001);
	REFUSED(load.promoted_pattern, (enum promoted_pattern)77);
	REFUSED(load.zones, 0);
	REFUSED(load.zones, UINT32_MAX);
	REFUSED(load.type, 2);
	REFUSED(load.page_tables, UINT32_MAX);
	REFUSED(load.young_permille, UINT32_MAX);
	REFUSED(load.refs, UINT32_MAX);
	REFUSED(load.batch_length, UINT32_MAX);
	REFUSED(load.reclaim_zones, UINT32_MAX);
	REFUSED(load.prefetch_distance, UINT32_MAX);
	REFUSED(load.prefetch_after, UINT32_MAX);
	REFUSED(load.work_loads, UINT32_MAX);
	REFUSED(load.work_locked, UINT32_MAX);
	REFUSED(load.work_stores, UINT32_MAX);
	REFUSED(load.contention, CONTENTION_READERS);
	REFUSED(load.contention, (enum contention)77);
	REFUSED(load.companions, 1);
	REFUSED(load.companions, UINT32_MAX);
	REFUSED(passes, 4097);
	REFUSED(tick_hz, 0);
	REFUSED(tick_hz, -1e9);
	REFUSED(tick_hz, NAN);
	REFUSED(step_ns, -1);
	REFUSED(step_ns, NAN);
#undef REFUSED
	request = good_request();
	memset(request.kernel, 'x', NAME_SIZE);
	assert_refused(&request, sizeof(request), "a name without end");
	memset(request.kernel, 0, NAME_SIZE);
	assert_refused(&request, sizeof(request), "no name");
	strcpy(request.kernel, "\n\033[31m%s%n");
	assert_refused(&request, sizeof(request), "an odd name");
}

/* companions that cannot be, or have no CPU to be on */
static void test_hostile_companions(void **state)
{
	struct request request = good_request();

	(void)state;
	strcpy(request.kernel, "cmpxchg");
	request.variants[1] = 1;
	request.load.contention = CONTENTION_READERS;
	request.load.companions = MAX_COMPANIONS + 1;
	assert_refused(&request, sizeof(request), "too many");
	request.load.companions = 2;
	request.companion_cpus[1] = UINT32_MAX;
	assert_refused(&request, sizeof(request), "a CPU that cannot be");
	request.load.contention = CONTENTION_NONE;
	assert_refused(&request, sizeof(request), "nothing to do");
}

/* noise behind the right magic and name */
static void test_noise(void **state)
{
	uint64_t random = 42;

	(void)state;
	for (int i = 0; i < 20; i++) {
		struct request request = good_request();
		unsigned char *bytes = (unsigned char *)&request.nr_variants;

		for (size_t k = 0; k < sizeof(request) - offsetof(struct request, nr_variants); k++)
			bytes[k] = (unsigned char)random_next(&random);
		assert_refused(&request, sizeof(request), "noise");
	}
}

static bool next(const struct child *child, struct message *message, void *data)
{
	if (!read_whole(child->replies, message, sizeof(*message)))
		return false;
	assert_true(message->bytes <= MAX_MESSAGE);
	assert_true(read_whole(child->replies, data, message->bytes));
	return true;
}

static void test_good_request(void **state)
{
	static struct sample samples[MAX_VARIANTS + 1];
	struct request request = good_request();
	struct child child = start(&request, sizeof(request));
	struct message message;
	char text[4096];

	(void)state;
	assert_true(next(&child, &message, samples));
	assert_int_equal(message.type, MESSAGE_WORLD);
	assert_int_equal(message.bytes, sizeof(struct world_message));
	for (uint32_t round = 0; round < request.rounds; round++) {
		assert_true(next(&child, &message, samples));
		assert_int_equal(message.type, MESSAGE_ROUND);
		assert_int_equal(message.bytes, 3 * sizeof(samples[0]));
		for (size_t i = 0; i < 3; i++) {
			assert_int_equal(samples[i].replicate, 7);
			assert_int_equal(samples[i].round, round);
			assert_true(samples[i].passes <= 2);
			assert_int_equal(samples[i].items, 1000);
		}
	}
	assert_true(next(&child, &message, samples));
	assert_int_equal(message.type, MESSAGE_DONE);
	assert_false(next(&child, &message, samples));
	assert_int_equal(end(&child, text, sizeof(text)), 0);
	assert_string_equal(text, "");
}

/* odd, but within bounds */
static void test_odd_requests(void **state)
{
	static char data[MAX_MESSAGE];
	struct request requests[4] = { good_request(), good_request(), good_request(), good_request() };

	(void)state;
	requests[0].load.layout = LAYOUT_RUNS;
	requests[0].load.run_length = SIZE_MAX;
	requests[1].load.folios = 0;
	requests[2].source = 99;
	requests[3].slice_s = -1;
	requests[3].rounds = 0;
	for (size_t i = 0; i < 4; i++) {
		struct child child = start(&requests[i], sizeof(requests[i]));
		struct message message = { 0 };
		char text[4096];

		while (next(&child, &message, data))
			;
		assert_int_equal(message.type, MESSAGE_DONE);
		assert_int_equal(end(&child, text, sizeof(text)), 0);
		assert_string_equal(text, "");
	}
}

/* SIGINT ends it after the pass at hand, with what it has */
static void test_told_to_stop(void **state)
{
	static char data[MAX_MESSAGE];
	struct request request = good_request();
	struct message message = { 0 };
	struct child child;
	char text[4096];

	(void)state;
	request.rounds = UINT32_MAX;
	child = start(&request, sizeof(request));
	while (next(&child, &message, data) && message.type != MESSAGE_ROUND)
		;
	assert_int_equal(message.type, MESSAGE_ROUND);
	kill(child.pid, SIGINT);
	while (next(&child, &message, data))
		;
	assert_int_equal(message.type, MESSAGE_DONE);
	assert_int_equal(end(&child, text, sizeof(text)), 0);
}

static void test_parent_gone(void **state)
{
	struct request request = good_request();
	struct child child;
	char text[4096];

	(void)state;
	request.rounds = UINT32_MAX;
	child = start(&request, sizeof(request));
	close(child.replies);
	child.replies = -1;
	assert_int_equal(end(&child, text, sizeof(text)), 1);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_request),         cmocka_unit_test(test_hostile_requests),
		cmocka_unit_test(test_hostile_companions), cmocka_unit_test(test_noise),
		cmocka_unit_test(test_good_request),       cmocka_unit_test(test_odd_requests),
		cmocka_unit_test(test_told_to_stop),       cmocka_unit_test(test_parent_gone),
	};

	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
