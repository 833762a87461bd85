#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# An arm64 sysroot, and an arm64 kernel where it is asked for, out of Debian's packages, unpacked and
# never installed: sysroot-arm64.sh FOLDER [kernel] makes FOLDER/root and FOLDER/Image. apt works on a
# state of its own in FOLDER, so the host's packages and architectures stay as they are. Does nothing
# where FOLDER already has what is asked for.
set -eu
LC_ALL=C
export LC_ALL

if [ $# -lt 1 ] || [ "${2-kernel}" != kernel ]; then
	echo 'sysroot-arm64.sh: which folder: sysroot-arm64.sh FOLDER [kernel]' >&2
	exit 2
fi
mkdir -p "$1"
folder=$(cd -- "$1" && pwd)
with_kernel=${2-}
packages='libc6-dev libpapi-dev libpfm4-dev libhwloc-dev libjansson-dev libcmocka-dev libgmime-3.0-dev libgcc-12-dev busybox-static'

has_root() {
	[ -e "$folder/whole" ] && [ "$(cat "$folder/whole")" = "$packages" ]
}
has_kernel() {
	[ -z "$with_kernel" ] || [ -e "$folder/Image" ]
}

apt() {
	program=$1
	shift
	"$program" -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User=root \
		-o Dir::State="$folder/apt" -o Dir::State::lists="$folder/apt/lists" \
		-o Dir::State::status="$folder/apt/status" -o Dir::Cache="$folder/apt/cache" \
		-o APT::Install-Recommends=false -o APT::Keep-Downloaded-Packages=true "$@"
}

make_root() {
	rm -rf "$folder/root"
	mkdir "$folder/root"
	# shellcheck disable=SC2086 # names of packages
	apt apt-get install --yes --download-only $packages
	for package in "$folder"/apt/cache/archives/*.deb; do
		dpkg-deb -x "$package" "$folder/root"
	done
	# absolute links would lead into the host
	find "$folder/root" -type l -lname '/*' | while read -r link; do
		target=$(readlink -- "$link")
		[ ! -e "$folder/root$target" ] || ln -sfnr "$folder/root$target" "$link"
	done
	echo "$packages" >"$folder/whole"
}

make_kernel() {
	image=$(apt apt-cache depends linux-image-arm64 | sed -n 's/^ *Depends: \(linux-image-.*\)$/\1/p' | sed 1q)
	mkdir -p "$folder/kernel"
	(cd "$folder/kernel" && apt apt-get download "$image")
	dpkg-deb -x "$folder"/kernel/linux-image-*.deb "$folder/kernel"
	mv "$folder"/kernel/boot/vmlinuz-* "$folder/Image"
	rm -rf "$folder/kernel"
}

if has_root && has_kernel; then
	exit 0
fi
for tool in apt-get apt-cache dpkg-deb; do
	if ! command -v "$tool" >/dev/null; then
		echo "sysroot-arm64.sh: no $tool: make the sysroot on a Debian system" >&2
		exit 1
	fi
done
mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial"
: >"$folder/apt/status"
# a source that has nothing for arm64 is no failure: what counts is what can be downloaded
apt apt-get update || :
has_root || make_root
has_kernel || make_kernel
rm -rf "$folder/apt"
