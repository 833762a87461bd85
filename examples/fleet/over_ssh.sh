#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# GNU parallel runs the sweep on every host of a list, all at once, and brings the folders back.
#
#   over_ssh.sh HOSTS RESULTS [OPTION...]
#
# HOSTS has a host a line, as parallel's --slf takes them. Each needs foliolab on its PATH, built
# there or for its architecture, and ssh without a password. Options go to foliolab sweep.
set -eu
hosts=$(readlink -f "$1")
mkdir -p "$2"
cd "$2"
shift 2

# the folder stays there as well, so that the same command takes up what broke off
parallel -j0 --slf "$hosts" --nonall --tag --line-buffer \
	foliolab sweep --cpus kinds --out "foliolab-results" --resume "$@"
while read -r host _; do
	case $host in '' | \#*) continue ;; esac
	# parallel takes "8/host": at most 8 jobs there
	folder=$(printf %s "${host#*/}" | tr -c 'A-Za-z0-9.-' _)
	mkdir -p "$folder"
	scp -q -r "${host#*/}:foliolab-results/." "$folder" </dev/null
done <"$hosts"
