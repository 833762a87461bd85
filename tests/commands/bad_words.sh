#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Commands, kernels, variants and options that are none: status 2, one line, nothing measured.
. "$(dirname "$0")/lib.sh"

refused "no command 'junk'" junk
refused "no command ''" ''
refused "no command '--junk'" --junk
refused 'name a kernel' run
refused 'name a kernel' run --folios 10
refused "no kernel 'junk'" run junk
refused "no kernel ''" run ''
refused "no kernel 'Walk'" run Walk
refused 'one kernel only' run walk empty
refused "no kernel 'a?b?[31m'" run "$(printf 'a\nb\033[31m')"
refused "no variant 'junk'" run inc_min_seq --variants base,junk
refused "no variant 'skip'" run inc_min_seq --variants skip
refused "no variant ''" run inc_min_seq --variants ''
refused "no variant ''" run inc_min_seq --variants base,
refused "no variant ''" run inc_min_seq --variants ,base
refused "no variant ' p1'" run inc_min_seq --variants 'base, p1'
refused "no variant 'control'" run inc_min_seq --variants base,control
refused 'only once' run inc_min_seq --variants base,p1,base
refused 'no such option' run empty --junk
refused 'no such option' run empty -x
refused 'no such option' run empty --folios
refused 'no such option' run empty --f csv
refused 'no such option' list --folios 10
refused 'own use' replicate

# names of any length are one line of bounded length, whatever of it is cut
long=$(head -c 100000 /dev/zero | tr '\0' x)
for arguments in "$long" "run $long" "run inc_min_seq --variants $long" "run empty --folios $long" "run empty --cpu $long"; do
	# shellcheck disable=SC2086
	run $arguments
	[ $status = 2 ] || fail "exit status $status of a very long name"
	[ "$(wc -l <err)" = 1 ] || fail 'not one line'
	[ "$(wc -c <err)" -lt 4096 ] || fail 'a very long line'
done
