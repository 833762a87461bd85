#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# prepare.sh SOURCE BUILD: the program cross-built for the arm64 guests, in BUILD/arm64.
set -eu
source=$1 build=$2

if ! command -v aarch64-linux-gnu-gcc >/dev/null; then
	echo 'prepare.sh: no aarch64-linux-gnu-gcc: apt-get install gcc-aarch64-linux-gnu' >&2
	exit 1
fi
"$source/cmake/sysroot-arm64.sh" "$build/sysroot-arm64"
cmake -S "$source" -B "$build/arm64" -G Ninja -DCMAKE_BUILD_TYPE=Release \
	-DCMAKE_TOOLCHAIN_FILE="$source/cmake/toolchain-aarch64.cmake" -DFOLIOLAB_SYSROOT="$build/sysroot-arm64"
cmake --build "$build/arm64" --target foliolab
