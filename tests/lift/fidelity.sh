#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs test_fidelity on a Debian kernel source; with the series where it is for that version and there.
# usage: fidelity.sh PROGRAM SOURCES VERSION [SERIES]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
"$here/fetch-source.sh" "$3" "$2"
# the series is of one version
if [ -z "${4-}" ] || [ "$3" != 7.3 ]; then
	exec "$1" "$2/$3"
fi
if [ ! -f "$4" ]; then
	echo "no series at $4: only the tree as it is"
	exec "$1" "$2/$3"
fi
box=$(mktemp)
trap 'rm -f "$box"' EXIT
"$here/make-mailbox.sh" "$4" >"$box"
"$1" "$2/$3" "$box"
