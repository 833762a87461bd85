#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What runs in the guest: foliolab age on its kernel. Which write executes what, whether pages add
# up, what it says where something is missing, and that nothing stays behind. Busybox is all there is.
set -u
cgroups=/sys/fs/cgroup swap=/swap
pages=16384 # of 64 MB

fail() {
	echo "FAILED: $*"
	for file in out err; do
		[ ! -s $file ] || sed "s/^/$file: /" $file
	done
	exit 1
}

# runs it with 64 MB; $status
age() {
	rm -rf r
	status=0
	/foliolab age --bytes 64M --repeats 1 --out r "$@" >out 2>err || status=$?
}

# what it makes
left() {
	for left in "$cgroups"/foliolab-age* /run/foliolab-age* "$swap"/foliolab-age* /tmp/foliolab-age*; do
		[ ! -e "$left" ] || echo "$left"
	done
}

# nothing of that is there, and the settings are those of this script
nothing_stays() {
	left=$(left)
	[ -z "$left" ] || fail "$1: stays: $left"
	[ "$(grep -c foliolab /proc/swaps)" = 0 ] || fail "$1: a swap file stays in use"
	[ -z "$(pidof foliolab syslogd memtier_benchmark)" ] || fail "$1: a process stays"
}

# missing WORDS COMMAND-WORDS ARGUMENT...: exit status 1 and a line that says both
missing() {
	what=$1 remedy=$2
	shift 2
	age "$@"
	[ $status = 1 ] || fail "exit status $status where it is missing: $what"
	[ ! -s out ] || fail "something on stdout: $what"
	grep -q "^foliolab: .*$what.*: .*$remedy" err || fail "does not say: $what: $remedy"
	[ "$(grep -vc '^foliolab: ..*: ..*$' err)" = 0 ] || fail "a line that is not what: what to do: $what"
	nothing_stays "$what"
}

[ -e /sys/kernel/mm/lru_gen/enabled ] || fail 'no multi-gen LRU in this kernel'
if ! insmod /modules/brd.ko rd_nr=1 rd_size=16384 || ! insmod /modules/minix.ko; then
	fail 'no ramdisk'
fi
cat /modules/minix >/dev/ram0
mkdir $swap
mount -t minix /dev/ram0 $swap || fail 'no file system for swap files'

# everything is missing at first, and all of it is said at once
age
[ "$status $(wc -l <err)" = '1 4' ] || fail 'not four lines of what is missing'
missing 'lru_gen/enabled' 'echo y > /sys/kernel/mm/lru_gen/enabled'
missing 'debugfs is not mounted' 'mount -t debugfs debugfs /sys/kernel/debug'
missing 'cgroup version 2 is not mounted' 'mount -t cgroup2'
missing 'no free swap' '--swapfile FOLDER'

# then one by one
echo y >/sys/kernel/mm/lru_gen/enabled
missing 'debugfs' 'mount'
mount -t debugfs debugfs /sys/kernel/debug
missing 'cgroup version 2 is not mounted' 'mount'
mount -t cgroup2 cgroup2 $cgroups
echo -memory >$cgroups/cgroup.subtree_control
missing 'the memory controller is off' "echo +memory > $cgroups/cgroup.subtree_control"
echo +memory >$cgroups/cgroup.subtree_control
missing 'no free swap' '--swapfile FOLDER'
[ "$(wc -l <err)" = 1 ] || fail 'more than the swap is missing'
echo n >/sys/kernel/mm/lru_gen/enabled
missing 'the multi-gen LRU is off' 'echo y' --swapfile $swap
[ "$(wc -l <err)" = 1 ] || fail 'more than the multi-gen LRU is missing'
echo y >/sys/kernel/mm/lru_gen/enabled
echo never >/sys/kernel/mm/transparent_hugepage/enabled
missing 'huge pages are off' 'echo madvise' --swapfile $swap --thp on
missing 'not that much memory' '--bytes below' --swapfile $swap --bytes 8G
missing '--swapfile /nowhere' 'name a folder' --swapfile /nowhere
missing '--swapfile /tmp' 'choose a folder on' --swapfile /tmp

# trace FIELD-BY-FIELD: what each write executed must be $1, one letter each: r walk and promote,
# w walk only, p promoted path, i increment path, b walk and promote with the promoted path.
# All pages do it; each write shifts the generations by one and loses no page.
trace() {
	awk -F, -v want="$1" -v pages=$pages -v processes="$2" '
		BEGIN {
			name["r"] = "walk and promote"; name["w"] = "walk only"; name["p"] = "walk, promoted path"
			name["i"] = "walk, increment path"; name["b"] = "walk and promote, promoted path"
		}
		function sum(text, gens, i, pair, all) {
			all = 0
			gens = split(text, gen, " ")
			for (i = 1; i <= gens; i++) { split(gen[i], pair, ":"); all += pair[2] }
			return all
		}
		# pages of generation seq
		function of(text, seq, gens, i, pair) {
			gens = split(text, gen, " ")
			for (i = 1; i <= gens; i++) { split(gen[i], pair, ":"); if (pair[1] == seq) return pair[2] }
			return -1
		}
		function wrong(what) { print "write " NR - 1 ": " what ": " $0; bad = 1 }
		NR == 1 { next }
		{
			line = $0
			match(line, /"[^"]*"/)
			executed = substr(line, RSTART + 1, RLENGTH - 2)
			sub(/"[^"]*"/, "", line)
			split(line, f, ",")
			kind = substr(want, NR - 1, 1)
			if (executed != name[kind]) wrong("not " name[kind])
			seq = f[3]; relabelled = f[7]; promoted = f[8]; incremented = f[9]; before = f[10]; after = f[11]
			all = sum(before)
			# some pages of the processes themselves are there, too
			if (all < pages || all > pages + 200 * processes) wrong("not as many pages as were mapped")
			if (sum(after) != all) wrong("pages came or went")
			if (NR > 2 && before != last) wrong("not the state after the write before it")
			last = after
			if (of(after, seq + 1) != 0) wrong("pages in the new generation")
			if (of(after, seq - 3) != -1 || of(before, seq - 3) < 0) wrong("the oldest generation stays")
			if (kind == "r" || kind == "b") {
				if (relabelled < pages || of(after, seq) - of(before, seq) != relabelled)
					wrong("not all relabelled")
			# a process that falls asleep late touches a page of its own
			} else if (relabelled > 4 * processes || of(after, seq) - of(before, seq) != relabelled)
				wrong("relabelled without being young")
			if ((kind == "p" || kind == "b") && promoted < pages) wrong("not all promoted")
			if (kind == "i" && (incremented < pages || of(after, seq - 2) < pages)) wrong("not all incremented")
			if (kind == "w" && promoted + incremented > pages / 100) wrong("moved")
		}
		END { if (NR - 1 != length(want)) { print NR - 1 " writes"; bad = 1 } exit bad }' r/trace.csv ||
		fail "trace of $3"
}

# works ARGUMENT...: and nothing stays
works() {
	age --swapfile $swap "$@"
	[ $status = 0 ] || fail "exit status $status of: $*"
	nothing_stays "$*"
	grep -q '"complete": true' r/environment.json || fail "not complete: $*"
}

for map in anon tmpfs; do
	for processes in 1 2 4; do
		works --map $map --processes $processes --reread off --passes 8
		trace rwpiiiii $processes "$map, $processes processes"
		works --map $map --processes $processes --reread on --passes 8
		trace rrbrrbrr $processes "$map, $processes processes that read"
		echo "$map, $processes processes: as it must be"
	done
done
grep -q '^age,' r/estimates.csv && fail 'visits are called folios'
[ "$(grep -c '^age_visits,tmpfs,' r/estimates.csv)" = 1 ] || fail 'no estimate'
cp -r r r2
/foliolab diff r r2 >out 2>err || fail "exit status $? of diff"
if ! grep -q '^age_visits, ' out || ! grep -q '^1 compared: 0 slower' out; then
	fail 'diff compares something else'
fi

# memcached and its load: stand-ins, which tell what they are called with
cat >/bin/memcached <<'END'
#!/bin/sh
echo "$*" >/tmp/memcached.called
cat /proc/self/cgroup /sys/fs/cgroup/foliolab-age*/memory.max >/tmp/memcached.cgroup
while [ "$1" != -s ]; do shift; done
ln -sf "$2" /dev/log
exec syslogd -n -O /dev/null
END
cat >/bin/memtier_benchmark <<'END'
#!/bin/sh
echo "$*" >/tmp/memtier.called
[ ! -e /tmp/slow ] || exec sleep 1000
printf 'Type  Ops/sec  Hits/sec\nSets  4000.00  ---\nTotals  %s  0.00\n' "$(cat /tmp/ops)"
END
chmod +x /bin/memcached /bin/memtier_benchmark
echo 4000.00 >/tmp/ops
works --memcached --bytes 2M --repeats 2
grep -q '^memcached in 2M: 4000 ops/s$' out || fail 'no operations per second'
grep -q '^age_memcached,memcached,.*,250000,' r/estimates.csv || fail 'no ns per operation'
grep -q '^-u nobody -m 8 -s /tmp/foliolab-age[^ ]*.sock -a 0766 -t 16 -B binary$' /tmp/memcached.called ||
	fail "memcached $(cat /tmp/memcached.called)"
grep -q '^-S /tmp/[^ ]* -P memcache_binary -n allkeys --key-minimum=1 --key-maximum=8192 -d 1024 --ratio=1:0 ' \
	/tmp/memtier.called || fail "memtier_benchmark $(cat /tmp/memtier.called)"
[ "$(sed -e 's/.*foliolab-age.*/memcg/' /tmp/memcached.cgroup | tr '\n' ' ')" = 'memcg 2097152 ' ] ||
	fail "memcached in $(cat /tmp/memcached.cgroup)"
echo --- >/tmp/ops
age --swapfile $swap --memcached --bytes 2M
if [ $status != 1 ] || ! grep -q 'memtier_benchmark says no Totals' err; then
	fail 'takes --- for a figure'
fi
nothing_stays 'memtier_benchmark without figures'
missing 'less swap is free' 'room for 3072M' --memcached --bytes 1G

# settings that it changes are put back
echo n >/sys/kernel/mm/lru_gen/enabled
echo never >/sys/kernel/mm/transparent_hugepage/enabled
umount /sys/kernel/debug
echo -memory >$cgroups/cgroup.subtree_control
before=$(cat /sys/kernel/mm/lru_gen/enabled /sys/kernel/mm/transparent_hugepage/enabled $cgroups/cgroup.subtree_control \
	/proc/mounts)
after() {
	[ "$before" = "$(cat /sys/kernel/mm/lru_gen/enabled /sys/kernel/mm/transparent_hugepage/enabled \
		$cgroups/cgroup.subtree_control /proc/mounts)" ] || fail "$1: settings are not what they were"
}
works --set-up --thp on --passes 4
grep -q 'huge pages on' out || fail 'huge pages are not on'
after 'set up'

# interrupted, it takes all back itself; killed, the next run does
running() {
	/foliolab age --repeats 1000 --swapfile $swap --set-up "$@" >out 2>err &
	pid=$!
	tries=200
	until grep -q foliolab /proc/swaps && [ -n "$(cat $cgroups/foliolab-age*/cgroup.procs 2>/dev/null)" ]; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || fail 'it does not come to run'
		usleep 100000
	done
}
mapped='--bytes 64M --passes 10000 --processes 2'
touch /tmp/slow
# shellcheck disable=SC2086 # several words
for signal in INT TERM HUP; do
	running $mapped
	kill -$signal $pid
	wait $pid || fail "exit status $? after SIG$signal"
	nothing_stays "SIG$signal"
	after "SIG$signal"
done
running --memcached --bytes 2M
kill $pid
wait $pid || fail "exit status $? after SIGTERM beside memcached"
nothing_stays 'SIGTERM beside memcached'
after 'SIGTERM beside memcached'

# shellcheck disable=SC2086
for arguments in "$mapped" '--memcached --bytes 2M'; do
	running $arguments
	kill -9 $pid
	wait $pid
	[ "$(left | wc -l)" -ge 3 ] || fail 'no memcg, swap file and notes to remove after SIGKILL'
	age --passes 4
	[ $status = 1 ] || fail 'the next run had what it needs'
	grep -q 'left behind was removed' err || fail 'does not say that something was removed'
	nothing_stays "SIGKILL: $arguments"
	after SIGKILL
done
# what belongs to a process that is there is left alone
own=/run/foliolab-age.$$.$(cut -d ' ' -f 22 /proc/$$/stat)
touch "$own"
age --passes 4
[ -e "$own" ] || fail 'took what is not its own'
echo 'nothing stays behind'
