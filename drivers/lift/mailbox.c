// SPDX-License-Identifier: GPL-2.0-or-later
#include "lift/mailbox.h"

#include <ctype.h>
#include <fcntl.h>
#include <gmime/gmime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_MAILBOX = 16 << 20,
	MAX_MAILS = 2000,
	MAX_MAIL_LINE = 64 << 10,
	MAX_DEPTH = 8,
	MAX_NUMBER = 999,
};

/* "From someone Thu Jan  1 00:00:00 1970": a line of text that begins with From is none */
static bool begins_mail(const char *line, size_t length)
{
	const char *end = line + length;

	if (length < 5 || strncmp(line, "From ", 5))
		return false;
	for (const char *at = line + 5; at + 8 <= end; at++) {
		static const char shape[] = "dd:dd:dd";
		size_t i = 0;

		while (i < 8 && (shape[i] == 'd' ? isdigit((unsigned char)at[i]) : at[i] == ':'))
			i++;
		if (i == 8)
			return end - at >= 13 && isdigit((unsigned char)end[-1]);
	}
	return false;
}

/* a header line: a single mail without a From line before it */
static bool begins_header(const char *at, size_t length)
{
	size_t name = 0;

	while (name < length && (isalnum((unsigned char)at[name]) || at[name] == '-'))
		name++;
	return name && name < length && at[name] == ':';
}

static bool add_decoded(GMimePart *part, struct text *body)
{
	GMimeDataWrapper *content = g_mime_part_get_content(part);
	GMimeStream *stream;
	GByteArray *bytes;
	bool added;

	if (!content)
		return true;
	stream = g_mime_stream_mem_new();
	g_mime_data_wrapper_write_to_stream(content, stream);
	bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
	added = text_add(body, (const char *)bytes->data, bytes->len);
	g_object_unref(stream);
	return added;
}

/* the text of a mail, that of attached patches, too */
static bool add_parts(GMimeObject *object, struct text *body, int depth)
{
	bool added = true;

	if (!object || depth > MAX_DEPTH)
		return true;
	if (GMIME_IS_MULTIPART(object)) {
		GMimeMultipart *multipart = GMIME_MULTIPART(object);

		for (int i = 0; i < g_mime_multipart_get_count(multipart) && added; i++)
			added = add_parts(g_mime_multipart_get_part(multipart, i), body, depth + 1);
		return added;
	}
	if (!GMIME_IS_PART(object))
		return true;
	if (!g_mime_content_type_is_type(g_mime_object_get_content_type(object), "text", "*"))
		return true;
	return add_decoded(GMIME_PART(object), body);
}

/* CRLF to LF, as git am does */
static void drop_returns(struct text *body)
{
	size_t kept = 0;

	for (size_t i = 0; i < body->size; i++)
		if (body->data[i] != '\r' || body->data[i + 1] != '\n')
			body->data[kept++] = body->data[i];
	if (body->data)
		body->data[kept] = 0;
	body->size = kept;
}

/* whether a body has a diff of its own: what is quoted in a reply begins with > */
static bool has_diff(const struct text *body)
{
	const char *at = body->data;

	if (!at)
		return false;
	if (!strncmp(at, "diff --git ", 11) || !strncmp(at, "--- ", 4))
		return true;
	return strstr(at, "\ndiff --git ") || (strstr(at, "\n--- ") && strstr(at, "\n+++ "));
}

static bool is_reply(const char *subject)
{
	return !g_ascii_strncasecmp(subject, "re:", 3) || !g_ascii_strncasecmp(subject, "aw:", 3) ||
	       !g_ascii_strncasecmp(subject, "fwd:", 4);
}

/* n/m out of "[PATCH v2 n/m]"; what follows the brackets is left in *@subject */
static void parse_subject(const char **subject, int *number, int *of)
{
	const char *at = *subject;

	*number = *of = -1;
	while (at += strspn(at, " "), *at == '[') {
		const char *end = strchr(at, ']');

		if (!end)
			break;
		for (const char *word = at + 1; word < end; word++) {
			char *slash, *last;
			long n, m;

			if (!isdigit((unsigned char)*word) || isalnum((unsigned char)word[-1]))
				continue;
			n = strtol(word, &slash, 10);
			if (*slash != '/' || !isdigit((unsigned char)slash[1]))
				continue;
			m = strtol(slash + 1, &last, 10);
			if (n >= 0 && n <= m && m <= MAX_NUMBER && last <= end) {
				*number = (int)n;
				*of = (int)m;
			}
		}
		at = end + 1;
	}
	*subject = at;
}

/* it goes into a table and into C source: nothing but plain characters stays */
static void copy_subject(char *to, const char *from)
{
	size_t length = 0;

	for (; *from && length + 1 < MAX_SUBJECT; from++) {
		unsigned char c = (unsigned char)*from;

		if (c & 0x80 && (c & 0xc0) == 0x80)
			continue;
		if (c > '~' || c == '"' || c == '\\' || c == '?')
			to[length++] = '\'';
		else
			to[length++] = (char)(c < ' ' ? ' ' : c);
	}
	to[length] = 0;
}

static const char *take_mail(struct series *series, GMimeMessage *message)
{
	const char *subject = g_mime_message_get_subject(message);
	struct text body = { 0 };
	struct patch *patch;
	int number, of;

	if (!subject || is_reply(subject))
		return NULL;
	parse_subject(&subject, &number, &of);
	if (!number)
		return NULL;
	if (!add_parts(g_mime_message_get_mime_part(message), &body, 0)) {
		text_free(&body);
		return "holds a mail that is too large: give a series of patches";
	}
	drop_returns(&body);
	if (!has_diff(&body)) {
		text_free(&body);
		return number > 0 ? "has a patch without a diff, as if cut short: get it again" : NULL;
	}
	if (series->nr == MAX_PATCHES) {
		text_free(&body);
		return "has more than 19 patches: split the series";
	}
	patch = &series->patch[series->nr++];
	*patch = (struct patch){ .number = number > 0 ? number : 0, .of = of > 0 ? of : 0, .body = body };
	copy_subject(patch->subject, subject);
	return NULL;
}

static const char *parse_mail(struct series *series, const char *data, size_t size)
{
	GMimeStream *stream = g_mime_stream_mem_new_with_buffer(data, size);
	GMimeParser *parser = g_mime_parser_new_with_stream(stream);
	GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);
	const char *wrong = NULL;

	if (message) {
		wrong = take_mail(series, message);
		g_object_unref(message);
	}
	g_object_unref(parser);
	g_object_unref(stream);
	return wrong;
}

/* cuts the mailbox at its From lines */
static const char *split(struct series *series, const struct text *box)
{
	const char *at = box->data, *end = at + box->size, *mail = NULL, *wrong = NULL;
	size_t mails = 0;

	at += strspn(at, "\r\n");
	if (begins_header(at, line_length(at, end)))
		mail = at;
	else if (!begins_mail(at, line_length(at, end)))
		return "is no mailbox: give what b4 am or git format-patch --stdout writes";
	while (at < end && !wrong) {
		size_t length = line_length(at, end);
		const char *next = at + length + (at + length < end);

		if (length > MAX_MAIL_LINE)
			return "has a line of more than 65536 bytes: give a series of patches";
		if (begins_mail(at, length - (length && at[length - 1] == '\r'))) {
			wrong = mail ? parse_mail(series, mail, (size_t)(at - mail)) : NULL;
			mail = next;
			if (++mails > MAX_MAILS)
				return "has more than 2000 mails: give one series";
		}
		at = next;
	}
	return wrong ? wrong : parse_mail(series, mail, (size_t)(end - mail));
}

static int by_number(const void *a, const void *b)
{
	const struct patch *one = a, *other = b;

	return (one->number > other->number) - (one->number < other->number);
}

/* puts numbered patches in order; what is no whole beginning of one series would be measured as one */
static const char *sort(struct series *series)
{
	const struct patch *patch = series->patch;
	size_t numbered = 0;

	for (size_t i = 0; i < series->nr; i++)
		numbered += patch[i].number > 0;
	if (!series->nr)
		return "holds no patch: give what b4 am or git format-patch --stdout writes";
	if (!numbered)
		return NULL;
	if (numbered < series->nr)
		return "holds patches with and without a number: give one series";
	qsort(series->patch, series->nr, sizeof(series->patch[0]), by_number);
	for (size_t i = 1; i < series->nr; i++) {
		if (patch[i].of != patch[0].of)
			return "holds patches of several series: give one";
		if (patch[i].number == patch[i - 1].number)
			return "holds a patch of the same number twice: give one version of one series";
		if (patch[i].number != patch[i - 1].number + 1)
			return "lacks a patch in the middle: give the whole series";
	}
	if (patch[0].number != 1)
		return "lacks the first patch: give the whole series";
	return NULL;
}

int mailbox_read(struct series *series, const char *path, char *error, size_t size)
{
	struct text box = { 0 };
	const char *wrong;

	*series = (struct series){ 0 };
	if (text_read(&box, AT_FDCWD, path, MAX_MAILBOX, &wrong)) {
		snprintf(error, size, "%s: %s: give the mailbox of one series", path, wrong);
		return -1;
	}
	g_mime_init();
	wrong = box.size ? split(series, &box) : "is empty: give the mailbox of one series";
	if (!wrong)
		wrong = sort(series);
	text_free(&box);
	if (!wrong)
		return 0;
	snprintf(error, size, "%s %s", path, wrong);
	return -1;
}

void series_free(struct series *series)
{
	for (size_t i = 0; i < series->nr; i++)
		text_free(&series->patch[i].body);
	series->nr = 0;
}
