#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Broken and hostile trees and mailboxes: each ends in one clear line and exit 1 or 2, and nothing
# outside the work folder is touched. usage: hostile.sh PROGRAM
set -u
program=$1
here=$(cd "$(dirname "$0")" && pwd)
for tool in ctags patch cksum; do
	command -v $tool >/dev/null || { echo "no $tool"; exit 77; }
done

top=$(mktemp -d)
trap 'chmod -R u+w "$top"; rm -rf "$top"' EXIT
mkdir "$top/guarded" "$top/guarded/home" "$top/run"
guarded=$top/guarded
HOME=$guarded/home XDG_CACHE_HOME=$guarded/home/cache TMPDIR=$guarded
export HOME XDG_CACHE_HOME TMPDIR
echo precious >"$guarded/victim"
echo 'int secret_of_the_host;' >"$guarded/secret.h"
sh "$here/make-tree.sh" "$guarded/tree"
tree=$guarded/tree
fine=$guarded/fine.mbox
cases=0
failed=0

mail() {	# SUBJECT, the body on standard input
	printf 'From 0123456789 Mon Sep 17 00:00:00 2001\nFrom: a <a@example.org>\nSubject: %s\n\nwhy\n---\n' "$1"
	cat
	printf -- '-- \n2.39\n\n'
}

# a patch in which line $1 of the tree's vmscan.c becomes $2, out of place by $3 lines
swap() {
	line=$(grep -n "^$1\$" "$tree/mm/vmscan.c" | head -n 1 | cut -d: -f1)
	printf -- '--- a/mm/vmscan.c\n+++ b/mm/vmscan.c\n@@ -%s +%s @@\n-%s\n+%s\n' \
		"$line" "$line" "$1" "$2"
}

step='	int left = MAX_LRU_BATCH;'
swap "$step" '	int left = MAX_LRU_BATCH + 0;' | mail '[PATCH 1/2] fine' >"$fine"

state() {
	(cd "$guarded" && find . -exec ls -ld {} + | sed 's/ [0-9:]* \./ ./' && find . -type f -exec cksum {} +)
}

# expect NAME TEXT ARGUMENT...: that text is in the one line said
expect() {
	name=$1 text=$2
	shift 2
	cases=$((cases + 1))
	before=$(state)
	timeout 100 "$program" lift --work "$top/run/work" --folios 64 --replicates 1 --rounds 1 "$@" \
		>"$top/run/out" 2>"$top/run/err" </dev/null
	status=$?
	lines=$(grep '^foliolab: ' "$top/run/err" | grep -vc '^foliolab: warning: ')
	wrong=
	[ $status = 1 ] || [ $status = 2 ] || wrong="exit status $status"
	[ "$lines" = 1 ] || wrong="$wrong; $lines lines"
	grep '^foliolab: ' "$top/run/err" | grep -v '^foliolab: warning: ' | grep -qF -- "$text" ||
		wrong="$wrong; not '$text'"
	[ "$(state)" = "$before" ] || wrong="$wrong; something outside the work folder changed"
	if [ -n "$wrong" ]; then
		echo "not ok: $name: $wrong"
		sed 's/^/    /' "$top/run/err"
		failed=$((failed + 1))
	else
		echo "ok: $name: $(grep '^foliolab: ' "$top/run/err" | grep -v '^foliolab: warning: ' | cut -c11-)"
	fi
}

box() {	# NAME TEXT: the mailbox that was written there
	expect "$1" "$2" --tree "$tree" --series "$guarded/box"
	rm -f "$guarded/box"
}

# a copy of the tree to break
broken() {
	rm -rf "$guarded/broken"
	cp -r "$tree" "$guarded/broken"
}

edit() {	# SED-SCRIPT
	broken
	sed "$1" "$tree/mm/vmscan.c" >"$guarded/broken/mm/vmscan.c"
}

# that it works at all, or nothing below means anything
if ! "$program" lift --work "$top/run/work" --folios 64 --replicates 1 --rounds 1 --tree "$tree" \
	--series "$fine" >"$top/run/out" 2>"$top/run/err"; then
	echo "not ok: the tree that is fine cannot be lifted"
	cat "$top/run/err"
	exit 1
fi

# mailboxes
: >"$guarded/box"
box 'empty mailbox' 'is empty'
echo 'Dear all, please find the patch on my desk.' >"$guarded/box"
box 'text that is no mailbox' 'no mailbox'
head -n 6 "$fine" >"$guarded/box"
box 'truncated before the diff' 'cut short'
head -n 10 "$fine" >"$guarded/box"
box 'truncated inside a hunk' 'cut short'
printf 'From 01 Mon Sep 17 00:00:00 2001\nSubject: [PATCH 0/3] cover\n\nnothing\n' >"$guarded/box"
box 'cover letter alone' 'no patch'
{ cat "$fine"; printf 'a\000b\n'; } >"$guarded/box"
box 'binary mailbox' 'not text'
{ head -n 3 "$fine"; echo; head -c 52428800 /dev/zero | tr '\0' x; echo; } >"$guarded/box"
box 'line of 50 MB' 'too large'
{ head -n 3 "$fine"; echo; head -c 9000000 /dev/zero | tr '\0' x; echo; } >"$guarded/box"
box 'line of 9 MB' '65536 bytes'
printf -- '--- a/mm/swap.c\n+++ b/mm/swap.c\n@@ -1 +1 @@\n-a\n+b\n' | mail '[PATCH] other' >"$guarded/box"
box 'patch to another file' 'touches'
printf -- '--- a/../../victim\n+++ b/../../victim\n@@ -1 +1 @@\n-precious\n+gone\n' | mail '[PATCH] up' >"$guarded/box"
box 'path with ..' 'out of a tree'
printf -- '--- %s\n+++ %s\n@@ -1 +1 @@\n-precious\n+gone\n' "$guarded/victim" "$guarded/victim" | mail '[PATCH] root' >"$guarded/box"
box 'absolute path' 'out of a tree'
{ cat "$fine"; printf -- '--- a/../../victim\n+++ b/x\n@@ -1 +1 @@\n-precious\n+gone\n' | mail '[PATCH 2/2] late'; } >"$guarded/box"
box 'path with .. in the last patch' 'out of a tree'
printf 'diff --git a/mm/vmscan.c b/mm/vmscan.c\ndeleted file mode 100644\n--- a/mm/vmscan.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n' | mail '[PATCH] rm' >"$guarded/box"
box 'patch that removes the file' 'removes'
printf 'diff --git a/mm/vmscan.c b/mm/vmscan.c\nnew file mode 120000\n--- /dev/null\n+++ b/mm/vmscan.c\n@@ -0,0 +1 @@\n+%s\n' "$guarded/victim" | mail '[PATCH] link' >"$guarded/box"
box 'patch that makes a symlink' 'creates'
printf 'diff --git a/mm/vmscan.c b/mm/vmscan.c\nindex 1..2\nGIT binary patch\nliteral 3\nabc\n' | mail '[PATCH] bin' >"$guarded/box"
box 'binary patch' 'creates'
printf 'diff --git a/mm/vmscan.c b/mm/vmscan.c\n--- a/mm/vmscan.c\n+++ b/mm/vmscan.c\n@@ -1,9999999999 +1 @@\n-a\n' | mail '[PATCH] big' >"$guarded/box"
box 'hunk of ten thousand million lines' 'makes no sense'
{ swap "$step" x | mail '[PATCH 1/3] a'; swap "$step" x | mail '[PATCH 3/3] c'; } >"$guarded/box"
box 'patch missing in the middle' 'in the middle'
{ swap "$step" x | mail '[PATCH 1/2] a'; swap "$step" x | mail '[PATCH v2 1/2] a'; } >"$guarded/box"
box 'two versions in one mailbox' 'twice'
i=0
while [ $i -lt 40 ]; do i=$((i + 1)); swap "$step" x | mail "[PATCH $i/40] many"; done >"$guarded/box"
box 'forty patches' 'more than 19'
{ cat "$fine"; printf -- '--- a/mm/vmscan.c\n+++ b/mm/vmscan.c\n@@ -3,3 +3,3 @@\n one\n two\n-three\n+four\n' | mail '[PATCH 2/2] late'; } >"$guarded/box"
box 'patch that does not apply' 'hunk 1 of mm/vmscan.c'
swap "$step" '	int left = MAX_LRU_BATCH' | mail '[PATCH 1/1] typo' >"$guarded/box"
box 'patch that does not compile' 'patch1 (typo): it does not compile: mm/vmscan.c:39'
swap "$step" '	int left = no_such_thing(MAX_LRU_BATCH);' | mail '[PATCH 1/1] helper' >"$guarded/box"
box 'patch that calls what is nowhere' 'no_such_thing'
swap '	bool \(none\);' x 2>/dev/null | mail '[PATCH 1/1] none' >"$guarded/box"
box 'hunk without a line' 'makes no sense'
swap 'static bool inc_min_seq(struct lruvec \*lruvec, int type, int swappiness)' 'static bool inc_min_seq(struct lruvec *lruvec, int type, struct moon *moon)' |
	sed 's/^-.*lruvec \\\*/-static bool inc_min_seq(struct lruvec */' | mail '[PATCH 1/1] moon' >"$guarded/box"
box 'parameter that nobody knows' 'no value is known'
swap "$step" '	int left = *(volatile int *)8;' | mail '[PATCH 1/1] crash' >"$guarded/box"
box 'patch that crashes' 'crashed'
swap "$step" '	int left = 4096; list_move_tail(lruvec->lrugen.folios[oldest][type][2].prev, \&lruvec->lrugen.folios[3][type][2]);' |
	sed 's/\\&/\&/' | mail '[PATCH 1/1] lose' >"$guarded/box"
box 'patch that puts folios on the wrong list' 'label'

# mailboxes that are no files
expect 'no such mailbox' 'No such file' --tree "$tree" --series "$guarded/none"
expect 'mailbox that is a folder' 'directory' --tree "$tree" --series "$guarded"
mkfifo "$guarded/fifo"
expect 'mailbox that is a pipe' 'not a regular file' --tree "$tree" --series "$guarded/fifo"

# trees
expect 'no such tree' 'give a kernel tree' --tree "$guarded/none"
expect 'tree that is a file' 'give a kernel tree' --tree "$guarded/victim"
expect 'empty name' 'give a kernel tree' --tree ''
edit 's/inc_min_seq/inc_max_seq/'
expect 'tree without the function' 'no inc_min_seq()' --tree "$guarded/broken"
edit '/^	return true;$/,/^}$/d'
expect 'function that is not closed' 'balance' --tree "$guarded/broken"
edit 's|^/\* calls what.*|/* calls what|'
expect 'comment that is not closed' 'inside a comment' --tree "$guarded/broken"
edit 's/^static int add_step/#if 0\n&/'
expect '#if that is not closed' 'do not pair' --tree "$guarded/broken"
edit "s|^	int left = .*|#include \"$guarded/secret.h\"\n&|"
expect 'function that includes a file' '#include' --tree "$guarded/broken"
edit 's/^	int left = .*/	int left = {};/'
expect 'tree that does not compile' 'mm/vmscan.c' --tree "$guarded/broken"
broken
printf 'a\000b' >>"$guarded/broken/mm/vmscan.c"
expect 'binary source' 'not text' --tree "$guarded/broken"
broken
head -c 52428800 /dev/zero | tr '\0' x >>"$guarded/broken/mm/vmscan.c"
expect 'source with a line of 50 MB' 'too large' --tree "$guarded/broken"
broken
head -c 9000 /dev/zero | tr '\0' x >>"$guarded/broken/mm/vmscan.c"
expect 'source with a long line' '4096 bytes' --tree "$guarded/broken"
broken
rm "$guarded/broken/mm/vmscan.c"
ln -s "$guarded/tree/mm/vmscan.c" "$guarded/broken/mm/vmscan.c"
expect 'symlink out of the tree' 'leads out' --tree "$guarded/broken"
broken
rm -r "$guarded/broken/include"
ln -s ../tree/include "$guarded/broken/include"
expect 'folder that is a symlink out of the tree' 'leads out' --tree "$guarded/broken"
broken
ln -sf vmscan.c "$guarded/broken/mm/vmscan.c"
expect 'symlink to itself' 'symbolic links' --tree "$guarded/broken"

# places and options
mkdir -m 777 "$top/run/open"
expect 'work folder that others may write' 'by others' --tree "$tree" --work "$top/run/open"
expect 'work folder that is a file' 'no folder' --tree "$tree" --work "$guarded/victim"
expect 'function that is not known' 'choose inc_min_seq' --tree "$tree" --function main
expect 'configuration that is not known' 'choose plain' --tree "$tree" --config fast
expect 'function with a symbol missing' 'sort_by_moonlight' --tree "$tree" --function sort_folio

# and what must not be refused: braces in comments and strings, an escape into the table of stages
cp "$fine" "$guarded/box"
sed -i 's/1\/2\] fine/1\/1] ", pass) X(9, "\\\\/' "$guarded/box"
if "$program" lift --work "$top/run/work" --folios 64 --replicates 1 --rounds 1 --tree "$tree" \
	--series "$guarded/box" >"$top/run/out" 2>"$top/run/err"; then
	echo 'ok: a subject that looks like code is text'
else
	echo 'not ok: a subject that looks like code'
	cat "$top/run/err"
	failed=$((failed + 1))
fi
[ "$(ls "$top/run/work" | grep -c building)" = 0 ] || { echo 'not ok: half-built folders are left'; failed=$((failed + 1)); }
[ ! -e "$guarded/home/cache" ] || { echo 'not ok: the cache was used beside --work'; failed=$((failed + 1)); }
echo "$cases cases, $failed failed"
[ $failed = 0 ]
