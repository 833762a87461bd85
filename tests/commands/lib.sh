# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2034 # what is set here is used there
# What the tests of the program share: sourced, it takes the program's path from $1 of the
# test, which then is in an empty folder of its own, $work.
set -u
LC_ALL=C
export LC_ALL

foliolab=$(readlink -f "$1")
work=$(mktemp -d) || exit 1
work=$(readlink -f "$work")
pid=
# whether the program is emulated: then $1 is a script that starts the emulator
emulated=
[ "$(head -c 2 "$foliolab")" != '#!' ] || emulated=1
trap 'leave' EXIT
cd "$work" || exit 1

# as little as makes a table: one process, one round, a small world
tiny='--folios 64 --replicates 1 --rounds 1'

# nothing is left behind, whatever went wrong
leave() {
	[ "${pid:-0}" -le 1 ] || kill -s KILL -- "-$pid" 2>/dev/null
	cd /
	rm -rf "$work"
}

fail() {
	echo "FAILED: $*" >&2
	for file in out err; do
		[ ! -s $file ] || sed "s/^/$file: /" $file >&2
	done
	exit 1
}

# a test that cannot be run here
skip() {
	echo "skipped: $*"
	exit 77
}

# runs the program: its output in out and err, its exit status in $status
run() {
	status=0
	"$foliolab" "$@" >out 2>err </dev/null || status=$?
}

# runs it, and it must do what it was asked
works() {
	run "$@"
	[ $status = 0 ] || fail "exit status $status of: $*"
}

as_nobody() {
	setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
}

# copies the program to ./program, for others; false where it is emulated, and stays in a folder closed to them
for_others() {
	cp "$foliolab" program
	chmod 755 . program
	[ -z "$emulated" ] || as_nobody ./program --version >/dev/null 2>&1
}

# what it said beside the CPU it chose and what disturbs figures there
complaints() {
	grep -v -e '^cpu [0-9 ]*: ' -e '^foliolab: warning: ' err
}

# one line on stderr, "foliolab: what: what to do", which has words $1 in it
complains() {
	[ "$(complaints | wc -l)" = 1 ] || fail "not one line: $1"
	complaints | grep -q '^foliolab: ..*: ..*$' || fail "not said as what: what to do: $1"
	complaints | grep -qF -e "$1" || fail "does not say: $1"
	! grep -q '[^ -~]' err || fail "odd bytes: $1"
}

# refused WORDS ARGUMENT...: exit status 2, nothing on stdout, one line with these words
refused() {
	words=$1
	shift
	run "$@"
	[ $status = 2 ] || fail "exit status $status, not 2, of: $*"
	[ ! -s out ] || fail "something on stdout: $*"
	complains "$words"
}

# column NAME FILE: its fields, one per row
column() {
	awk -F, -v name="$1" '
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; if (!at) exit 1; next }
		{ print $at }' "$2" || fail "no column $1 in $2"
}

# rows_whole FILE: as many fields in each row as in its header
rows_whole() {
	awk -F, 'NR == 1 { nr = NF } NF != nr { exit 1 }' "$1" || fail "rows of $1 are not whole"
	[ -z "$(tail -c 1 "$1")" ] || fail "$1 ends in the middle of a line"
}

# starts the program in a process group of its own: its process, and the group, in $pid
start() {
	command -v setsid >/dev/null || skip 'no setsid'
	setsid "$foliolab" "$@" >out 2>err </dev/null &
	pid=$!
}

# processes of that group, but for $1
processes() {
	for stat in /proc/[0-9]*/stat; do
		{ read -r process _ state _ group _; } 2>/dev/null <"$stat" || continue
		[ "$group" != "$pid" ] || [ "$state" = Z ] || [ "$process" = "${1-}" ] || echo "$process"
	done
}

# whether a process measures: a leak checker's helper is one of the group, too, and whoever awaits it hangs without it
is_replicate() {
	if [ -z "$emulated" ]; then
		tr '\0' ' ' 2>/dev/null <"/proc/$1/cmdline" | grep -q '^[^ ]* replicate $'
		return
	fi
	# not always begun by exec, so known by its parent
	{ read -r _ _ _ parent _; } 2>/dev/null <"/proc/$1/stat" && [ "$parent" = "$pid" ]
}

replicates() {
	for process in $(processes $pid); do
		! is_replicate "$process" || echo "$process"
	done
}

# within SECONDS COMMAND...: waits until it succeeds
within() {
	tries=$(($1 * 20))
	shift
	while ! "$@"; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || return 1
		sleep 0.05
	done
}

none_left() {
	[ -z "$(processes '')" ]
}

# whether samples.csv in $1 has come so far as to have rows
has_samples() {
	[ "$(wc -l 2>/dev/null <"$1/samples.csv" || echo 0)" -gt 1 ]
}
