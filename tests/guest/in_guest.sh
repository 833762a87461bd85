#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What runs in the guest: counts every rung of the ladder at least 50 times, undisturbed, at two sizes, on both paths, and
# says what was counted how often; then what the core offers. Busybox is all there is.
paranoid=/proc/sys/kernel/perf_event_paranoid

# offers WORDS: what foliolab counters says
offers() {
	/foliolab counters --format csv | sed "s/^/offer $1,/" || exit 1
}

# at 3, Debian's default, PAPI counts nothing even for root
offers paranoid3
echo 1 >$paranoid
offers paranoid1

# count PATH FOLIOS ARGUMENT...
count() {
	path=$1 folios=$2
	shift 2
	/foliolab run inc_min_seq --folios "$folios" --replicates 1 --rounds 60 \
		--counters instructions,native:PAPI_TOT_INS,atomic_ldrex "$@" --out "r$path$folios" >out 2>err || {
		cat err
		exit 1
	}
	sed -n 's/.*"atomics": "\(.*\)".*/atomics \1/p' "r$path$folios/environment.json"
	awk -F, -v path="$path" -v folios="$folios" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["left_out"] == 0 {
			seen[$at["variant"] " instructions " $at["instructions"]]++
			seen[$at["variant"] " preset " $at["native:PAPI_TOT_INS"]]++
			seen[$at["variant"] " ldrex " $at["atomic_ldrex"]]++
		}
		END { for (what in seen) print "sample", path, folios, what, "times", seen[what] }' \
		"r$path$folios/samples.csv"
}
count increment 4096 --passes 2
count increment 8192 --passes 2
count promoted 4096 --passes 1 --promoted 1000
count promoted 8192 --passes 1 --promoted 1000
