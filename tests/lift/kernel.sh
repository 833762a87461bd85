#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What can be lifted from a Debian kernel source is lifted, checked and measured; the rest is named.
# usage: kernel.sh PROGRAM SOURCES VERSION [SERIES]
set -eu
program=$1
sources=$2
version=$3
here=$(cd "$(dirname "$0")" && pwd)
"$here/fetch-source.sh" "$version" "$sources"
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT

lift() {
	"$program" lift --tree "$sources/$version" --work "$top/work" --folios 9000 --page-tables 2 \
		--replicates 1 --rounds 2 "$@" 2>"$top/err" || { cat "$top/err" >&2; exit 1; }
}

lift --list | tee "$top/list"
# early releases of 6.1 sort unevictable folios, too, which takes more than the shim supplies
sort_folio=sort_folio
if [ "$version" = 6.1 ] && grep -q '^sort_folio  *no: .*missing here .*folio_set_unevictable' "$top/list"; then
	sort_folio=
fi
for function in inc_min_seq folio_update_gen $sort_folio; do
	grep -q "^$function  *yes" "$top/list" || { echo "$function cannot be lifted"; exit 1; }
	lift --function $function --beside >/dev/null
	lift --function $function --order 2 --zones 3 --layout shuffled >/dev/null
	lift --function $function --config debug-list >/dev/null
done
lift --promoted 300 --layout runs:16 --type file >/dev/null
[ -z "$sort_folio" ] || lift --function sort_folio --refs 3 --promoted 100 >/dev/null
grep -q '^folio_set_lru_refs  *no: the tree has no' "$top/list"
# without the list.h of its own, and with nothing but the two files that it cannot do without
mkdir -p "$top/few/mm" "$top/few/include/linux"
cp "$sources/$version/mm/vmscan.c" "$top/few/mm"
cp "$sources/$version/include/linux/mm_inline.h" "$top/few/include/linux"
"$program" lift --tree "$top/few" --work "$top/work" --folios 9000 --replicates 1 --rounds 2 2>/dev/null

[ "$version" = 7.3 ] && [ -f "${4-}" ] || exit 0
"$here/make-mailbox.sh" "$4" >"$top/box"
lift --series "$top/box" --beside | tee "$top/table"
for stage in tree patch1 patch2 patch3 patch4 patch5 patch6; do
	grep -q "^$stage " "$top/table" || { echo "no $stage"; exit 1; }
done
# the same out of order, with a reply between, as another program would write it
awk '/^From 0/ { n++ } { print > sprintf("'"$top"'/mail-%d", n) }' "$top/box"
cat "$top/mail-4" "$top/mail-7" "$top/mail-1" "$top/mail-6" "$top/mail-3" "$top/mail-5" "$top/mail-2" >"$top/box"
lift --series "$top/box" >"$top/table"
grep -q '^patch6 ' "$top/table"
