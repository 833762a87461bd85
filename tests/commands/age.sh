#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# age.sh FOLIOLAB: on a kernel without the multi-gen LRU one line says so; and what it is called with is
# looked at first. What it does on other kernels: tests/guest/age_in_guest.sh.
. "$(dirname "$0")/lib.sh"

refused '--map disk: choose anon or tmpfs' age --map disk
refused '--bytes 1000: give a whole number' age --bytes 1000
refused '--bytes 1048577: give a multiple' age --bytes 1048577
refused '--bytes 1052672: give a multiple of 2097152' age --bytes 1052672 --thp on
refused '--processes 0: give a whole number from 1 to 256' age --processes 0
refused '--passes 3: give 4 or more' age --passes 3
refused '--passes 3x: give a whole number' age --passes 3x
refused '--repeats 0: give a whole number' age --repeats 0
refused '--thp maybe: choose off or on' age --thp maybe
refused '--reread yes: choose off or on' age --reread yes
refused '--format xml: choose' age --format xml
refused '--out: give the name' age --out ''
refused 'age takes options only' age anon
refused 'no such option' age --swap
refused '--memcached maps its own memory' age --memcached --map anon
refused '--memcached maps its own memory' age --passes 10 --memcached

# without its two programs it is skipped, neither done nor failed
path=$PATH
PATH=$work
run age --memcached
PATH=$path
[ "$status" = 77 ] || fail "exit status $status without memcached"
complains 'so --memcached is skipped: apt-get install memcached'

[ ! -e /sys/kernel/mm/lru_gen ] || skip 'this kernel has the multi-gen LRU: not aged by a test'
for arguments in '' '--set-up' '--map tmpfs --processes 4 --thp on --out results'; do
	# shellcheck disable=SC2086 # several
	run age $arguments
	[ "$status" = 1 ] || fail "exit status $status of: age $arguments"
	complains 'this kernel has no multi-gen LRU'
done
[ ! -e results ] || fail 'a results folder of nothing'
