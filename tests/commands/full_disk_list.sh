#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What is only printed can fail to be printed, too.
. "$(dirname "$0")/lib.sh"

[ -w /dev/full ] || skip 'no /dev/full'
for command in list 'list walk' --help --version 'run --help'; do
	status=0
	# shellcheck disable=SC2086
	"$foliolab" $command >/dev/full 2>err </dev/null || status=$?
	[ $status = 1 ] || fail "exit status $status on a full disk: $command"
	complains 'standard output'
done
