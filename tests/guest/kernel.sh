#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# kernel.sh amd64|arm64 FOLDER: Debian's kernel of that architecture, the few modules of it that
# guests load, and a static busybox, downloaded into FOLDER and never installed. apt works on a
# state of its own there. Beside them the begin of a file system, which the guest's busybox cannot
# make. Does nothing where FOLDER is already whole.
set -eu
LC_ALL=C
PATH=$PATH:/usr/sbin:/sbin
export LC_ALL PATH

if [ $# -ne 2 ]; then
	echo 'usage: kernel.sh amd64|arm64 FOLDER' >&2
	exit 2
fi
arch=$1
mkdir -p "$2"
folder=$(cd -- "$2" && pwd)
# a ramdisk and a file system on it that can hold a swap file
modules='drivers/block/brd.ko fs/minix/minix.ko'

if [ -e "$folder/whole" ] && [ "$(cat "$folder/whole")" = "$modules" ]; then
	exit 0
fi
for tool in apt-get apt-cache dpkg-deb mkfs.minix; do
	if ! command -v "$tool" >/dev/null; then
		echo "kernel.sh: no $tool: run it on a Debian system" >&2
		exit 1
	fi
done

mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial" "$folder/package"
: >"$folder/apt/status"
apt() {
	program=$1
	shift
	"$program" -qq -o APT::Architecture="$arch" -o APT::Architectures="$arch" -o APT::Sandbox::User=root \
		-o Dir::State="$folder/apt" -o Dir::State::lists="$folder/apt/lists" \
		-o Dir::State::status="$folder/apt/status" -o Dir::Cache="$folder/apt/cache" "$@"
}

# a source that has nothing for this architecture is no failure: what counts is what can be downloaded
apt apt-get update || :
image=$(apt apt-cache depends "linux-image-$arch" | sed -n 's/^ *Depends: \(linux-image-.*\)$/\1/p' | sed 1q)
(cd "$folder/package" && apt apt-get download "$image" busybox-static)
for package in "$folder"/package/*.deb; do
	dpkg-deb -x "$package" "$folder/package/root"
done
cp "$folder"/package/root/boot/vmlinuz-* "$folder/Image"
cp "$folder/package/root/bin/busybox" "$folder/busybox"
for module in $modules; do
	cp "$folder"/package/root/lib/modules/*/kernel/"$module" "$folder/"
done
# 16 MB, all zeros behind what is kept
truncate -s 16M "$folder/package/minix"
mkfs.minix "$folder/package/minix" >/dev/null
head -c 1M "$folder/package/minix" >"$folder/minix"
rm -rf "$folder/package" "$folder/apt"
echo "$modules" >"$folder/whole"
