#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# --format csv: the columns that issue 2 gives, in that order, then others; a row per variant.
. "$(dirname "$0")/lib.sh"

works run inc_min_seq --variants base,p1,p6 --folios 64 --replicates 5 --rounds 20 --format csv
first=kernel,variant,cpu,folios,items,cycles_per_item,cycles_lo,cycles_hi,ns_per_item,ratio,ratio_lo,ratio_hi,cycle_source
case $(head -n 1 out) in
"$first" | "$first",*) ;;
*) fail 'other columns, or another order' ;;
esac
rows_whole out
[ "$(column variant out | tr '\n' ' ')" = 'base p1 p6 control ' ] || fail 'other rows'
[ "$(column kernel out | sort -u)" = inc_min_seq ] || fail 'another kernel'
[ "$(column ratio out | head -n 1)" = 1 ] || fail "the baseline's ratio is not 1"
for name in ratio ns_per_item; do
	column $name out | grep -vqE '^[0-9.]+(e[-+]?[0-9]+)?$' && fail "a $name that is no finite number"
done
# without a source of cycles their columns are empty
case $(column cycle_source out | sort -u) in
none) column cycles_per_item out | grep -q . && fail 'cycles from nowhere' ;;
pmu | calibrated) column cycles_per_item out | grep -qx '' && fail 'no cycles' ;;
*) fail 'another source of cycles' ;;
esac
exit 0
