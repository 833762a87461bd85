#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# ./lab where nothing can be installed: it names the packages and stops. The second argument is lab.
. "$(dirname "$0")/lib.sh"
lab=$2

lab() {
	status=0
	"$lab" "$@" >out 2>err </dev/null || status=$?
}
# tools TOOL...: nothing but these is found from here on
tools() {
	rm -rf bin
	mkdir bin
	for tool; do
		ln -s "$(command -v "$tool")" "bin/$tool"
	done
}

lab --help
{ [ $status = 0 ] && grep -q '^usage: ./lab TARGET' out; } || fail 'no usage'
lab
{ [ $status = 2 ] && grep -q '^usage: ./lab TARGET' err; } || fail 'no usage without a target'
lab --junk
{ [ $status = 2 ] && grep -q "no option '--junk'" err; } || fail 'takes an option that is none'

tools sh dirname readlink sed id cat env
PATH=$work/bin lab build
[ $status = 1 ] || fail "exit status $status where nothing is installed"
[ "$(wc -l <err)" = 1 ] || fail 'not one line'
grep -q '^lab: not Debian: .* cmake ninja-build .*libpapi-dev' err || fail 'packages are not named'

# Debian, but neither root nor sudo
printf '#!/bin/sh\necho 1000\n' >id
printf '#!/bin/sh\nexit 1\n' >dpkg-query
printf '#!/bin/sh\necho called >>%s/calls\n' "$work" >apt-get
chmod +x id dpkg-query apt-get
tools sh dirname readlink sed cat env
ln -s "$work/id" "$work/dpkg-query" "$work/apt-get" bin
PATH=$work/bin lab test
[ $status = 1 ] || fail "exit status $status where nothing may be installed"
[ "$(wc -l <err)" = 1 ] || fail 'not one line'
grep -q '^lab: neither root nor sudo: .*: apt-get install .*cmake .*libpapi-dev' err || fail 'packages are not named'
[ ! -e calls ] || fail 'apt-get was called without the right to'
