#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Lays the tests' own little tree out as a kernel's. usage: make-tree.sh FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/mm" "$1/include/linux"
cp "$here/tree/vmscan.txt" "$1/mm/vmscan.c"
cp "$here/tree/mm_inline.txt" "$1/include/linux/mm_inline.h"
cp "$here/tree/list.txt" "$1/include/linux/list.h"
