#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# prepare.sh SOURCE BUILD: what the guests run: the arm64 sysroot, and the program cross-built,
# below BUILD.
set -eu
source=$1 build=$2

for tool in aarch64-linux-gnu-gcc qemu-system-aarch64 cpio; do
	command -v $tool >/dev/null && continue
	echo "prepare.sh: no $tool: apt-get install gcc-aarch64-linux-gnu qemu-system-arm cpio" >&2
	exit 1
done
"$source/cmake/sysroot-arm64.sh" "$build/sysroot-arm64" kernel
cmake -S "$source" -B "$build/arm64" -G Ninja -DCMAKE_BUILD_TYPE=Release \
	-DCMAKE_TOOLCHAIN_FILE="$source/cmake/toolchain-aarch64.cmake" -DFOLIOLAB_SYSROOT="$build/sysroot-arm64"
cmake --build "$build/arm64" --target foliolab
