#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# An arm64 sysroot out of Debian's packages, unpacked and never installed: sysroot-arm64.sh FOLDER makes
# FOLDER/root. apt works on a state of its own in FOLDER, so the host's packages and architectures stay
# as they are. Does nothing where FOLDER already has what is asked for.
set -eu
LC_ALL=C
export LC_ALL

if [ $# -ne 1 ]; then
	echo 'sysroot-arm64.sh: which folder: sysroot-arm64.sh FOLDER' >&2
	exit 2
fi
mkdir -p "$1"
folder=$(cd -- "$1" && pwd)
packages='libc6-dev libpapi-dev libpfm4-dev libhwloc-dev libjansson-dev libcmocka-dev libgmime-3.0-dev libgcc-12-dev'

if [ -e "$folder/whole" ] && [ "$(cat "$folder/whole")" = "$packages" ]; then
	exit 0
fi
for tool in apt-get dpkg-deb; do
	if ! command -v "$tool" >/dev/null; then
		echo "sysroot-arm64.sh: no $tool: make the sysroot on a Debian system" >&2
		exit 1
	fi
done
mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial"
: >"$folder/apt/status"
rm -rf "$folder/root"
mkdir "$folder/root"

apt() {
	apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User=root \
		-o Dir::State="$folder/apt" -o Dir::State::lists="$folder/apt/lists" \
		-o Dir::State::status="$folder/apt/status" -o Dir::Cache="$folder/apt/cache" \
		-o APT::Install-Recommends=false -o APT::Keep-Downloaded-Packages=true "$@"
}

# a source that has nothing for arm64 is no failure: what counts is what can be downloaded
apt update || :
# shellcheck disable=SC2086 # names of packages
apt install --yes --download-only $packages
for package in "$folder"/apt/cache/archives/*.deb; do
	dpkg-deb -x "$package" "$folder/root"
done
# absolute links would lead into the host
find "$folder/root" -type l -lname '/*' | while read -r link; do
	target=$(readlink -- "$link")
	[ ! -e "$folder/root$target" ] || ln -sfnr "$folder/root$target" "$link"
done
echo "$packages" >"$folder/whole"
rm -rf "$folder/apt"
