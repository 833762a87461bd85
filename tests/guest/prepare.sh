#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# prepare.sh SOURCE BUILD: what the guests run: the arm64 sysroot, and the program cross-built for
# cores with and without LSE atomics, below BUILD.
set -eu
source=$1 build=$2

for tool in aarch64-linux-gnu-gcc qemu-system-aarch64 cpio; do
	command -v $tool >/dev/null && continue
	echo "prepare.sh: no $tool: apt-get install gcc-aarch64-linux-gnu qemu-system-arm cpio" >&2
	exit 1
done
"$source/cmake/sysroot-arm64.sh" "$build/sysroot-arm64" kernel
for llsc in OFF ON; do
	folder=$build/arm64
	[ $llsc = OFF ] || folder=$build/arm64-llsc
	cmake -S "$source" -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release \
		-DCMAKE_TOOLCHAIN_FILE="$source/cmake/toolchain-aarch64.cmake" \
		-DFOLIOLAB_SYSROOT="$build/sysroot-arm64" -DFOLIOLAB_LLSC=$llsc
	cmake --build "$folder" --target foliolab
done
