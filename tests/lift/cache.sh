#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What was lifted once is there at once; any change of what it was lifted from makes another.
# usage: cache.sh PROGRAM
set -eu
program=$1
here=$(cd "$(dirname "$0")" && pwd)
command -v ctags >/dev/null || { echo 'no ctags'; exit 77; }
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
export HOME="$top/home" XDG_CACHE_HOME="$top/cache"
sh "$here/make-tree.sh" "$top/tree"

lift() {
	"$program" lift --tree "$top/tree" --folios 64 --replicates 1 --rounds 1 --keep "$@" >"$top/out" 2>"$top/err" ||
		{ cat "$top/err" >&2; exit 1; }
	sed -n 's/^lifted code is in //p' "$top/err"
}

built() {
	find "$top/cache/foliolab" -mindepth 1 -maxdepth 1 | wc -l
}

die() {
	echo "$*"
	exit 1
}

first=$(lift)
[ -f "$first/lifted.so" ] || die "no library in '$first'"
case $first in
"$top/cache/foliolab/"*) ;;
*) die "$first is not in the cache" ;;
esac
[ "$(stat -c %a "$top/cache/foliolab")" = 700 ] || die 'others may look into the cache'

# the second time neither compiler nor ctags is needed: the PATH has none but what names the compiler
before=$(stat -c %Y.%i "$first/lifted.so")
start=$(date +%s%N)
[ "$(lift)" = "$first" ] || die 'the second run is elsewhere'
ms=$((($(date +%s%N) - start) / 1000000))
[ "$(stat -c %Y.%i "$first/lifted.so")" = "$before" ] || die 'the second run built again'
echo "second run: $ms ms with its measurement"
[ "$(built)" = 1 ] || die 'more than one folder'

# another function, configuration, tree
lift --function folio_update_gen --page-tables 1 >/dev/null
lift --config list-hardened >/dev/null
echo '/* another */' >>"$top/tree/include/linux/mm_inline.h"
lift >/dev/null
[ "$(built)" = 4 ] || die "$(built) folders where there should be 4"

# a folder that was cut short is built again
rm "$first/stages.json"
sh "$here/make-tree.sh" "$top/tree"
[ "$(lift)" = "$first" ] || die 'the folder that was cut short is not used'
[ -f "$first/stages.json" ] || die 'the folder that was cut short is still so'

# what a killed process left is removed; what another is building in, or was asked to be kept, is not
left=$top/cache/foliolab/building-000001 kept=$top/cache/foliolab/building-000002
mkdir -p "$left/tree/mm" "$kept"
: >"$left/being-built"
: >"$left/tree/mm/vmscan.c"
rm -r "$first"
if command -v flock >/dev/null; then
	(flock 9 && [ "$(lift)" = "$first" ]) 9>"$left/being-built" || die 'not built beside another process'
	[ -d "$left" ] || die "another process's folder was removed"
	rm -r "$first"
fi
[ "$(lift)" = "$first" ] || die 'not built'
[ ! -e "$left" ] || die 'what a killed process left is still there'
[ -d "$kept" ] || die 'a folder that was kept was removed'
rmdir "$kept"
[ "$(find "$top/cache/foliolab" -name being-built)" = '' ] || die 'a mark is left'

# --work is used instead
work=$(lift --work "$top/a/b/work")
case $work in
"$top/a/b/work/"*) ;;
*) die "$work is not where --work says" ;;
esac
