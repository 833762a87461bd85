#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# age.sh amd64|arm64 KERNEL LIBRARIES PROGRAM: foliolab age on a real kernel, in an emulated machine.
set -u
here=$(dirname -- "$0")

if [ ! -e "$2/whole" ] || [ ! -x "$4" ]; then
	echo 'skipped: no kernel or no program for it: ./lab test-guests makes them' >&2
	exit 77
fi
exec "$here/machine.sh" "$1" "$2" "$3" "$4" "$here/age_in_guest.sh"
