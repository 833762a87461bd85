#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Puts the few files that functions are lifted from, out of Debian's linux-source-VERSION, into
# FOLDER/VERSION. The package comes through apt from the machine's own mirror: with the lists that
# are there, else with lists of our own for the suites that may have it. Exit status 77: not to be had.
# usage: fetch-source.sh VERSION FOLDER [whole]; with whole all files, into a folder for such trees
set -eu
version=$1
folder=$2
whole=${3-}
[ -f "$folder/$version/mm/vmscan.c" ] && exit 0
case $version in
7.*) suites=trixie-backports ;;
6.1) suites='bookworm bookworm-security' ;;
*) suites='bookworm-security trixie' ;;
esac

skip() {
	echo "linux-source-$version cannot be had: $*"
	exit 77
}

for tool in apt-get dpkg-deb tar xz; do
	command -v "$tool" >/dev/null || skip "no $tool"
done
mkdir -p "$folder"
work=$(mktemp -d "$folder/fetching-XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/tree"

# the machine's mirror, the part of the archive named: debian or debian-security
mirror() {
	cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
		grep -v '^ *#' | tr ' \t' '\n\n' | grep -E "^[a-z+]+:/+.*/$1/?\$" | head -n 1
}

# the machine's own keyring, unless it says otherwise per source
key=/usr/share/keyrings/debian-archive-keyring.gpg
for suite in $suites; do
	case $suite in
	*-security) at=$(mirror debian-security) ;;
	*) at=$(mirror debian) ;;
	esac
	if [ -n "$at" ]; then
		[ -r "$key" ] && printf 'deb [signed-by=%s] %s %s main\n' "$key" "$at" "$suite"
	fi
done >"$work/sources.list"

get() {
	(cd "$work" && apt-get -qq -o APT::Sandbox::User=root -o Acquire::Retries=0 \
		-o Acquire::http::Timeout=30 -o Acquire::https::Timeout=30 "$@") >"$work/log" 2>&1
}

ours() {
	get -o Dir::Etc::SourceList="$work/sources.list" -o Dir::Etc::SourceParts=/dev/null \
		-o Dir::State::Lists="$work/lists" -o Dir::Cache="$work/cache" "$@"
}

if ! get -o Dir::Cache="$work/cache" download "linux-source-$version"; then
	[ -s "$work/sources.list" ] || skip 'no Debian mirror in the sources of apt'
	ours update || skip "no lists from the mirror of apt: $(tail -n 1 "$work/log")"
	ours download "linux-source-$version" || skip "not in $suites"
fi
set -- "$work"/linux-source-*.deb
[ -f "$1" ] || skip 'nothing came'
package=$1
set -- '*/mm/vmscan.c' '*/mm/internal.h' '*/include/linux/mm_inline.h' '*/include/linux/mmzone.h' \
	'*/include/linux/list.h' '*/include/linux/swap.h'
[ -z "$whole" ] || set --
dpkg-deb --fsys-tarfile "$package" | tar -xO --wildcards './usr/src/linux-source-*.tar.xz' |
	tar -xJ -C "$work/tree" --strip-components=1 --wildcards --no-wildcards-match-slash "$@"
[ -f "$work/tree/mm/vmscan.c" ] || skip 'the package holds no mm/vmscan.c'
# another process may have been faster
mv "$work/tree" "$folder/$version" 2>/dev/null || [ -f "$folder/$version/mm/vmscan.c" ]
