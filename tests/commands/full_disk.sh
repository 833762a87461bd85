#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A standard output that takes nothing: status 1 and one line.
. "$(dirname "$0")/lib.sh"

[ -w /dev/full ] || skip 'no /dev/full'
for format in text csv json; do
	status=0
	# shellcheck disable=SC2086
	"$foliolab" run empty $tiny --format $format >/dev/full 2>err </dev/null || status=$?
	[ $status = 1 ] || fail "exit status $status on a full disk: $format"
	complains 'standard output'
done
