#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# pretended.sh PROGRAM ARCH HERE: the whole of kernel-counts on a tree of a few lines whose make copies a file
# for a kernel, and an emulator that is a script: stages, what is built again, refusals, interruption.
set -u
arch=$2 here=$3
# shellcheck source=tests/commands/lib.sh
. "$here/../commands/lib.sh"
triple=x86_64-linux-gnu image=arch/x86/boot/bzImage qemu=qemu-system-x86_64
[ "$arch" = x86_64 ] || { triple=aarch64-linux-gnu image=arch/arm64/boot/Image qemu=qemu-system-aarch64; }
for tool in $triple-gcc make patch cp; do
	command -v "$tool" >/dev/null || skip "no $tool"
done

# a tree: mm/vmscan.c holds what a folio costs; BROKEN in it does not build
mkdir -p tree/mm bin
echo 'mainmenu "none"' >tree/Kconfig
echo 'cost 117' >tree/mm/vmscan.c
cat >tree/Makefile <<END
tinyconfig olddefconfig:
	echo \$@ >>$work/made
	touch \$(O)/.config
	sed -i /CONFIG_NUMA/d \$(O)/.config
Image bzImage:
	echo \$@ >>$work/made
	! grep BROKEN mm/vmscan.c
	mkdir -p \$(O)/\$(dir $image)
	cp mm/vmscan.c \$(O)/$image
	cp $work/System.map \$(O)/System.map
	touch \$(O)/vmlinux
END
printf '%s\n' 'ffffffff81000000 T _stext' 'ffffffff81000000 t inc_min_seq' 'ffffffff81001000 T _etext' >System.map

cat >bin/$qemu <<'END'
#!/bin/sh
[ ! -e WAIT ] || { touch WAITING; sleep 100; }
out=
for argument; do
	case $argument in
	*megabytes=*) mb=${argument##*megabytes=} mb=${mb%% *} ;;
	./plugin.so,*) out=${argument##*out=} ;;
	*/Image | */bzImage) cost=$(sed -n 's/^cost //p' "$argument") ;;
	esac
done
f=$((mb * 256)) extra=0
[ ! -e UNSTEADY ] || extra=$(wc -c <UNSTEADY)
[ ! -e UNSTEADY ] || echo >>UNSTEADY
[ ! -e DEAD ] || { echo 'Kernel panic'; exit 0; }
[ -z "$out" ] || : >"$out"
echo 'guest 1 pretended instructions'
i=0
gens() {	# OLDEST LABEL
	for seq in 0 1 2 3; do
		seq=$((seq + $1)) pages=0
		[ $seq != $2 ] || pages=$f
		printf '%s%s:%s' "$comma" $seq $pages
		comma=,
	done
	comma=' '
}
oldest=0 label=2
for write in 0:none:2 0:none:2 r:none:2 r:none:2 a:relabel:3 a:walk:3 a:promoted:3 a:increment:4 a:increment:5 \
	a:none:8 a:walk:8 a:relabel:10 a:promoted:10 a:walk:10 a:increment:11; do
	step=${write%%:*} after=${write##*:} path=${write%:*} comma=' ' per=0 executed=
	path=${path#*:}
	case $path in
	relabel) per=242 ;;
	walk) per=42 executed=1 ;;
	promoted) per=118 ;;
	increment) per=$((42 + cost)) executed=2 ;;
	esac
	printf 'region %s %s %s' $i $step $((1000 + extra + per * f))
	gens $oldest $label
	[ $step != a ] || oldest=$((oldest + 1))
	label=$after
	gens $oldest $label
	echo
	[ -z "$out" ] || echo "region $i" >>"$out"
	[ -z "$out" ] || [ -z "$executed" ] || echo "ffffffff81000010 00000000 $((executed * f)) 0 0 0 0" >>"$out"
	i=$((i + 1))
done
echo done
END
chmod +x bin/$qemu
PATH=$work/bin:$PATH
export PATH

mail() {	# NUMBER FROM TO
	printf 'From 0123456789 Mon Sep 17 00:00:00 2001\nFrom: a <a@example.org>\nSubject: [PATCH %s/3] %s\n\n---\n' \
		"$1" "$3"
	printf -- '--- a/mm/vmscan.c\n+++ b/mm/vmscan.c\n@@ -1 +1 @@\n-%s\n+%s\n-- \n2.39\n\n' "$2" "$3"
}

counts() {
	: >made
	run kernel-counts --tree tree --arch "$arch" --work work "$@"
}

increments() {
	column increment out | tr '\n' ' '
}

# failed WORDS: exit status 1 and one line
failed() {
	[ $status = 1 ] || fail "exit status $status, not 1: $1"
	grep '^foliolab: ' err >said
	mv said err
	complains "$1"
}

counts --format csv
[ $status = 0 ] || fail 'the tree alone'
[ "$(increments)" = '117 ' ] || fail "increment path: $(increments)"
rows_whole out
[ "$(tr '\n' ' ' <made)" != '' ] || fail 'nothing was made'
[ "$(column functions out)" = 'inc_min_seq 1.0' ] || fail 'the function that counts is not named'
[ "$(column alike out) $(column boots out)" = '1 5' ] || fail 'alike, five boots'

# each patch, in its order; what was built before is not built again
{ mail 1 'cost 117' 'cost 77'; mail 2 'cost 77' 'cost 76'; mail 3 'cost 76' 'cost 60'; } >series
before=$(cat tree/mm/vmscan.c)
counts --series series --format csv
[ $status = 0 ] || fail 'a series'
[ "$(increments)" = '117 77 76 60 ' ] || fail "increment path: $(increments)"
[ "$(grep -c mage made)" = 3 ] || fail 'three stages were to be built'
[ "$(cat tree/mm/vmscan.c)" = "$before" ] || fail 'the tree was written to'
counts --series series --out results
[ $status = 0 ] || fail 'a series again'
[ ! -s made ] || fail 'something was built again'
grep -q '^patch3  *42.000  *200.000  *60.000' out || fail 'no patch3 in the table'
[ "$(column increment results/counted.csv | tr '\n' ' ')" = '117 77 76 60 ' ] || fail 'counted.csv'
grep -q '"complete": true' results/environment.json || fail 'not complete'
echo 'cost 118' >tree/mm/vmscan.c
counts --format json
[ $status = 0 ] || fail 'a changed tree'
grep -q '"increment": 118' out || fail 'what changed was not counted'
echo 'cost 117' >tree/mm/vmscan.c

# boots that differ are told
guests=$(echo work/kernel-*)/guests
mkdir -p "$guests"
echo >"$guests/UNSTEADY"
counts --keep
[ $status = 0 ] || fail 'boots that differ'
tr '\n' ' ' <out | grep -q 'NOT alike *for tree' || fail 'not told that boots differ'
rm "$guests/UNSTEADY"

# a patch that does not apply, or does not build, ends the stages: those before it count
{ mail 1 'cost 117' 'cost 77'; mail 2 'other' 'cost 76'; } >series
counts --series series --format csv
[ "$(increments)" = '117 77 ' ] || fail "stages before a patch that does not apply: $(increments)"
failed 'patch2 (cost 76): hunk 1 of mm/vmscan.c does not apply (line 1): the stages before it were counted'
{ mail 1 'cost 117' 'cost 77'; mail 2 'cost 77' 'BROKEN'; } >series
counts --series series --format csv
[ "$(increments)" = '117 77 ' ] || fail "stages before a patch that does not build: $(increments)"
failed 'patch2 (BROKEN): make'
log=$(sed -n 's/.*: see \([^ :]*\).*/\1/p' err)
grep -q BROKEN "$log" || fail "the log is not named: $log"

# a tree that does not build, a guest that dies: one line, with the log's path
mkdir -p broken
cp -r tree/. broken
echo BROKEN >broken/mm/vmscan.c
counts --tree broken
[ ! -s out ] || fail 'something on stdout'
failed 'failed: see '
grep -q BROKEN "$(sed -n 's/.*: see //p' err)" || fail 'the log is not named'
touch "$guests/DEAD"
counts
failed 'did not come to its end'
grep -q panic "$(sed -n 's/.*: see //p' err)" || fail 'the console is not named'
rm "$guests/DEAD"

# bad trees, mailboxes, fragments and words
counts --tree nowhere
failed 'nowhere'
counts --tree bin
failed 'has no Makefile'
touch broken/.config
counts --tree broken
failed 'was built in'
echo hello >box
counts --series box
failed 'is no mailbox'
mail 1 a b | sed 's|+++ b/mm|+++ b/../mm|' >box
counts --series box
failed 'leads out of a tree'
echo 'NUMA=y' >fragment
counts --config fragment
failed 'line 1 sets no option'
echo 'CONFIG_NUMA=y' >fragment
counts --config fragment
[ $status = 0 ] || fail 'a fragment'
grep -q "warning: config: 1 of the fragment's options did not take: CONFIG_NUMA" err || fail 'no word of CONFIG_NUMA'
refused 'give a kernel tree' kernel-counts
refused 'choose arm64 or x86_64' kernel-counts --tree tree --arch mips
refused '--repeats 0' kernel-counts --tree tree --repeats 0
refused '--format xml' kernel-counts --tree tree --format xml
refused 'x: give the tree' kernel-counts --tree tree x

# interrupted: guests are ended, and what was counted is shown
mail 1 'cost 117' 'cost 77' >series
mkdir -p "$guests"
touch "$guests/WAIT"
start kernel-counts --tree tree --arch "$arch" --work work
within 60 test -e "$guests/WAITING" || fail 'the guest was not started'
kill -s INT $pid
wait $pid
[ $? = 1 ] || fail 'exit status of an interrupted run'
within 10 none_left || fail 'processes are left'
for process in /proc/[0-9]*; do
	! tr '\0' ' ' 2>/dev/null <"$process/cmdline" | grep -q "$work/bin/$qemu" || fail 'a guest is left'
done
pid=
grep '^foliolab: ' err >said
mv said err
complains 'interrupted'
