#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# One table, one folder and the plots of all hosts' results.
#
#   together.sh FOLIOLAB DRAW RESULTS MERGED
#
# DRAW is plots/draw.sh of the lab; MERGED a new folder. Hosts that have not finished are left out.
set -eu
foliolab=$1 draw=$2 results=$3 merged=$4
set --
for folder in "$results"/*/; do
	if grep -q '^ *"complete": true' "$folder/environment.json" 2>/dev/null; then
		set -- "$@" "$folder"
	else
		echo "together.sh: $folder is not complete: left out" >&2
	fi
done
[ $# -gt 0 ] || {
	echo "together.sh: nothing complete in $results: wait, or look at the jobs' output" >&2
	exit 1
}
"$foliolab" table --out "$merged" "$@"
"$draw" "$merged"
